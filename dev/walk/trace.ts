import './loadInstrumented';
import { prepare } from './journeys';
async function main() {
	const { journeys, close } = await prepare();
	for (const j of journeys) {
		await j.run();
		const trail: string[] = [];
		globalThis.entered = (f) => trail.push(f);
		await j.run();
		globalThis.entered = () => {};
		if (process.argv[2] && j.name !== process.argv[2]) continue;
		const stops = trail.filter((f, i) => f !== trail[i - 1]);
		console.log('##', j.name, stops.length - 1);
		console.log(stops.map((s) => s.replace('shared/', '').replace('.ts', '')).join('\n'));
	}
	await close();
}
void main();
