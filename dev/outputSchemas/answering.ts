import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { fitted, succeeding } from '../contract/answers';
import {
	fullAnswer,
	OPERATIONS,
	type Choices,
	type ContractOperation,
} from '../contract/operations';
import { SAMPLES } from '../contract/samples';

/** A service that has every requested object, and answers according to the contract. */
export interface Answering {
	/** The base address, such as `http://127.0.0.1:43210` */
	url: string;
	/** Makes the choices in an answer that the contract leaves open */
	choose: (operation: ContractOperation) => Choices;
	close: () => void;
}

/** Starts a service on a free port that answers every request with success. */
export async function startAnswering(): Promise<Answering> {
	let topic = '"topic_uid":"topic"';
	const isTopics = ({ id }: ContractOperation) => id === 'listRecordContainers';
	const answering: Answering = { url: '', choose: () => ({}), close: () => server.close() };
	const server = createServer(async (request, response) => {
		const operation = OPERATIONS.find(({ path }) => path === request.url)!;
		const body = JSON.parse(await text(request)) as Record<string, unknown>;
		const whole = fitted(fullAnswer(operation.response, answering.choose(operation)), body);
		const answer = JSON.stringify(succeeding(whole, SAMPLES[operation.id].toldAsFailure));
		// The list of topics has the topic of the object that was answered before
		const own = /"topic_uid":"([^"]*)"/;
		const listed = answer.replace(own, (shown) => (isTopics(operation) ? topic : shown));
		[topic] = own.exec(answer) ?? [topic];
		response.setHeader('content-type', 'application/json').end(listed);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	answering.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return answering;
}
