import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { load } from 'js-yaml';

import { copyTo, linkModules } from '../support/repository';
import type { Registry } from './registry';

interface Step {
	name?: string;
	run?: string;
	env?: Record<string, string>;
	with?: Record<string, unknown>;
}

interface Job {
	environment?: string;
	permissions?: Record<string, string>;
	steps: Step[];
}

export interface Outcome {
	/** Name, or command, of the step that failed. */
	failed?: string;
	/** Output of all steps. */
	output: string;
	/** The checkout of the last job. */
	checkout: string;
}

/** The jobs that are run: those between them are tests, and run this one. */
const JOBS = ['version', 'publish'];

/**
 * A copy of this repository with its owner's clone and its GitHub, which runs jobs of publish.yml. All commands are run
 * as they are, but for `npm ci`: the packages of this checkout are there already.
 */
export class Project {
	/** The owner's clone. */
	readonly clone: string;

	private readonly origin: string;

	/** The tag that was pushed last, and its commit. */
	tagged = { tag: '', commit: '' };

	private constructor(
		private readonly folder: string,
		private readonly registry: Registry,
		/** Environment of all commands, for example the address of the registry. */
		private readonly env: Record<string, string>,
	) {
		this.clone = path.join(folder, 'clone');
		this.origin = path.join(folder, 'origin.git');
	}

	static async create(
		folder: string,
		registry: Registry,
		env: Record<string, string>,
	): Promise<Project> {
		const project = new Project(folder, registry, env);
		copyTo(project.clone);
		for (const home of ['owner', 'runner']) mkdirSync(path.join(folder, home));
		await project.do('git init -q -b main && echo node_modules >>.git/info/exclude');
		await project.do(`git init -q --bare "${project.origin}"`);
		await project.do("npm run brand -- --repo acme/talk --author 'Acme <nodes@acme.example>'");
		await project.do(`git remote add origin "${project.origin}"`);
		await project.commit('a copy');
		return project;
	}

	/** Home of the owner, where npm keeps the login. */
	get home(): string {
		return path.join(this.folder, 'owner');
	}

	read(file: string): string {
		return readFileSync(path.join(this.clone, file), 'utf8');
	}

	write(file: string, content: string): void {
		writeFileSync(path.join(this.clone, file), content);
	}

	/** Runs a command in the owner's clone, and returns what it printed if it failed. */
	async failureOf(command: string): Promise<string> {
		const { code, output } = await run(command, this.clone, { ...this.env, HOME: this.home });
		return code === 0 ? '' : `${command} failed:\n${output}`;
	}

	/** Runs a command in the owner's clone. */
	async do(command: string): Promise<void> {
		const failure = await this.failureOf(command);
		if (failure) throw new Error(failure);
	}

	/** Commits everything, and pushes the branch. */
	async commit(message: string, branch = 'main'): Promise<void> {
		const author = '-c user.name=Owner -c user.email=owner@svc.example';
		await this.do(`git add -A && git ${author} commit -qm "${message}"`);
		await this.do(`git push -q origin HEAD:${branch}`);
	}

	/** Pushes a tag, and runs the commands of the workflow, up to the first that fails. */
	async push(tag: string): Promise<Outcome> {
		await this.do(`git tag -f "${tag}" && git push -qf origin "${tag}"`);
		const { output } = await run('git rev-parse HEAD', this.clone, this.env);
		this.tagged = { tag, commit: output.trim() };
		const outcome: Outcome = { output: '', checkout: '' };
		for (const job of JOBS) if (!outcome.failed) await this.runJob(job, outcome);
		return outcome;
	}

	/** Runs the last step of the workflow again. */
	async publishAgain({ checkout }: Outcome) {
		const job = this.job(JOBS.at(-1)!);
		return await run(job.steps.at(-1)!.run!, checkout, this.environmentOf(job));
	}

	private job(name: string): Job {
		const { jobs } = load(this.read('.github/workflows/publish.yml')) as {
			jobs: Record<string, Job>;
		};
		return jobs[name];
	}

	private async runJob(name: string, outcome: Outcome): Promise<void> {
		const job = this.job(name);
		outcome.checkout = mkdtempSync(path.join(this.folder, `${name}-`));
		const isWhole = job.steps.some((step) => step.with?.['fetch-depth'] === 0);
		const from = `${isWhole ? '' : '--depth 1 '}--branch "${this.tagged.tag}" "file://${this.origin}"`;
		await this.do(`git clone -q ${from} "${outcome.checkout}"`);
		linkModules(outcome.checkout);
		for (const step of job.steps) {
			if (!step.run || step.run === 'npm ci') continue;
			const env = { ...this.environmentOf(job), ...step.env };
			const { code, output } = await run(step.run, outcome.checkout, env);
			outcome.output += output;
			if (code !== 0) outcome.failed = step.name ?? step.run;
			if (outcome.failed) return;
		}
	}

	/** Variables that GitHub sets. A job gets ID tokens only with the permission for them. */
	private environmentOf(job: Job): Record<string, string> {
		const { tag, commit } = this.tagged;
		const { repository } = JSON.parse(this.read('package.json')) as { repository: { url: string } };
		const name = /github\.com\/(.*)\.git$/.exec(repository.url)![1];
		const claims = {
			sub: `repo:${name}:environment:${job.environment}`,
			repository: name,
			workflow_ref: `${name}/.github/workflows/publish.yml@refs/tags/${tag}`,
			...(job.environment && { environment: job.environment }),
		};
		return {
			...this.env,
			HOME: path.join(this.folder, 'runner'),
			CI: 'true',
			GITHUB_ACTIONS: 'true',
			GITHUB_SERVER_URL: 'https://github.com',
			GITHUB_REPOSITORY: name,
			GITHUB_WORKFLOW_REF: claims.workflow_ref,
			GITHUB_REF: `refs/tags/${tag}`,
			GITHUB_REF_NAME: tag,
			GITHUB_SHA: commit,
			RUNNER_ENVIRONMENT: 'github-hosted',
			...(job.permissions?.['id-token'] === 'write' && {
				ACTIONS_ID_TOKEN_REQUEST_URL: this.registry.tokensFor(claims),
				ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'invented',
			}),
		};
	}
}

/** Runs a command as GitHub Actions does. Answers `y` to all questions. */
async function run(command: string, cwd: string, env: Record<string, string>) {
	const child = spawn('bash', ['--norc', '-e', '-c', `{ ${command}\n} 2>&1`], {
		cwd,
		env: { PATH: process.env.PATH!, ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	child.stdin.on('error', () => {});
	child.stdin.end('y\n');
	const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
	return { output: await text(child.stdout), code: await code };
}
