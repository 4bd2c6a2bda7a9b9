// Who proves that people are who they say: the one interface behind which each identity provider stands.
import type { Identity } from '../contract.ts'
import type { PageIdentity, SocialFailure } from '../external-identity-contract.ts'

/** Who just signed up or in, as far as that is proved. */
export type ProvenIdentity = Omit<Identity, 'provider'>

/** A proof by a password: good only as long as that is still the password. */
export interface PasswordVerification {
  identity: ProvenIdentity
  /** What is stored of the password; see {@link Passwords}. */
  password: string
}

/** What somebody outside says of a person. Who that is here is another question. */
export interface ExternalIdentityProof {
  provider: 'firebase' | 'google'
  /** The person's id there. */
  subject: string
  /** In lower case. */
  email: string
  emailVerified: boolean
  /** When they signed in there (epoch milliseconds). */
  signedInMs: number
  /** Made to be a display name of ours. */
  name: string
}

/**
 * The passwords of a provider that keeps them in our own database. Each call takes a tenth of a second, when it is the
 * turn of the client's `address`; refuses with `unavailable` when too many wait.
 */
export interface Passwords {
  /** What is stored of a new password. */
  hash(password: string, address: string): Promise<string>
  /** What is stored of the password of an identity, if this is that password; else null. */
  match(uid: string, password: string, address: string): Promise<string | null>
}

/** What Google sent back with the browser. */
export interface OAuthCallback {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
}

/** Signing in by Google, in two steps between which the browser is there. */
export interface GoogleOAuthFlow {
  /** Where the browser goes, and what this browser alone has to keep until it is back. */
  begin(): { url: string; secret: string }
  /** `secret` is null when the browser kept none. */
  finish(
    secret: string | null,
    sentBack: OAuthCallback,
  ): Promise<{ proof: ExternalIdentityProof } | { failure: SocialFailure }>
}

/** Accounts that are kept here; as with {@link Passwords}, the client's `address` waits its turn. */
export interface BuiltinAccounts {
  readonly passwords: Passwords
  /**
   * Makes an account. Refuses with `email-already-in-use`, `weak-password`, or `invalid` for an address that it
   * can't use.
   */
  signUp(account: { email: string; password: string; name: string }, address: string): Promise<ProvenIdentity>
  /** Refuses an unknown address and a wrong password alike, with `invalid-credential`. */
  signIn(credentials: { email: string; password: string }, address: string): Promise<PasswordVerification>
  /** Null where nobody signs in by Google. */
  readonly google: GoogleOAuthFlow | null
}

/** Accounts that are kept elsewhere, and known here by the tokens that are issued there. */
export interface ExternalAccounts {
  /**
   * Who a fresh ID token proves. Refuses with `invalid-credential` whatever isn't one, and with `unavailable` when the
   * keys can't be had that would tell.
   */
  prove(idToken: string): Promise<ExternalIdentityProof>
  /** Removes the account that an ID token is of; a failure is logged, and there is another time. */
  remove(idToken: string, subject: string): Promise<void>
}

export type IdentityProvider = {
  /** What the page is told of it. */
  readonly page: PageIdentity
  close(): Promise<void>
} & (
  | { readonly accounts: BuiltinAccounts; readonly tokens: null }
  | { readonly accounts: null; readonly tokens: ExternalAccounts }
)
