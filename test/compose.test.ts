import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { REPOSITORY } from '../dev/n8n/paths';
import { POLL_MODES, QUEUE_MODE, REDIS_OPTIONS } from '../dev/n8n/settings';

const POLL_SETTINGS = Object.assign({}, ...POLL_MODES.map(({ env }) => env)) as object;

/** docs/compose.yaml runs n8n as the tests of queue mode do (test/scale). */

interface Container {
	image: string;
	build?: { dockerfile_inline: string };
	command?: string | string[];
	environment?: Record<string, string>;
	volumes?: string[];
	deploy?: { replicas: number };
}

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
const text = read('docs/compose.yaml');
const compose = load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
	services: Record<string, Container>;
	volumes: object;
};
const { services } = compose;
const { version } = JSON.parse(read('package.json')) as { version: string };
const pinned = JSON.parse(read('dev/n8n/versions/current/package.json')) as {
	dependencies: { n8n: string };
};

it('has a main, a webhook process, two workers, Redis and PostgreSQL', () => {
	expect(Object.keys(services)).toEqual(['main', 'webhook', 'worker', 'redis', 'postgres']);
	expect(services.worker.deploy).toEqual({ replicas: 2 });
	expect(services.main.command).toBeUndefined();
	expect(services.webhook.command).toBe('webhook');
	expect(services.worker.command).toMatch(/^worker --concurrency=\d+$/);
});

it.each(['main', 'webhook', 'worker'])('runs %s with the settings of the tests', (name) => {
	const { environment, build, image } = services[name];
	expect(environment).toMatchObject(QUEUE_MODE);
	expect(environment!.QUEUE_BULL_REDIS_HOST).toBe('redis');
	expect(environment!.DB_POSTGRESDB_HOST).toBe('postgres');
	expect(image).toBe(`n8n-with-svc:${pinned.dependencies.n8n}`);
	expect(build!.dockerfile_inline).toContain(`FROM n8nio/n8n:${pinned.dependencies.n8n}\n`);
	expect(build!.dockerfile_inline).toContain(` /tmp/n8n-nodes-svc-${version}.tgz\n`);
});

it('leaves polls where n8n wants them in production', () => {
	expect(Object.keys(POLL_SETTINGS).filter((name) => text.includes(name))).toEqual([]);
	expect(read('docs/scaling.md')).toContain('the compose file leaves them out');
});

it('keeps the data of Redis, on disk before n8n goes on', () => {
	const { command, volumes } = services.redis;
	expect(command!.slice(0, 1 + REDIS_OPTIONS.length)).toEqual(['redis-server', ...REDIS_OPTIONS]);
	expect(volumes).toEqual(['redis:/data']);
	expect(compose.volumes).toHaveProperty('redis');
});

it('has images with versions, and no secret in it', () => {
	for (const { image } of Object.values(services)) expect(image).toMatch(/:\d+(\.\d+)+$/);
	const secrets = [...text.matchAll(/^ *-? *(\w*(?:PASSWORD|KEY|AUTH)\w*): *(.*)$/gm)];
	expect(secrets.length).toBeGreaterThan(4);
	for (const [, , value] of secrets) expect(value).toMatch(/^\$\{[A-Z0-9_]+:\?\}$/);
});

it.each(Object.keys({ ...QUEUE_MODE, ...POLL_SETTINGS }))('docs/scaling.md explains %s', (name) => {
	expect(read('docs/scaling.md')).toContain(`\`${name}`);
});
