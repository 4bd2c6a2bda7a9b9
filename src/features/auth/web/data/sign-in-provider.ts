// Sign-in providers of the forms: the server's own, and Firebase. Sign-up and Firebase are loaded on demand.
import { call } from '#web/call.ts'
import { importFailedMessage } from '#web/error-message.ts'
import { retryLater } from '#web/retry-later.ts'
import { importPart } from '#web/use-lazy-import.ts'
import { identityCalls } from '../../contract.ts'
import { connectionFailedMessage, createProviderError } from './auth-errors.ts'
import type { FirebaseAdapter } from './firebase-adapter.ts'
import { readProviderSettings, type SignInProvider } from './provider.ts'

/** The provider configured in the page. */
export function signInProvider(): SignInProvider {
  return readProviderSettings().provider === 'firebase' ? firebaseProvider : builtinProvider
}

const builtinProvider: SignInProvider = {
  signUp: async (body) => {
    const { signUpCalls } = await loadSignUpContract()
    return (await retryLater(() => call(signUpCalls.signUpWithEmail, { body }))).user.id
  },
  signIn: async (body) =>
    (await retryLater(() => call(identityCalls.signInWithEmail, { body }), { reason: 'signing-in' })).user.id,
  requestReset: async (email) => {
    await call(identityCalls.requestPasswordReset, { body: { email } })
  },
}

const firebaseProvider: SignInProvider = {
  signUp: async (input) => (await loadFirebase()).signUp(input),
  signIn: async (input) => (await loadFirebase()).signIn(input),
  requestReset: async (email) => (await loadFirebase()).requestReset(email),
  google: {
    prepare: () => runWhenIdle(() => void loadFirebase().catch(() => undefined)),
    start: async (input) => (await loadFirebase()).signInWithGoogle(input),
    resume: async (redirectState) => (await loadFirebase()).resume(redirectState),
  },
}

const importAdapter = () => import('./firebase-adapter.ts')

async function loadFirebase(): Promise<FirebaseAdapter> {
  const { firebaseAdapter } = await loadPart(importAdapter)
  return firebaseAdapter()
}

const importSignUpContract = () => import('../../sign-up-contract.ts')

export const loadSignUpContract = () => loadPart(importSignUpContract)

/** Rejects with an error that the form shows. */
async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  // Chromium never retries a failed module import, so offline pages don't try it.
  if (!navigator.onLine)
    throw createProviderError({ code: 'network-request-failed', message: connectionFailedMessage })
  return importPart(load).catch(() => {
    throw createProviderError({ code: 'not-loaded', message: importFailedMessage })
  })
}

/** Safari has no requestIdleCallback. */
function runWhenIdle(run: () => void): void {
  const { requestIdleCallback: request } = window as { requestIdleCallback?: Window['requestIdleCallback'] }
  if (request) request(run)
  else setTimeout(run, 500)
}
