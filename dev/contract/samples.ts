import type { INodeParameters } from 'n8n-workflow';

import { AREAS } from '../areas';
import { nameOf, type OfferedOperation } from './offered';
import { OPERATIONS } from './operations';
import { anything, type Samples } from './sample';

const NOT_SHOWN = OPERATIONS.filter(({ documented }) => !documented);

/** The samples of all operations. */
export const SAMPLES = Object.assign(
	Object.fromEntries(NOT_SHOWN.map(({ id }) => [id, { runs: [anything] }])),
	...AREAS.map(({ samples }) => samples),
) as Required<Samples>;

const VARIANTS: Record<string, INodeParameters> = Object.fromEntries(
	AREAS.flatMap(({ name, variants = {} }) =>
		Object.entries(variants).map(([operation, each]) => [`svc${name}: ${operation}`, each]),
	),
);

/** True for the operation of a node that offers an operation of the contract as it is. */
export function isPlain(offered: OfferedOperation): boolean {
	return !(nameOf(offered) in VARIANTS);
}

/** The sets of parameters of an operation. */
export function parametersOf(offered: OfferedOperation): INodeParameters[] {
	if (!isPlain(offered)) return [VARIANTS[nameOf(offered)]];
	return SAMPLES[offered.contract!.id].runs.map(({ parameters }) => parameters);
}
