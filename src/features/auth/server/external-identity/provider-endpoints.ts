// Where Firebase and Google are asked.

/** Tests name stand-ins of their own; no setting does. */
export interface ProviderEndpoints {
  /** The keys that ID tokens of Firebase are signed with. */
  firebaseKeys: string
  /** Firebase's accounts, up to the version. */
  firebaseAccounts: string
  /** Google's page for signing in. */
  googleSignIn: string
  /** Where a code, or a service account's claim, becomes a token. */
  googleTokens: string
  /** The keys that ID tokens of Google are signed with. */
  googleKeys: string
}

export const providerEndpoints: ProviderEndpoints = {
  firebaseKeys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  firebaseAccounts: 'https://identitytoolkit.googleapis.com/v1',
  googleSignIn: 'https://accounts.google.com/o/oauth2/v2/auth',
  googleTokens: 'https://oauth2.googleapis.com/token',
  googleKeys: 'https://www.googleapis.com/oauth2/v3/certs',
}
