// Identity provider settings in the page, and the provider interface that the forms of /auth use.
import * as z from 'zod/mini'
import type { signInSchema } from '../../contract.ts'
import type { signUpSchema } from '../../sign-up-contract.ts'

const settingsSchema = z.object({
  provider: z.enum(['builtin', 'firebase']),
  google: z.boolean(),
  /** Where to write to the operator: a mailto: or https: address; null if none is set. */
  contact: z._default(z.nullable(z.string()), null),
})

/** The content of the page's meta element; defaults to the built-in provider alone. */
export function readPageIdentity(): unknown {
  const content = document.querySelector<HTMLMetaElement>('meta[name=identity]')?.content
  return content ? JSON.parse(content) : { provider: 'builtin', google: false }
}

/** The part that every page needs, whichever the provider. */
export function readProviderSettings(): z.output<typeof settingsSchema> {
  return z.parse(settingsSchema, readPageIdentity())
}

/** State during Google sign-in through the server, whose callback redirects to another page. */
export interface ServerRedirectState {
  by: 'server'
  /** The code exactly as in the URL. A failed sign-in that returns to /auth still uses it (AUTH-30). */
  ref: string | null
  /** The code to use at registration (AUTH-29). */
  validCode: string | null
  /** There was a code, but it could not be checked. */
  isUnchecked: boolean
}

/** State during Firebase's redirect, which returns to the same page and resumes there. */
export interface FirebaseRedirectState {
  by: 'firebase'
  rememberMe: boolean
}

export type RedirectState = ServerRedirectState | FirebaseRedirectState

/** Session storage key of the redirect state: set while the browser is at Google. */
export const redirectStateKey = 'departure'

/** Whether this page load may be the return from Google. */
export function hasRedirectState(): boolean {
  try {
    return sessionStorage.getItem(redirectStateKey) !== null
  } catch {
    return false
  }
}

/**
 * The form's values, and the version of the terms that it showed. `inviteCode`, or `joinToken` of a mailed link, are for
 * providers that the server asks to let the newcomer in.
 */
export type SignUpInput = z.output<typeof signUpSchema> & {
  acceptedTerms: number
  inviteCode?: string
  joinToken?: string
}

/** The interface common to all providers; the forms don't know which one is active. */
export interface SignInProvider {
  /** `signUp` and `signIn` open the app's session and return the uid. */
  signUp(input: SignUpInput): Promise<string>
  signIn(input: z.output<typeof signInSchema>): Promise<string>
  /** Requests a mail with a password reset link. */
  requestReset(email: string): Promise<void>
  /** The provider's own Google sign-in; without it the server's flow applies. */
  google?: GoogleSignIn
}

export interface GoogleSignIn {
  /** Preloads what a click will need. */
  prepare(): void
  /** Resolves like `signIn`, or never if the page navigates to Google. */
  start(input: GoogleSignInInput): Promise<string>
  /** Resumes a sign-in after the redirect; null if there is nothing to resume. */
  resume(redirectState: FirebaseRedirectState): Promise<string> | null
}

export interface GoogleSignInInput {
  rememberMe: boolean
  /** The join code for a registration, once it is validated. Called before the page navigates away. */
  resolveJoinCode: () => Promise<Pick<ServerRedirectState, 'validCode' | 'isUnchecked'>>
  /** Called when Google's window opens, and when it is done. */
  onWindow: (isOpen: boolean) => void
}
