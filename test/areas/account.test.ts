import { withIsoTimes } from '../support/times';
import { jsonOf, linksOf, useService } from '../support/useService';

const fixture = useService();

const profile = { node: 'svcAccount', parameters: { resource: 'profile', operation: 'get' } };
const bindings = {
	node: 'svcAccount',
	parameters: { resource: 'accountBinding', operation: 'getAll' },
};

it('returns the profile of the account that owns the key', async () => {
	const { items } = await fixture.run(profile);
	expect(jsonOf(items)).toEqual([withIsoTimes(fixture.service.account('a').profile)]);
	expect(fixture.requests).toMatchObject([{ operation: 'getCurrentUserProfile', rawBody: '{}' }]);
});

it('returns another account with another key', async () => {
	const credential = { ...fixture.credential, apiKey: fixture.service.keys.b };
	const { items } = await fixture.run({ ...profile, credential });
	expect(jsonOf(items)).toEqual([withIsoTimes(fixture.service.account('b').profile)]);
});

it('returns the six sign-in providers in the order of the contract, one item each', async () => {
	const { items } = await fixture.run(bindings);
	expect(jsonOf(items).map(({ provider }) => provider)).toEqual([
		'phone',
		'email',
		'chatapp',
		'vendor_a',
		'vendor_b',
		'vendor_c',
	]);
	expect(jsonOf(items).every(({ bound }) => typeof bound === 'boolean')).toBe(true);
	expect(fixture.bodies).toEqual([{}]);
});

it('answers each input item and links to it', async () => {
	const { items } = await fixture.run({ ...bindings, items: [{}, {}] });
	expect(linksOf(items)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
});

it('runs once for many items under Execute Once', async () => {
	const { items } = await fixture.run({
		...profile,
		items: [{}, {}, {}],
		settings: { executeOnce: true },
	});
	expect(items).toHaveLength(1);
	expect(fixture.requests).toHaveLength(1);
});

it.each(['/', '//', '///'])('works with a base URL that ends in "%s"', async (end) => {
	const credential = { ...fixture.credential, baseUrl: fixture.service.url + end };
	const { items } = await fixture.run({ ...profile, credential });
	expect(items).toHaveLength(1);
	expect(fixture.requests[0].path).toBe('/api/v1/profile/get');
});

it.each([
	['ftp://127.0.0.1', `'Base URL' must start with http:// or https://, not "ftp://127.0.0.1"`],
	['svc.example', `'Base URL' must start with http:// or https://, not "svc.example"`],
	['http://', `'Base URL' is not a web address: "http://"`],
	['', "'Base URL' is empty"],
	...[
		'http://user@127.0.0.1',
		'http://127.0.0.1?',
		'http://127.0.0.1/svc#',
		'http://127.0.0.1?a=1',
	].map((bad) => [bad, "'Base URL' must not contain a user, a query or a fragment"]),
])('refuses the base URL "%s" in words', async (baseUrl, message) => {
	const credential = { ...fixture.credential, baseUrl };
	const { error } = await fixture.run({ ...profile, credential });
	expect(error?.message).toBe(message);
	expect(error?.description).toContain('credential');
});
