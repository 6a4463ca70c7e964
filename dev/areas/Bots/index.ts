import type { Area } from '../area';
import * as cases from './cases';
import { handlers } from './handlers';

export const area: Area = { handlers, ...cases };
