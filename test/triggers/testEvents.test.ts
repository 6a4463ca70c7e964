import type { INodePropertyOptions } from 'n8n-workflow';

import { withEvent } from '../../dev/areas/events';
import { pollNode } from '../../dev/engine/pollNode';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import { useService } from '../support/useService';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { keyOf, useTrigger } from './useTrigger';

/** Fetch Test Event, and Execute Workflow in the editor. */

const EVENTS = TRIGGER_CLASSES.flatMap((triggerClass) => {
	const { name, properties } = new triggerClass().description;
	const [{ options }] = properties;
	return (options as INodePropertyOptions[]).map(({ value }) => [name, value as string] as const);
});

describe('a test run', () => {
	const fixture = useService();

	/** Number of test events with an option Max Items per Poll, or the message without any. */
	const count = async (node: string, event: string, maxItemsPerPoll: number) => {
		const options = { maxItemsPerPoll };
		const parameters = { ...withEvent(node, event), options };
		const { credential } = fixture;
		const { items, error } = await pollNode({ node, parameters, credential }, 'manual');
		return error?.message ?? items.length;
	};

	it.each(EVENTS)('of %s, %s has at most Max Items per Poll events', async (node, event) => {
		const all = await count(node, event, 50);
		if (typeof all === 'string') expect(all).toContain('There are no events yet');
		const most = typeof all === 'string' ? [all, all] : [1, Math.min(2, all)];
		expect([await count(node, event, 1), await count(node, event, 2)]).toEqual(most);
	});

	it('has three events of most kinds by default', async () => {
		const counts = await Promise.all(EVENTS.map(([node, event]) => count(node, event, 50)));
		expect(counts.filter((each) => each === 3).length).toBeGreaterThan(15);
	});
});

describe('one test event', () => {
	const { fixture, trigger } = useTrigger();
	const ONE = { options: { maxItemsPerPoll: 1 } };
	const MINUTE = 60_000;

	it('is the latest of those that were, and the next of those that are to come', async () => {
		const account = fixture.service.account('a');
		const now = fixture.service.now();
		for (const minutes of [-20, -10, 10, 20]) {
			const due_at = now + minutes * MINUTE;
			addArrangement(account, { arrangement_uid: `at_${minutes}`, due_at, updated_at: now });
		}
		const test = async (event: string) => {
			const { items } = await trigger('svcArrangementsTrigger', event, ONE).test();
			return items.map(({ json }) => keyOf(json).split('#')[0]);
		};
		expect(await test('overdue')).toEqual(['at_-10']);
		expect(await test('dueSoon')).toEqual(['at_10']);
	});

	it('shows a task for From Statuses, since earlier statuses are not known', async () => {
		const account = fixture.service.account('a');
		const updated_at = fixture.service.now();
		addArrangement(account, { arrangement_uid: 'a', updated_at, status: 'following' });
		const filters = { fromStatuses: ['identified'] };
		const { items } = await trigger('svcArrangementsTrigger', 'statusChanged', { filters }).test();
		expect(items).toMatchObject([{ json: { arrangement_uid: 'a', previous_status: null } }]);
	});
});
