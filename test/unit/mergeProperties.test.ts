import { fc } from '../support/random';

import { mergeProperties } from '../../nodes/shared/form/properties';

const strings = (lists: string[]) => lists.map((list) => [...list]);
const shown = (lists: string[]) =>
	mergeProperties(strings(lists)).map(({ entry, lists: of }) => `${entry} ${of.join('')}`);

it('merges entries that several lists have in the same place', () => {
	expect(shown(['axz', 'ayz'])).toEqual(['a 01', 'y 1', 'x 0', 'z 01']);
});

it('keeps an entry twice if the lists have it in different places', () => {
	expect(shown(['ab', 'ba'])).toEqual(['a 0', 'b 01', 'a 1']);
});

it('never merges two entries of the same list', () => {
	expect(shown(['aa', 'a'])).toEqual(['a 01', 'a 0']);
});

it('keeps all entries of every list in their order', () => {
	fc.assert(
		fc.property(fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'))), (lists) => {
			const woven = mergeProperties(lists);
			const ofList = (i: number) =>
				woven.filter(({ lists: of }) => of.includes(i)).map(({ entry }) => entry);
			expect(lists.map((_list, i) => ofList(i))).toEqual(lists);
		}),
	);
});
