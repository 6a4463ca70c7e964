import { init, type EChartsOption } from 'echarts';

/** Colours of light pages, and of dark ones: a chart follows the reader's system. */
const BACKGROUND = ['#ffffff', '#0d1117'];
export const TEXT = ['#1f2328', '#e6edf3'];
export const GRID = ['#d1d9e0', '#3d444d'];

const WIDTH = 760;

/** Renders a chart as SVG, which says what it shows to those who cannot see it. */
export function render(title: string, height: number, option: EChartsOption): string {
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
	chart.setOption({
		animation: false,
		backgroundColor: BACKGROUND[0],
		textStyle: { color: TEXT[0], fontFamily: 'system-ui, sans-serif', fontSize: 13 },
		...option,
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	const dark = [BACKGROUND, TEXT, GRID].flatMap(([light, dark]) =>
		['fill', 'stroke'].map((kind) => `[${kind}="${light}"]{${kind}:${dark}}`),
	);
	const style = `<style>@media (prefers-color-scheme:dark){${dark.join('')}}</style>`;
	const head = `role="img" aria-label="${title}">\n<title>${title}</title>\n${style}`;
	// Names that ECharts counts through all charts of a process
	return `${svg.replace('>', ` ${head}`).replace(/zr\d+-/g, 'zr-')}\n`;
}
