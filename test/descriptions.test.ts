import { NODE_CLASSES, TRIGGER_CLASSES } from '../dev/engine/types';

it.each(
	[...NODE_CLASSES, ...TRIGGER_CLASSES].map((nodeClass) => [nodeClass.name, nodeClass] as const),
)('%s looks to the user as it did, unless somebody looked at the change', (_name, nodeClass) => {
	expect(new nodeClass().description).toMatchSnapshot();
});
