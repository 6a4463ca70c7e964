import { AREAS } from '../../dev/areas';
import type { ReadCase, WriteCase } from '../../dev/areas/area';
import { DECLARED, titleOf } from '../../dev/engine/operations';
import type { ServiceFixture } from './useService';

type Fixture = Pick<ServiceFixture, 'service'>;

/** A write on real data, and the operation that makes it. */
export interface Write extends WriteCase {
	node: string;
	resource: string;
	operation: string;
}

/** Functions that make the cases of all areas, by the title of the operation: `Records: Record > Create`. */
function casesOf<Case>(kind: 'reads' | 'writes', fixture: Fixture): Record<string, () => Case> {
	return Object.fromEntries(
		DECLARED.flatMap((declared) => {
			const { area, resource, operation } = declared;
			const cases = AREAS.find(({ name }) => name === area)?.[kind] ?? {};
			const make = cases[`${resource.value} > ${operation.value}`];
			if (!make) return [];
			const place = { node: `svc${area}`, resource: resource.value, operation: operation.value };
			const made = () => ({ ...place, ...make(fixture.service.account('a')) }) as Case;
			return [[titleOf(declared), made]];
		}),
	);
}

/** A case for each read with a documented answer. */
export function readCases(fixture: Fixture): Record<string, () => ReadCase> {
	return casesOf('reads', fixture);
}

/** A case for each write with a documented answer. */
export function writeCases(fixture: Fixture): Record<string, () => Write> {
	return casesOf('writes', fixture);
}
