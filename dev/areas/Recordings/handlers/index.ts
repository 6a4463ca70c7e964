import type { Handlers } from '../../../fake-service/call';
import { recordings } from './recordings';
import { summaries } from './summaries';
import { transcripts } from './transcripts';

export const handlers: Handlers = { ...recordings, ...summaries, ...transcripts };
