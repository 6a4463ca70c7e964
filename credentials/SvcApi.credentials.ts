import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { apiKeyOf, baseUrl } from '../nodes/shared/transport/connection';
import { NO_REDIRECTS } from '../nodes/shared/transport/readAnswer';

/** Message of the credential test for redirects. n8n's messages are static, so it cannot name the target. */
const REDIRECTS =
	"The address redirects to another one. Enter that address as 'Base URL' (often the same with https:// instead of http://).";

/** Base URL and personal API key of one account of the service. */
export class SvcApi implements ICredentialType {
	name = 'svcApi';

	displayName = 'Svc API';

	icon: Icon = { light: 'file:../icons/svc.svg', dark: 'file:../icons/svc.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-svc/n8n-nodes-svc#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://svc.example.com',
			description:
				'Address of the service, starting with https://, or http:// in a private network',
		},
		{
			displayName:
				'With http:// the API key and all data are sent unencrypted. Use it only in a private network.',
			name: 'unencrypted',
			type: 'notice',
			default: '',
			displayOptions: { show: { baseUrl: [{ _cnd: { startsWith: 'http://' } }] } },
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Personal API key of your account',
			hint: 'The owner of the account creates it in the developer console of the service',
		},
	];

	/**
	 * Adds the bearer header and forbids redirects, so that no other host gets the API key. A function, since only a
	 * function can refuse an invalid Base URL with a message when the credential is tested.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return {
			...requestOptions,
			...(requestOptions.baseURL !== undefined && { baseURL: baseUrl(requestOptions.baseURL) }),
			headers: {
				...requestOptions.headers,
				Authorization: `Bearer ${apiKeyOf(credentials)}`,
			},
			...NO_REDIRECTS,
		};
	}

	/** getCurrentUserProfile, which every valid API key can read */
	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			baseURL: '={{$credentials.baseUrl}}',
			url: '/api/v1/profile/get',
			headers: { 'Content-Type': 'application/json' },
			// Text, because n8n sends no body at all for an empty object
			body: '{}' as unknown as object,
		},
		rules: [
			...[301, 302, 303, 307, 308].map((value) => ({
				type: 'responseCode',
				properties: { value, message: REDIRECTS },
			})),
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service did not accept the API key. It may be mistyped or deleted, or its account may be unavailable.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: "The service was not found at this address. Check 'Base URL'.",
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					// A web page or another API has no response envelope with a `code`
					key: 'code',
					value: undefined,
					message: "The answer at this address does not come from the service. Check 'Base URL'.",
				},
			},
			// n8n's type allows rules of one kind only, but n8n accepts both
		] as ICredentialTestRequest['rules'],
	};
}
