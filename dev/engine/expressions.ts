import 'reflect-metadata';
import { ExpressionEngineConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { Expression } from 'n8n-workflow';

/** An engine of n8n that evaluates expressions. */
export type ExpressionEngine = ReturnType<typeof Expression.getActiveImplementation>;

/**
 * Starts the engine of expressions that n8n's server starts with the same environment, by default `vm`. Without this,
 * n8n-workflow evaluates in its older engine, `legacy`. The settings are handed over as in `commands/base-command` of n8n.
 * `changes` replace some of them.
 * @throws Error if this version of Node.js cannot load the engine
 */
export async function startExpressionEngine(
	changes: Partial<ExpressionEngineConfig> = {},
): Promise<void> {
	const { idleTimeout, ...settings } = { ...Container.get(ExpressionEngineConfig), ...changes };
	await Expression.initExpressionEngine({
		...settings,
		idleTimeoutMs: idleTimeout === undefined ? undefined : idleTimeout * 1000,
	});
}

/** Ends the engine, whose isolates would otherwise keep their memory. */
export async function stopExpressionEngine(): Promise<void> {
	await Expression.disposeExpressionEngine();
}

/** The engine that evaluates expressions now. */
export function expressionEngine(): ExpressionEngine {
	return Expression.getActiveImplementation();
}
