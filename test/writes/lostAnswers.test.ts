import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { DECLARED, titleOf } from '../../dev/engine/operations';
import type { Outcome } from '../../dev/engine/runNode';
import type { Account } from '../../dev/fake-service/account';
import { overrideLimits } from '../../dev/limits';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import { writeCases, type Write } from '../support/cases';
import { rowsOf } from '../support/repository';
import { useClock } from '../support/useClock';
import { useService } from '../support/useService';
import { share } from '../support/effort';

/**
 * The row of a success is the same with and without lost answers: every write is made once without a fault, and then again
 * for each answer that can be lost after the service has made the change.
 */

const NOW = Date.UTC(2026, 5, 15, 9);
const fixture = useService({ now: NOW });
useClock(fixture);

const WRITES = DECLARED.filter(({ operation }) => operation.endpoint.repeat);
const PATHS = new Set<string>(WRITES.map(({ operation }) => operation.routing.request.url));

/**
 * Operations whose row differs after a lost answer, because the service itself answers a repeated request differently: the
 * field, and its value then.
 */
const EXCEPTIONS: Array<[title: string, field: string, value: unknown]> = [
	['Chat: Message > Withdraw', 'changed', false],
	['Teams: Team > Join', 'membership_state', 'already_member'],
];

/** A write with other parameters than the case of its operation; `what` says which. */
interface Variant {
	title: string;
	what: string;
	more: (account: Account, write: Write) => INodeParameters;
	items?: IDataObject[];
	prepare?: () => void;
	/** Its further steps have a time of their own, which is later if an answer was lost: the clock stands still */
	steps?: true;
}

