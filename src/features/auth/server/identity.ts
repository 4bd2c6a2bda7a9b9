// Who proves that people are who they say: the one interface behind which each identity provider stands.
import type { Identity } from '../contract.ts'

/** What a provider has proved about the person who just signed up or in. */
export type ProvenIdentity = Identity

/** A proof by a password: good only as long as that is still the password. */
export interface ProofByPassword {
  identity: ProvenIdentity
  /** What is stored of the password; see {@link Passwords}. */
  password: string
}

/** The passwords of a provider that keeps them in our own database. Each call takes a tenth of a second. */
export interface Passwords {
  /** What is stored of a new password. */
  hash(password: string): Promise<string>
  /** What is stored of the password of an identity, if this is that password; else null. */
  match(uid: string, password: string): Promise<string | null>
}

export interface IdentityProvider {
  /** Stands in the session, so that it is known who proved it. */
  readonly name: string
  /** Null where people change their password and address with the provider itself, not here. */
  readonly passwords: Passwords | null
  /**
   * Makes an account. Refuses with `email-already-in-use`, `weak-password`, or `invalid` for an address that it
   * can't use.
   */
  signUp(account: { email: string; password: string; name: string }): Promise<ProvenIdentity>
  /** Refuses an unknown address and a wrong password alike, with `invalid-credential`. */
  signIn(credentials: { email: string; password: string }): Promise<ProofByPassword>
  close(): Promise<void>
}
