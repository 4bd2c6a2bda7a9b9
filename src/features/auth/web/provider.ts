// What the page says of who proves identities here, and what the forms of /auth ask of whoever that is.
import * as z from 'zod/mini'
import type { signInSchema, signUpSchema } from '../contract.ts'

const settingsSchema = z.object({ provider: z.enum(['builtin', 'firebase']), google: z.boolean() })

/** What the server wrote into the page; nothing means the built-in provider alone. */
export function readPageIdentity(): unknown {
  const content = document.querySelector<HTMLMetaElement>('meta[name=identity]')?.content
  return content ? JSON.parse(content) : { provider: 'builtin', google: false }
}

/** As much of it as every page needs: who it is, and whether there is a way in by Google. */
export function readProviderSettings(): z.output<typeof settingsSchema> {
  return z.parse(settingsSchema, readPageIdentity())
}

/** Kept of whoever leaves for Google's page by way of our server, which takes them in and leads to another page. */
export interface ServerRedirectState {
  by: 'server'
  /** The code letter by letter, as the address had it: whoever is led back to /auth joins by it after all (AUTH-30). */
  ref: string | null
  /** The referral code that goes along if they are registered (AUTH-29). */
  validCode: string | null
  /** There was a code, and whose it is could not be found out. */
  isUnchecked: boolean
}

/** Kept of whoever leaves by Firebase's redirect: the page that they left is there again, and goes on by itself. */
export interface FirebaseRedirectState {
  by: 'firebase'
  rememberMe: boolean
}

export type RedirectState = ServerRedirectState | FirebaseRedirectState

/** Under it the session storage of a tab tells that its person has gone to Google's own page. */
export const redirectStateKey = 'departure'

/** Whether this tab's person may be on the way back from there. */
export function hasRedirectState(): boolean {
  try {
    return sessionStorage.getItem(redirectStateKey) !== null
  } catch {
    return false
  }
}

/** What every provider can do; which one it is, the forms don't know. */
export interface SignInProvider {
  /** Each opens the product's session and answers with the uid of whom it lets in. */
  signUp(facts: z.output<typeof signUpSchema>): Promise<string>
  signIn(facts: z.output<typeof signInSchema>): Promise<string>
  /** Has a mail sent that leads to a new password. */
  requestReset(email: string): Promise<void>
  /** A way of its own by Google; without one it is our server's. */
  google?: GoogleSignIn
}

export interface GoogleSignIn {
  /** Fetches ahead what a press will need. */
  prepare(): void
  /** Answers as `signIn` does; never, when the page itself goes to Google. */
  begin(wish: GoogleSignInInput): Promise<string>
  /** Takes up what this page began before it went to Google; null when there is nothing for it to do. */
  resume(departure: FirebaseRedirectState): Promise<string> | null
}

export interface GoogleSignInInput {
  rememberMe: boolean
  /** The code that goes along if they are registered, once it is known; asked for by a page that is about to go. */
  joining: () => Promise<Pick<ServerRedirectState, 'validCode' | 'isUnchecked'>>
  /** Told when a window of Google's opens, and when it has done its part. */
  onWindow: (isOpen: boolean) => void
}
