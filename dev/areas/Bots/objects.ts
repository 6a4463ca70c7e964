import type { Area } from '../area';

export const objects: Area['objects'] = ({ bots }) => ({ bot: [...bots.keys()] });
