import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { baseUrl } from '../nodes/shared/request/baseUrl';

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
				'Address of the service, starting with https:// (or http:// on a private network)',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Personal API key, made in the developer console of the service',
		},
	];

	/**
	 * Adds the bearer header. A function, because only so a Base URL that is none can be refused in
	 * words when the credential is tested; with or without slash at its end it means the same.
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
				Authorization: `Bearer ${String(credentials.apiKey)}`,
			},
		};
	}

	/** getCurrentUserProfile, which every valid key may read */
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
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service did not accept the API key: it may be mistyped or deleted, or its account unavailable',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: "There is no such service at this address: check 'Base URL'",
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					// A web page or another API answers without the service's envelope
					key: 'code',
					value: undefined,
					message: "Something else than the service answers at this address: check 'Base URL'",
				},
			},
			// n8n's type wants rules of one kind only, n8n itself takes both
		] as ICredentialTestRequest['rules'],
	};
}
