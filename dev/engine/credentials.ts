import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	INodeProperties,
	IRequestOptionsSimplified,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

import { SvcApi } from '../../credentials/SvcApi.credentials';

/** Values that a user enters in the credential. */
export interface SvcCredential extends ICredentialDataDecryptedObject {
	baseUrl: string;
	apiKey: string;
}

/**
 * Gives the engine one credential and applies the `authenticate` of the credential class. It replaces n8n's database
 * of credentials only.
 */
export class Credentials extends ICredentialsHelper {
	private readonly type = new SvcApi();

	constructor(private readonly credential: SvcCredential) {
		super();
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, options as IHttpRequestOptions);
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async preAuthentication(): Promise<undefined> {}

	override async runPreAuthentication(): Promise<undefined> {}

	override async getCredentials(): Promise<ICredentials> {
		throw new Error('The engine does not ask for encrypted credentials');
	}

	override async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.credential };
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}

	override getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
