// The two who can be asked by the forms of /auth: our own calls, and Firebase, which is loaded when it is needed.
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { identityCalls } from '../contract.ts'
import { connectionFailedMessage, createProviderError } from './auth-errors.ts'
import type { FirebaseAdapter } from './firebase-adapter.ts'
import { readProviderSettings, type SignInProvider } from './provider.ts'

/** The one that the page names. */
export function signInProvider(): SignInProvider {
  return readProviderSettings().provider === 'firebase' ? firebaseProvider : builtinProvider
}

const builtinProvider: SignInProvider = {
  signUp: async (body) => (await call(identityCalls.signUpWithEmail, { body })).user.id,
  signIn: async (body) => (await call(identityCalls.signInWithEmail, { body })).user.id,
  requestReset: async (email) => {
    await call(identityCalls.requestPasswordReset, { body: { email } })
  },
}

const firebaseProvider: SignInProvider = {
  signUp: async (facts) => (await loadFirebase()).signUp(facts),
  signIn: async (facts) => (await loadFirebase()).signIn(facts),
  requestReset: async (email) => (await loadFirebase()).requestReset(email),
  google: {
    prepare: () => runWhenIdle(() => void loadFirebase().catch(() => undefined)),
    begin: async (wish) => (await loadFirebase()).signInWithGoogle(wish),
    resume: async (departure) => (await loadFirebase()).resume(departure),
  },
}

async function loadFirebase(): Promise<FirebaseAdapter> {
  // Chromium never asks again for a module that failed: offline it had better not be asked for.
  if (!navigator.onLine)
    throw createProviderError({ code: 'network-request-failed', message: connectionFailedMessage })
  const { firebaseAdapter } = await import('./firebase-adapter.ts').catch(rethrowLoadError)
  return firebaseAdapter()
}

function rethrowLoadError(error: unknown): never {
  logFailure('Firebase could not be loaded.', error)
  throw createProviderError({
    code: 'not-loaded',
    message: 'A part of this page could not be loaded. Please reload it and try again.',
  })
}

/** Safari tells of no idle time. */
function runWhenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 500)
}
