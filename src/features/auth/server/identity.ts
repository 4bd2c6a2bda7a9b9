// Identity provider interface, implemented by the built-in provider and by Firebase.
import type { QueueClient } from '#server/async/semaphore.ts'
import type { Identity, PageIdentity, SocialFailure } from '../contract.ts'

/** A signed-up or signed-in identity, with its verified facts. */
export type ProvenIdentity = Omit<Identity, 'provider'>

/** A password verification. It is void once the password changes. */
export interface PasswordVerification {
  identity: ProvenIdentity
  /** The stored hash; see {@link Passwords}. */
  password: string
}

/** An external provider's statement about a user. It doesn't identify an account here yet. */
export interface ExternalIdentityProof {
  provider: 'firebase' | 'google'
  /** The user's id at the provider. */
  subject: string
  /** In lower case. */
  email: string
  emailVerified: boolean
  /** Time of the sign-in at the provider (epoch milliseconds). */
  signedInMs: number
  /** Adapted to the rules for display names. */
  name: string
}

/**
 * Passwords of a provider that stores them in the app's database. Each call takes a tenth of a second and queues by
 * the client. Throws `unavailable` if the queue is full or the client is gone.
 */
export interface Passwords {
  /** Returns the hash to store for a new password. */
  hash(password: string, client: QueueClient): Promise<string>
  /** Returns the stored hash if the password matches; else null. */
  match(uid: string, password: string, client: QueueClient): Promise<string | null>
}

/** Query parameters of Google's callback. */
export interface OAuthCallback {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
}

/** Google sign-in in two steps, with the redirect to Google between them. */
export interface GoogleOAuthFlow {
  /** `url` is the redirect target. Only this browser keeps `secret`, until the callback. */
  start(): { url: string; secret: string }
  /** `secret` is null if the browser has none. */
  finish(
    secret: string | null,
    sentBack: OAuthCallback,
  ): Promise<{ proof: ExternalIdentityProof } | { failure: SocialFailure }>
}

/** Accounts stored in the app's database. Calls queue by client, as in {@link Passwords}. */
export interface BuiltinAccounts {
  readonly passwords: Passwords
  /** Creates an account. Throws `email-already-in-use`, `weak-password`, or `invalid` for an unusable address. */
  signUp(
    account: { email: string; password: string; name: string },
    client: QueueClient,
  ): Promise<ProvenIdentity>
  /** Throws `invalid-credential` for an unknown address and for a wrong password alike. */
  signIn(credentials: { email: string; password: string }, client: QueueClient): Promise<PasswordVerification>
  /** Null if Google sign-in is disabled. */
  readonly google: GoogleOAuthFlow | null
}

/** Accounts stored by an external provider, which issues tokens for them. */
export interface ExternalAccounts {
  /**
   * Verifies a fresh ID token. Throws `invalid-credential` for an invalid one, and `unavailable` if the keys can't
   * be fetched.
   */
  verify(idToken: string): Promise<ExternalIdentityProof>
  /** Deletes the account of an ID token. Failures are logged and retried later. */
  deleteAccount(idToken: string, subject: string): Promise<void>
}

export type IdentityProvider = {
  /** The provider settings sent to the page. */
  readonly page: PageIdentity
  close(): Promise<void>
} & (
  | { readonly accounts: BuiltinAccounts; readonly tokens: null }
  | { readonly accounts: null; readonly tokens: ExternalAccounts }
)
