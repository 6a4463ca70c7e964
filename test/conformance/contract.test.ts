import { fieldsOf, isMoment, OPERATIONS } from '../../dev/contract/operations';

it('has POST operations only', () => {
	expect(new Set(OPERATIONS.flatMap(({ methods }) => methods))).toEqual(new Set(['post']));
});

describe('fields of answers', () => {
	const fields = OPERATIONS.flatMap(({ response }) => fieldsOf(response));
	const namesOf = (some: typeof fields) => [...new Set(some.map(({ name }) => name))].sort();

	it('are times exactly if their names end in _at', () => {
		const times = namesOf(fields.filter(({ schema }) => isMoment(schema)));
		expect(times).toContain('due_at');
		expect(times).toContain('started_at');
		expect(times).toEqual(namesOf(fields.filter(({ name }) => name.endsWith('_at'))));
	});

	// A new field in _ms or _millis belongs into the list, after a look at its unit and whether it is a length of time
	it('are durations if their names end in duration_ms, except that of a file', () => {
		const lengths = namesOf(fields.filter(({ name }) => name.includes('duration')));
		expect(lengths).toEqual(['duration_millis', 'duration_ms', 'media_duration_ms']);
		expect(namesOf(fields.filter(({ name }) => /_(ms|millis)$/.test(name)))).toEqual([
			...lengths.slice(0, 2),
			'end_ms',
			'end_offset_ms',
			'media_duration_ms',
			'start_ms',
			'start_offset_ms',
		]);
	});
});
