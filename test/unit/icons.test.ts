import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';

import { SvcApi } from '../../credentials/SvcApi.credentials';
import { NODE_CLASSES, TRIGGER_CLASSES } from '../../dev/engine/types';
import { coloursIn, contrast } from '../support/contrast';

type Theme = 'light' | 'dark';

/** Background colours of an icon in n8n's editor: a node, then the canvas or the node panel. */
const SURFACES: Record<Theme, string[]> = {
	light: ['#ffffff', '#f5f5f5'],
	dark: ['#2b2b2b', '#171717'],
};

const actions: INodeType[] = NODE_CLASSES.map((Node) => new Node());
const triggers: INodeType[] = TRIGGER_CLASSES.map((Node) => new Node());

/** The icons of the credential and of each area, with their owners. */
const icons: Array<[whose: string, icon: Record<Theme, string>]> = [
	['Svc API', new SvcApi().icon as Record<Theme, string>],
	...actions.map(({ description }): [string, Record<Theme, string>] => [
		description.displayName,
		description.icon as Record<Theme, string>,
	]),
];

/** Text of an icon's file. */
function read(icon: Record<Theme, string>, theme: Theme): string {
	const [file] = /icons\/\w+(\.dark)?\.svg$/.exec(icon[theme])!;
	return readFileSync(path.resolve(__dirname, '../..', file), 'utf8');
}

test('contrast is computed as WCAG does', () => {
	expect(contrast('#fff', '#000000')).toBeCloseTo(21, 5);
	expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each<Theme>(['light', 'dark'])('in the %s theme', (theme) => {
	test.each(icons)('the icon of %s has enough contrast with its background', (_, icon) => {
		const [badge, ...glyph] = coloursIn(read(icon, theme));
		expect(Math.min(...glyph.map((colour) => contrast(colour, badge)))).toBeGreaterThanOrEqual(4.5);
		const around = SURFACES[theme].map((surface) => contrast(badge, surface));
		expect(Math.min(...around)).toBeGreaterThanOrEqual(3);
	});

	// At 14 pixels, as in the list of actions, colours are told apart before drawings
	test('no two areas have the same colour, and none has that of the credential', () => {
		const badges = icons.map(([, icon]) => coloursIn(read(icon, theme))[0]);
		expect(new Set(badges).size).toBe(icons.length);
	});

	test.each(icons)('the icon of %s is small and square', (_, icon) => {
		const svg = read(icon, theme);
		expect(svg).toContain('viewBox="0 0 40 40"');
		expect(svg.length).toBeLessThan(2_000);
	});
});

test.each(icons)('the icon of %s differs between the themes in its colours only', (_, icon) => {
	expect(icon.light).not.toBe(icon.dark);
	const [light, dark] = [read(icon, 'light'), read(icon, 'dark')];
	expect(coloursIn(light)).not.toEqual(coloursIn(dark));
	expect(light.replace(/#[0-9a-f]+/g, 'colour')).toBe(dark.replace(/#[0-9a-f]+/g, 'colour'));
});

test.each(triggers.map(({ description }) => [description.displayName, description] as const))(
	'%s has the icon of its area',
	(_, { name, icon }) => {
		const action = actions.find(({ description }) => `${description.name}Trigger` === name)!;
		expect(icon).toEqual(action.description.icon);
	},
);
