/**
 * Installs the n8n that `N8N_VERSION` names, if it is not there: `npx tsx dev/scripts/install-n8n.ts`. Tests do so themselves;
 * `.ci/run` begins earlier, while other tests run.
 */
import { ensureN8n } from '../n8n/install';

void ensureN8n({ onProgress: (message) => console.log(message) });
