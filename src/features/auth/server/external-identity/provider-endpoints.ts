// Endpoint URLs of Firebase and Google.

/** Only tests replace these; no configuration setting does. */
export interface ProviderEndpoints {
  /** Public keys of Firebase ID tokens. */
  firebaseKeys: string
  /** Firebase accounts API, including the version. */
  firebaseAccounts: string
  /** Google's sign-in page. */
  googleSignIn: string
  /** Token endpoint for authorization codes and service account assertions. */
  googleTokens: string
  /** Public keys of Google ID tokens. */
  googleKeys: string
}

export const providerEndpoints: ProviderEndpoints = {
  firebaseKeys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  firebaseAccounts: 'https://identitytoolkit.googleapis.com/v1',
  googleSignIn: 'https://accounts.google.com/o/oauth2/v2/auth',
  googleTokens: 'https://oauth2.googleapis.com/token',
  googleKeys: 'https://www.googleapis.com/oauth2/v3/certs',
}
