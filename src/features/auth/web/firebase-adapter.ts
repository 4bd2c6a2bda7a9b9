// Firebase proves who somebody is; its token is exchanged for our session at once. Loaded on /auth alone, when wanted.
import { initializeApp } from '@firebase/app'
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
import * as z from 'zod/mini'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import {
  externalIdentityCalls,
  pageIdentitySchema,
  type PageIdentity,
} from '../external-identity-contract.ts'
import { createProviderError } from './auth-errors.ts'
import { clearRedirectState, saveRedirectState } from './oauth-redirect-state.ts'
import { toProviderError, firebaseCode } from './firebase-errors.ts'
import './firebase.css'
import {
  readPageIdentity,
  type FirebaseRedirectState,
  type GoogleSignInInput,
  type SignInProvider,
} from './provider.ts'

type FormInput<Way extends 'signUp' | 'signIn'> = Parameters<SignInProvider[Way]>[0]

export interface FirebaseAdapter extends Omit<SignInProvider, 'google'> {
  signInWithGoogle(wish: GoogleSignInInput): Promise<string>
  /** Takes up the way by redirect; a way that led to nothing fails. */
  resume(departure: FirebaseRedirectState): Promise<string>
}

let adapter: FirebaseAdapter | null = null

/** The one of this page, with the project that the page names. */
export function firebaseAdapter(): FirebaseAdapter {
  adapter ??= createAdapter(openAuth(z.parse(pageIdentitySchema, readPageIdentity())))
  return adapter
}

/**
 * In memory only: after the exchange nothing of Firebase's stays in the browser, and our cookie is the one credential.
 * The way by redirect keeps a mark of its own in the tab's session storage while the page is away, and clears it.
 */
function openAuth(page: PageIdentity): Auth {
  if (page.provider !== 'firebase') throw new Error('The page names no Firebase project.')
  const { emulatorUrl, ...project } = page.firebase
  const auth = initializeAuth(initializeApp(project), {
    persistence: inMemoryPersistence,
    // It opens its frame ahead on phones and in Safari, which block a popup that comes late.
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  auth.languageCode = 'en'
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
    signInWithGoogle: withProviderErrors((wish: GoogleSignInInput) => signInWithGoogle(auth, wish)),
    resume: withProviderErrors((departure: FirebaseRedirectState) => resumeRedirect(auth, departure)),
  }
}

/** The same, failing with our codes and words. */
function withProviderErrors<Args extends unknown[], Result>(
  ask: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await ask(...args)
    } catch (error) {
      throw toProviderError(error)
    }
  }
}

/** Opens our session by Firebase's token, and forgets the person at Firebase; answers the uid. */
async function exchangeToken(auth: Auth, idToken: string, rememberMe = false): Promise<string> {
  const { uid } = await call(externalIdentityCalls.openSession, { body: { idToken, rememberMe } }).catch(
    rethrowExchangeError,
  )
  await signOut(auth)
  return uid
}

/** Firebase has just let them in: a token that our server refuses says nothing against what they typed. */
function rethrowExchangeError(error: unknown): never {
  if (!isCallError(error) || error.refusal?.code !== 'invalid-credential') throw error
  logFailure('The token of Firebase was refused.', error)
  throw createProviderError({ code: 'token-refused', message: '' })
}

/** An account that was made here, but came no further, is taken up by the next try with the same address. */
function createSignUp(auth: Auth) {
  let madeFor: string | null = null
  return withProviderErrors(async ({ name, email, password, rememberMe }: FormInput<'signUp'>) => {
    const isNew = madeFor !== email
    const enter = isNew ? createUserWithEmailAndPassword : signInWithEmailAndPassword
    const { user } = await enter(auth, email, password)
    madeFor = email
    await updateProfile(user, { displayName: name })
    // The name stands in tokens that are given after it.
    const idToken = await user.getIdToken(true)
    // The page may go as soon as somebody is in: the mail has to be asked for by then.
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

/** In a window of Google's; where the browser blocks it, by way of Google's own page. */
async function signInWithGoogle(auth: Auth, { rememberMe, onWindow }: GoogleSignInInput): Promise<string> {
  const google = new GoogleAuthProvider()
  // Who signed out here may be another one of those who share this browser.
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
