// Firebase sign-in: exchanges Firebase tokens for the app's own session, and words its errors. Loaded on demand, only on /auth.
import { initializeApp, FirebaseError } from '@firebase/app'
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updateProfile,
  type Auth,
  type User,
} from '@firebase/auth'
import '../components/firebase.css'
import * as z from 'zod/mini'
import { currentLocale, t, translate } from '#shared/i18n/t.ts'
import { signInErrors } from '#shared/sign-in-errors.ts'
import { call, isCallError } from '#web/call.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { externalIdentityCalls, pageIdentitySchema, type PageIdentity } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { createProviderError, connectionFailedMessage } from './auth-errors.ts'
import { clearRedirectState, saveRedirectState } from './oauth-redirect-state.ts'
import {
  readPageIdentity,
  type FirebaseRedirectState,
  type GoogleSignInInput,
  type SignInProvider,
} from './provider.ts'

type FormInput<Way extends 'signUp' | 'signIn'> = Parameters<SignInProvider[Way]>[0]

export interface FirebaseAdapter extends Omit<SignInProvider, 'google'> {
  signInWithGoogle(input: GoogleSignInInput): Promise<string>
  /** Completes a sign-in by redirect. Rejects if it had no result. */
  resume(redirectState: FirebaseRedirectState): Promise<string>
}

let adapter: FirebaseAdapter | null = null

/** The page's single adapter, for the Firebase project in the page. */
export function firebaseAdapter(): FirebaseAdapter {
  adapter ??= createAdapter(openAuth(z.parse(pageIdentitySchema, readPageIdentity())))
  return adapter
}

/**
 * Persistence is in memory only: after the exchange our cookie is the only credential in the browser. During a
 * redirect, Firebase stores a marker in the tab's session storage and clears it afterwards.
 */
function openAuth(page: PageIdentity): Auth {
  if (page.provider !== 'firebase') throw new Error('The page has no Firebase settings.')
  const { emulatorUrl, ...project } = page.firebase
  const auth = initializeAuth(initializeApp(project), {
    persistence: inMemoryPersistence,
    // The resolver preloads its frame on phones and in Safari, which block late popups.
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  auth.languageCode = currentLocale()
  if (emulatorUrl !== undefined) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}

function createAdapter(auth: Auth): FirebaseAdapter {
  return {
    signUp: createSignUp(auth),
    signIn: withProviderErrors(async ({ email, password, rememberMe }: FormInput<'signIn'>) => {
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      return exchangeToken(auth, await user.getIdToken(), rememberMe)
    }),
    requestReset: withProviderErrors(async (email: string) => sendPasswordResetEmail(auth, email)),
    signInWithGoogle: withProviderErrors((input: GoogleSignInInput) => signInWithGoogle(auth, input)),
    resume: withProviderErrors((redirectState: FirebaseRedirectState) => resumeRedirect(auth, redirectState)),
  }
}

/** Wraps a call so that its errors have the app's codes and messages. */
function withProviderErrors<Args extends unknown[], Result>(
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await run(...args)
    } catch (error) {
      throw toProviderError(error)
    }
  }
}

/** Exchanges the Firebase token for a session, then signs out of Firebase. Returns the uid. */
async function exchangeToken(auth: Auth, idToken: string, rememberMe = false): Promise<string> {
  const { uid } = await call(externalIdentityCalls.openSession, { body: { idToken, rememberMe } }).catch(
    rethrowExchangeError,
  )
  await signOut(auth)
  return uid
}

/** Firebase accepted the credentials, so a token rejected by the server isn't the user's mistake. */
function rethrowExchangeError(error: unknown): never {
  if (!isCallError(error) || error.errorBody?.code !== 'invalid-credential') throw error
  logFailure('The server rejected the Firebase token.', error)
  throw createProviderError({ code: 'token-refused', message: '' })
}

/** A retry with the same address signs in to the Firebase account that a failed attempt created. */
function createSignUp(auth: Auth) {
  let createdFor: string | null = null
  return withProviderErrors(async ({ name, email, password, rememberMe }: FormInput<'signUp'>) => {
    const isNew = createdFor !== email
    const authenticate = isNew ? createUserWithEmailAndPassword : signInWithEmailAndPassword
    const { user } = await authenticate(auth, email, password)
    createdFor = email
    await updateProfile(user, { displayName: name })
    // Only tokens issued after the update contain the name.
    const idToken = await user.getIdToken(true)
    // The page may unload right after the sign-in, so the mail is requested by then.
    const [uid] = await Promise.all([
      exchangeToken(auth, idToken, rememberMe),
      isNew && requestVerificationMail(user),
    ])
    return uid
  })
}

