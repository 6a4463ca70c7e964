/**
 * The `x-rules` of the contract; contract/README.md explains each. A rule returns the text of the violation, or
 * undefined if the body satisfies it.
 */

/** A JSON object that satisfies its schema. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Fields = Record<string, any>;

/** Scope of a rule: the body, or one element of the array `at`. */
interface Element {
	fields: Fields;
	/** Its prefix in messages: empty for the body, else such as `items[2].` */
	path: string;
}

type Options = {
	unique: { fields: string[] };
	maxBytes: { fields: string[]; max: number };
	exactlyOne: { fields: string[] };
	before: { fields: [string, string] };
	notAfter: { fields: [string, string] };
	maxWindow: { fields: [string, string]; days: number; endsNow?: boolean };
	maxTogether: { fields: string[]; max: number };
	presentIff: { field: string; anyOf: string[] };
	presentWhen: { field: string; when: { field: string; equals: unknown } };
	timeZone: { fields: string[] };
	allowedPairs: { fields: [string, string]; pairs: unknown[][] };
	mentions: object;
};

export type RuleName = keyof Options;
export type Rule<Name extends RuleName = RuleName> = {
	[N in Name]: { rule: N; at?: string } & Options[N];
}[Name];

type Check<Name extends RuleName> = (
	elements: Element[],
	rule: Rule<Name>,
	now: number,
) => string | undefined;

const checks: { [Name in RuleName]: Check<Name> } = {
	unique(elements, { fields }) {
		const seen = new Map<string, string>();
		for (const { fields: values, path } of elements) {
			const identity = JSON.stringify(fields.map((field) => values[field]));
			const first = seen.get(identity);
			if (first !== undefined) {
				return `${path}${fields.join(' and ')} must be unique, ${first} has the same`;
			}
			seen.set(identity, path.slice(0, -1));
		}
		return undefined;
	},

	maxBytes: forEach(({ fields: values, path }, { fields, max }) => {
		for (const field of fields.filter((name) => given(values[name]))) {
			for (const text of [values[field]].flat()) {
				if (Buffer.byteLength(text) > max) return `${path}${field} is longer than ${max} bytes`;
			}
		}
		return undefined;
	}),

	exactlyOne: forEach(({ fields: values, path }, { fields }) =>
		fields.filter((field) => given(values[field])).length === 1
			? undefined
			: `${path}${fields.join(', ')}: exactly one of them must be given`,
	),

	before: forEach(({ fields: values, path }, { fields: [a, b] }) =>
		given(values[a]) && given(values[b]) && !(values[a] < values[b])
			? `${path}${b} must be later than ${a}`
			: undefined,
	),

	notAfter: forEach(({ fields: values, path }, { fields: [a, b] }) =>
		given(values[a]) && given(values[b]) && values[a] > values[b]
			? `${path}${b} must not be earlier than ${a}`
			: undefined,
	),

	maxWindow: forEach(({ fields: values, path }, { fields: [a, b], days, endsNow }, now) => {
		if (!given(values[a]) || (!given(values[b]) && !endsNow)) return undefined;
		const end = endsNow ? Math.min(values[b] ?? now, now) : values[b];
		return end - values[a] > days * 86_400_000
			? `${path}${a} to ${b} is longer than ${days} days`
			: undefined;
	}),

	maxTogether: forEach(({ fields: values, path }, { fields, max }) =>
		fields.reduce((sum, field) => sum + (values[field]?.length ?? 0), 0) > max
			? `${path}${fields.join(' and ')} have more than ${max} elements together`
			: undefined,
	),

	presentIff: forEach(({ fields: values, path }, { field, anyOf }) => {
		const wanted = anyOf.some((name) => given(values[name]));
		return given(values[field]) === wanted
			? undefined
			: `${path}${field} must be given exactly when ${anyOf.join(' or ')} is`;
	}),

	presentWhen: forEach(({ fields: values, path }, { field, when }) =>
		given(values[field]) === (values[when.field] === when.equals)
			? undefined
			: `${path}${field} must be given exactly when ${when.field} is ${when.equals}`,
	),

	timeZone: forEach(({ fields: values, path }, { fields }) => {
		const wrong = fields.find((field) => given(values[field]) && !isTimeZone(values[field]));
		return wrong && `${path}${wrong} is not an IANA time zone`;
	}),

	allowedPairs: forEach(({ fields: values, path }, { fields: [a, b], pairs }) =>
		pairs.some(([first, second]) => values[a] === first && values[b] === second)
			? undefined
			: `${path}${b} ${values[b]} cannot follow ${a} ${values[a]}`,
	),

	mentions: forEach(({ fields: { bot_mentions, text_content }, path }) => {
		for (const [i, { mention_text, occurrence }] of (bot_mentions ?? []).entries()) {
			const name = `${path}bot_mentions[${i}]`;
			const count = text_content.split(mention_text).length - 1;
			if (!/^[@＠]./u.test(mention_text)) return `${name}.mention_text must start with @ or ＠`;
			if (count === 0) return `${name}.mention_text is not in text_content`;
			if (!given(occurrence) && count > 1) {
				return `${name}.occurrence is required: the text mentions it ${count} times`;
			}
			if (given(occurrence) && (occurrence < 1 || occurrence > count)) {
				return `${name}.occurrence must be from 1 to ${count}`;
			}
		}
		return undefined;
	}),
};

/** Checks a body that satisfies its schema. Returns the first violation, with the field. */
export function brokenRule(rules: Rule[], body: Fields, now: number): string | undefined {
	for (const rule of rules) {
		const elements = rule.at
			? ((body[rule.at] ?? []) as Fields[]).map((fields, i) => ({
					fields,
					path: `${rule.at}[${i}].`,
				}))
			: [{ fields: body, path: '' }];
		const problem = (checks[rule.rule] as Check<RuleName>)(elements, rule, now);
		if (problem) return problem;
	}
	return undefined;
}

/** True if the service has a rule of this name. */
export function isRule(name: string): name is RuleName {
	return Object.hasOwn(checks, name);
}

function given(value: unknown): boolean {
	return value !== undefined && value !== null;
}

function forEach<Name extends RuleName>(
	check: (element: Element, rule: Rule<Name>, now: number) => string | undefined,
): Check<Name> {
	return (elements, rule, now) => {
		for (const element of elements) {
			const problem = check(element, rule, now);
			if (problem) return problem;
		}
		return undefined;
	};
}

function isTimeZone(name: string): boolean {
	// Intl also accepts offsets such as +02:00, which are not identifiers.
	if (/^[+-]/.test(name)) return false;
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
