import { HEAVY } from '../support/effort';

/** Number of values for each operation, or each parameter. */
export const RUNS = HEAVY
	? { answers: 300, inputs: 40, names: 100 }
	: { answers: 5, inputs: 1, names: 3 };
