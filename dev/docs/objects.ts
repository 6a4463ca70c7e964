import { AREAS } from '../areas';
import type { Row } from '../areas/area';
import type { Account } from '../fake-service/account';

const ROWS = Object.assign({}, ...AREAS.map(({ rows }) => rows)) as Record<
	string,
	(account: Account) => Row[]
>;

/** Rows for an operation: `most` of them, or one for each object that it can act on. */
export function rowsFor(account: Account, operation: string, most: number): Row[] {
	const any = Object.assign({}, ...AREAS.map(({ objects }) => objects?.(account))) as Record<
		string,
		string[]
	>;
	const own = ROWS[operation]?.(account) ?? Array.from({ length: most }, () => ({}));
	return own.slice(0, most).map((values, i) => {
		const row: Row = {};
		for (const [name, uids] of Object.entries(any)) {
			row[`${name}_1`] = uids[i % uids.length];
			row[`${name}_2`] = uids[(i + 1) % uids.length];
		}
		return { ...row, ...values };
	});
}
