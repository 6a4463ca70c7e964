import ts from 'typescript';

declare global {
	/** Called by each function of an instrumented file when it is entered. */
	var entered: (file: string) => void;
}

const compilerOptions: ts.CompilerOptions = {
	target: ts.ScriptTarget.ES2022,
	module: ts.ModuleKind.CommonJS,
	esModuleInterop: true,
};

/** Compiles a file so that every function with a block body begins with a call of `entered`. */
export function instrument(source: string, file: string): string {
	const transformers = { before: [withCalls(file)] };
	return ts.transpileModule(source, { fileName: file, compilerOptions, transformers }).outputText;
}

function withCalls(file: string): ts.TransformerFactory<ts.SourceFile> {
	return (context) => {
		const { factory } = context;
		const visit = (node: ts.Node): ts.Node => {
			const visited = ts.visitEachChild(node, visit, context);
			if (!ts.isBlock(visited) || !ts.isFunctionLike(node.parent)) return visited;
			return factory.updateBlock(visited, [callOfEntered(factory, file), ...visited.statements]);
		};
		return (source) => ts.visitEachChild(source, visit, context);
	};
}

function callOfEntered(factory: ts.NodeFactory, file: string): ts.Statement {
	const name = factory.createIdentifier('globalThis.entered');
	const call = factory.createCallExpression(name, undefined, [factory.createStringLiteral(file)]);
	return factory.createExpressionStatement(call);
}
