import { AREAS } from '.';
import type { Account } from '../fake-service/account';
import type { Thing } from './things';

const PLACE = Object.assign({}, ...AREAS.map(({ things }) => things)) as Record<
	string,
	(account: Account, given: unknown) => unknown
>;

/** Puts a thing into the service, or what it has become by now in its place. */
export function place(account: Account, thing: Thing): void {
	for (const [kind, given] of Object.entries(thing)) PLACE[kind](account, given);
}
