import { ensureN8n } from '../../dev/n8n/install';
import { packPackage } from '../../dev/n8n/package';

/** Installs n8n where it is not yet, and packs the package; each test file starts servers of its own. */
export default async function setUp(): Promise<void> {
	await ensureN8n({ onProgress: (message) => console.log(message) });
	process.env.SCALE_PACKAGE = JSON.stringify(await packPackage());
}
