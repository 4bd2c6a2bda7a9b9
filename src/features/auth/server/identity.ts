// Who proves that people are who they say: the one interface behind which each identity provider stands.
import type { Identity } from '../contract.ts'

/** What a provider has proved about the person who just signed up or in. */
export type ProvenIdentity = Identity

export interface IdentityProvider {
  /** Stands in the session, so that it is known who proved it. */
  readonly name: string
  /**
   * Makes an account. Refuses with `email-already-in-use`, `weak-password`, or `invalid` for an address that it
   * can't use.
   */
  signUp(account: { email: string; password: string; name: string }): Promise<ProvenIdentity>
  /** Refuses an unknown address and a wrong password alike, with `invalid-credential`. */
  signIn(credentials: { email: string; password: string }): Promise<ProvenIdentity>
  close(): Promise<void>
}
