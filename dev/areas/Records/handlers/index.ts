import type { Handlers } from '../../../fake-service/call';
import { reads } from './reads';
import { search } from './search';
import { writes } from './writes';

export const handlers: Handlers = { ...reads, ...search, ...writes };
