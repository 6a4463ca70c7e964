import path from 'node:path';

import { CACHE } from '../n8n/paths';

/**
 * Folder of n8n's engine, which writes an encryption key into it as soon as it is loaded. Import this file before n8n-core: the
 * folder would otherwise be the `.n8n` of the user, whose own n8n may have another key and then refuses to start.
 */
process.env.N8N_USER_FOLDER = path.join(CACHE, 'engine');
