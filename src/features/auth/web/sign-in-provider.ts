// The two who can be asked by the forms of /auth: our own calls, and Firebase, which is loaded when it is needed.
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { identityCalls } from '../contract.ts'
import { noConnection, providerFault } from './auth-errors.ts'
import type { FirebaseAdapter } from './firebase-adapter.ts'
import { providerSettings, type SignInProvider } from './provider.ts'

/** The one that the page names. */
export function signInProvider(): SignInProvider {
  return providerSettings().provider === 'firebase' ? firebase : builtin
}

const builtin: SignInProvider = {
  signUp: async (body) => (await call(identityCalls.signUpWithEmail, { body })).user.id,
  signIn: async (body) => (await call(identityCalls.signInWithEmail, { body })).user.id,
  requestReset: async (email) => {
    await call(identityCalls.requestPasswordReset, { body: { email } })
  },
}

const firebase: SignInProvider = {
  signUp: async (facts) => (await loadFirebase()).signUp(facts),
  signIn: async (facts) => (await loadFirebase()).signIn(facts),
  requestReset: async (email) => (await loadFirebase()).requestReset(email),
  google: {
    prepare: () => whenIdle(() => void loadFirebase().catch(() => undefined)),
    begin: async (wish) => (await loadFirebase()).signInWithGoogle(wish),
    resume: async (departure) => (await loadFirebase()).resume(departure),
  },
}

async function loadFirebase(): Promise<FirebaseAdapter> {
  // Chromium never asks again for a module that failed: offline it had better not be asked for.
  if (!navigator.onLine) throw providerFault({ code: 'network-request-failed', message: noConnection })
  const { firebaseAdapter } = await import('./firebase-adapter.ts').catch(notLoaded)
  return firebaseAdapter()
}

function notLoaded(error: unknown): never {
  logFailure('Firebase could not be loaded.', error)
  throw providerFault({
    code: 'not-loaded',
    message: 'A part of this page could not be loaded. Please reload it and try again.',
  })
}

/** Safari tells of no idle time. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 500)
}