async function requestVerificationMail(user: User): Promise<void> {
  await sendEmailVerification(user).catch((error: unknown) => {
    logFailure('The verification mail was not sent.', error)
  })
}

/** Uses a popup; falls back to a redirect if the browser blocks it. */
async function signInWithGoogle(auth: Auth, { rememberMe, onWindow }: GoogleSignInInput): Promise<string> {
  const google = new GoogleAuthProvider()
  // On a shared browser, another member may have signed out before.
  google.setCustomParameters({ prompt: 'select_account' })
  try {
    onWindow(true)
    const { user } = await signInWithPopup(auth, google)
    onWindow(false)
    return await exchangeToken(auth, await user.getIdToken(), rememberMe)
  } catch (error) {
    onWindow(false)
    if (firebaseCode(error) !== 'popup-blocked') throw error
    saveRedirectState({ by: 'firebase', rememberMe })
    return signInWithRedirect(auth, google).catch((reason: unknown) => {
      clearRedirectState()
      throw reason
    })
  }
}

async function resumeRedirect(auth: Auth, { rememberMe }: FirebaseRedirectState): Promise<string> {
  const credential = await getRedirectResult(auth)
  if (!credential) throw createProviderError({ code: 'no-result', message: '' })
  return exchangeToken(auth, await credential.user.getIdToken(), rememberMe)
}

interface ErrorMapping {
  /** The catalog's code, if it differs from Firebase's. */
  code?: string
  /** Fallback if neither the catalog nor Firebase has a message. */
  message?: string
}

const misconfigured: ErrorMapping = {
  message: t('This sign-in method isn’t set up correctly. Please contact an administrator.'),
}
const unsupportedBrowser: ErrorMapping = {
  message: t('This browser doesn’t support this sign-in method. Please use your email and password.'),
}

/** By Firebase code without 'auth/'. Empty entries use the catalog's message. */
const errorMappings: Readonly<Record<string, ErrorMapping>> = {
  'invalid-credential': {},
  'invalid-login-credentials': { code: 'invalid-credential' },
  'user-not-found': {},
  'wrong-password': {},
  'email-already-in-use': {},
  'account-exists-with-different-credential': { code: 'email-already-in-use' },
  'weak-password': {},
  'missing-password': { code: 'wrong-password' },
  'password-does-not-meet-requirements': { message: translate(authErrors['weak-password'].message) },
  'invalid-email': { message: messages.resetInvalidEmail },
  'missing-email': { code: 'invalid-email', message: messages.resetInvalidEmail },
  'popup-closed-by-user': { code: 'cancelled' },
  'cancelled-popup-request': { code: 'cancelled' },
  'user-cancelled': { code: 'cancelled' },
  'redirect-cancelled-by-user': { code: 'cancelled' },
  'user-disabled': { message: t('This account is disabled. Please ask an administrator.') },
  'too-many-requests': { message: translate(signInErrors.rate_limited.message) },
  'quota-exceeded': { message: translate(signInErrors.unavailable.message) },
  'network-request-failed': { message: connectionFailedMessage },
  timeout: { message: connectionFailedMessage },
  'multi-factor-auth-required': { message: t('Accounts with a second factor can’t sign in here.') },
  'unauthorized-domain': misconfigured,
  'operation-not-allowed': misconfigured,
  'admin-restricted-operation': { message: t('New accounts can’t be created at the moment.') },
  'configuration-not-found': misconfigured,
  'invalid-api-key': misconfigured,
  'auth-domain-config-required': misconfigured,
  'web-storage-unsupported': unsupportedBrowser,
  'operation-not-supported-in-this-environment': unsupportedBrowser,
}

/** Returns the Firebase code without 'auth/'; null for other errors. */
export function firebaseCode(error: unknown): string | null {
  return error instanceof FirebaseError ? error.code.replace(/^auth\//, '') : null
}

/** Converts a Firebase error to the app's format; returns other errors unchanged. */
export function toProviderError(error: unknown): unknown {
  const code = firebaseCode(error)
  if (code === null || !(error instanceof Error)) return error
  const mapping = errorMappings[code]
  return createProviderError({
    code: mapping?.code ?? code,
    message: firebaseMessage(error.message) || (mapping?.message ?? ''),
  })
}

/** Firebase's own message without the prefix and code; empty if there is none. */
function firebaseMessage(message: string): string {
  const text = /^Firebase: ([\s\S]+) \(auth\/[^)]*\)\.?$/.exec(message)?.[1] ?? ''
  return text === 'Error' ? '' : text
}
