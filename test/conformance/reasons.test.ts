import { REASONS, rejection } from '../../nodes/shared/errors/rejections';
import { allLeaves, OPERATIONS } from '../../dev/contract/operations';

/** All reasons for which the contract's operations reject an item. */
const reasons = [
	...new Set(
		OPERATIONS.flatMap(({ response }) =>
			allLeaves(response)
				.filter(({ path: names }) => names[names.length - 1] === 'reason')
				.flatMap(({ schema }) => (schema.enum ?? []) as string[]),
		),
	),
	// Publishing has no reasons: its statuses take their place
	...['unpublished', 'conflict', 'unavailable', 'source_unavailable', 'phone_required'],
	// Found by the node before it changes a message
	'not_mutable',
].sort();

it('finds the reasons in the contract', () => {
	expect(reasons.length).toBeGreaterThan(25);
	expect(reasons).toContain('stale_version');
	expect(reasons).toContain('removal_not_allowed');
});

it.each(reasons)('explains what %s means and what to do', (reason) => {
	const { message, description } = rejection('record', reason);
	expect(message).not.toBe(rejection('record', 'no such reason').message);
	expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
	expect(description).toContain(`Reason: ${reason}.`);
});

it('explains no other reasons', () => {
	expect(Object.keys(REASONS).sort()).toEqual(reasons);
});

it('passes on a reason that the contract does not have', () => {
	const { message, description, reason } = rejection('record', 'brand_new');
	expect(message).toBe('The service rejected the change');
	expect(description).toContain('Reason: brand_new.');
	expect(reason).toBe('brand_new');
});
