import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { searchTopics } from '../../nodes/shared/fields/locators/topic';
import { loadOptionsContext } from '../engine/loadOptions';
import { useService } from '../engine/useService';

const bench = useService();

const search = async (filter?: string, cursor?: string) =>
	await searchTopics.call(
		loadOptionsContext('svcRecords', bench.credential) as ILoadOptionsFunctions,
		filter,
		cursor,
	);

const topics = () => [...bench.service.account('a').topics.values()].filter(({ valid }) => valid);

it('lists all topics by their path, over empty pages', async () => {
	bench.service.paging = 'hostile';
	const names: string[] = [];
	let cursor: string | undefined;
	do {
		const page = await search(undefined, cursor);
		names.push(...page.results.map(({ name }) => name));
		cursor = page.paginationToken as string | undefined;
	} while (cursor);
	expect(names.sort()).toEqual(
		topics()
			.map(({ display_path }) => display_path)
			.sort(),
	);
});

it('finds topics by name', async () => {
	const [{ title, topic_uid }] = topics();
	const { results } = await search(title);
	expect(results.map(({ value }) => value)).toContain(topic_uid);
	expect(bench.requests[0].operation).toBe('resolveRecordContainers');
});

it('says in words when the list cannot be read', async () => {
	bench.service.deleteKey('a');
	await expect(search()).rejects.toThrow('The service did not accept the API key');
});