const LONG = `${'word '.repeat(1999)}end. ${'more '.repeat(300)}`;
const own = ({ records, profile }: Account) =>
	[...records.values()].filter(
		({ state, locked, creator_user_ref, container, text_content }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === profile.user_ref &&
			container.kind === 'unclassified' &&
			text_content !== '',
	);
const task = ({ arrangements }: Account, wanted: string) =>
	uid([...arrangements.values()].find(({ status }) => status === wanted)!.arrangement_uid);
const append = (what: string, text: string, separator?: string): Variant => ({
	title: 'Records: Record > Append Text',
	what,
	more: () => ({ text, ...(separator && { options: { separator } }) }),
});

const VARIANTS: Variant[] = [
	append('of a text that begins with line breaks', '\n\nonce'),
	append('after a blank line', 'once', 'blankLine'),
	append('after nothing', 'once', 'none'),
	append('after a blank', 'once', 'space'),
	append('of blanks', 'once  \n'),
	append('of more than the row shows', 'x'.repeat(500)),
	{
		title: 'Records: Record > Append Text',
		what: 'of two items to one record',
		more: () => ({ text: '={{ $json.text }}' }),
		items: [{ text: 'one' }, { text: 'two' }],
	},
	{
		title: 'Records: Record > Append Text',
		what: 'of the same text twice',
		more: () => ({ text: 'mine' }),
		items: [{}, {}],
	},
	{
		title: 'Records: Record > Create',
		what: 'in parts',
		more: () => ({ text: LONG }),
	},
	{
		title: 'Records: Record > Create',
		what: 'of three items',
		more: () => ({ text: '={{ $json.text }}', additionalFields: { title: '={{ $json.text }}' } }),
		items: [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
	},
	{
		title: 'Records: Record > Create',
		what: 'with Write Once Per',
		more: () => ({
			additionalFields: { sendAt: '2026-06-01T10:00:00Z' },
			options: { writeOncePer: 'a' },
		}),
	},
	{
		title: 'Records: Record > Update',
		what: 'with the version that the user expects',
		more: (account) => ({ options: { expectedVersion: own(account)[0].version } }),
	},
	{
		title: 'Records: Record > Update',
		what: 'of two items for one record',
		more: () => ({ updateFields: { title: '={{ $json.title }}' } }),
		items: [{ title: 'one' }, { title: 'two' }],
	},
	{
		title: 'Records: Record > Delete',
		what: 'with the version that the user expects',
		more: (account) => ({ options: { expectedVersion: own(account)[0].version } }),
	},
	{
		title: 'Chat: Message > Send',
		what: 'in parts',
		more: () => ({ text: LONG }),
	},
	{
		title: 'Chat: Message > Send',
		what: 'to a person',
		more: (_account, { parameters }) => ({
			...parameters,
			sendTo: 'person',
			person: writeCases(fixture)['Chat: Conversation > Create Private Chat']().parameters.person,
		}),
	},
	{
		title: 'Chat: Message > Send',
		what: 'with Write Once Per',
		more: () => ({ options: { sendAt: '2026-06-01T10:00:00Z', writeOncePer: 'a' } }),
	},
	{
		title: 'Tasks: Task > Create',
		what: 'with Write Once Per',
		more: () => ({ options: { writeOncePer: 'a' } }),
	},
	{
		title: 'Tasks: Task > Create',
		what: 'with a title that is too long',
		more: () => ({ title: LONG.slice(0, 1500) }),
	},
	{
		title: 'Teams: Team > Create',
		what: 'with Write Once Per',
		more: () => ({ options: { writeOncePer: 'a' } }),
	},
	{
		title: 'Tasks: Task > Set Status',
		what: 'in two steps',
		more: (account) => ({ arrangement: task(account, 'identified') }),
		steps: true,
	},
	{
		title: 'Tasks: Task > Complete',
		what: 'in two steps',
		more: (account) => ({ arrangement: task(account, 'identified') }),
		steps: true,
	},
	{
		title: 'World: Post > Publish',
		what: 'that waits for a review',
		more: () => ({}),
		prepare: () => void (fixture.service.settings.world.review = true),
	},
];

const CASES = [
	...WRITES.map((declared): Variant => ({ title: titleOf(declared), what: '', more: () => ({}) })),
	...VARIANTS,
].flatMap((variant) => {
	const { operation } = WRITES.find((each) => titleOf(each) === variant.title)!;
	const fields = JSON.stringify(operation.fields);
	const raw: IDataObject = {
		simplify: false,
		...(fields.includes('"ifRejected"') && { ifRejected: 'output' }),
	};
	const name = [variant.title, variant.what].filter(Boolean).join(' ');
	const plain = [name, variant, {} as IDataObject] as const;
	return variant.what ? [plain] : [plain, [`${name}, with other options`, variant, raw] as const];
});

/** Who repeats the request: the tries of the node, those of n8n, and the time between two of them. */
const WAYS = {
	'the node itself': { maxTries: 5, tries: 1, wait: 1000 },
	'Retry On Fail': { maxTries: 1, tries: 5, wait: 5000 },
	'Retry execution': { maxTries: 1, tries: 1, wait: 3 * 3600_000 },
};
type Way = keyof typeof WAYS;

/** The output items of a write, with the answers of its requests of these numbers lost; and the number of its requests. */
async function itemsOf(
	{ title, more, items = [{}], prepare, steps }: Variant,
	options: IDataObject,
	way: Way,
	isLost: (request: number) => boolean,
) {
	const { maxTries, tries, wait } = WAYS[way];
	fixture.service.reset();
	LIMITERS.clear();
	prepare?.();
	const write = writeCases(fixture)[title]();
	const account = fixture.service.account('a');
	const given = more(account, write);
	const before = new Set(
		[account.records, account.arrangements, account.teams, account.conversations].flatMap(
			(things): string[] => [...things.keys()],
		),
	);
	let requests = 0;
	fixture.service.faults.add({
		match: ({ path }) => PATHS.has(path) && isLost(requests++),
		drop: 'after',
		times: Infinity,
	});
	const off = fixture.service.listen(({ injected, endedAt }) => {
		if (injected && endedAt !== undefined && !steps) fixture.service.advance(wait);
	});
	const restore = overrideLimits({ maxTries, firstBackoff: 1 });
	const setup = {
		node: write.node,
		parameters: {
			resource: write.resource,
			operation: write.operation,
			...write.parameters,
			...given,
			options: { ...(given.options as IDataObject), ...options },
		} as INodeParameters,
		items,
		settings: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 },
	};
	let outcome = await fixture.run(setup);
	for (let i = 0; way === 'Retry execution' && outcome.error && i < 10; i++)
		outcome = await fixture.retry(outcome.run, { ...setup, executionId: `retry ${i}` });
	off();
	restore();
	const lost = fixture.requests.filter(({ injected }) => injected).length;
	expect(fixture.service.violations).toEqual([]);
	return { items: comparable(outcome, before), requests, lost };
}

/** The output items, with the names of new objects by their order. Instead of items, the message of a failure. */
function comparable({ items, error }: Outcome, before: Set<string>): Array<{ json: IDataObject }> {
	if (error) throw new Error(error.message);
	const names = new Map<string, string>();
	const text = JSON.stringify(items).replace(/\b(rec|arr|team|chat)_[0-9a-f]{12}\b/g, (name) => {
		if (before.has(name)) return name;
		if (!names.has(name)) names.set(name, `new ${names.size}`);
		return names.get(name)!;
	});
	return JSON.parse(text) as Array<{ json: IDataObject }>;
}

describe.each(CASES)('%s', (_name, variant, options) => {
	const differing = EXCEPTIONS.filter(([title]) => title === variant.title);
	const others = Object.fromEntries(differing.map(([, field, value]) => [field, value]));

	it.each(share(Object.keys(WAYS) as Way[]))('has the same row if %s repeats it', async (way) => {
		const { items, requests } = await itemsOf(variant, options, way, () => false);
		for (const field of Object.keys(others)) expect(items[0].json[field]).not.toBe(others[field]);
		const expected = items.map((item) => ({ ...item, json: { ...item.json, ...others } }));
		const losses: Array<[string, (request: number) => boolean]> = [
			...Array.from({ length: requests }, (_, at): (typeof losses)[number] => [
				`answer ${at} lost`,
				(request) => request === at,
			]),
			// Most requests are sent twice then
			['every other answer lost', (request) => request % 2 === 0],
		];
		for (const [loss, isLost] of losses) {
			const repeated = await itemsOf(variant, options, way, isLost);
			expect({ [loss]: repeated.items }).toEqual({ [loss]: expected });
			expect(repeated.lost).toBeGreaterThan(0);
		}
	});
});

it('docs/write-safety.md lists the fields that differ', () => {
	const rows = rowsOf('docs/write-safety.md', 'The row after a lost answer');
	expect(rows.map((cells) => cells.map((cell) => cell.replaceAll('`', '')))).toEqual(
		EXCEPTIONS.map(([title, field, value]) => [title, field, String(value)]),
	);
});
