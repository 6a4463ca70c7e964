import { ensureN8n } from '../../dev/n8n/install';

/** Installs n8n: its packages have the definitions of its nodes. No n8n is started. */
export default async function setUp(): Promise<void> {
	await ensureN8n({ onProgress: (message) => console.log(message) });
}
