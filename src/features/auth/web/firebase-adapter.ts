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
import { outsideCalls, pageIdentitySchema, type PageIdentity } from '../outside-contract.ts'
import { providerFault } from './auth-errors.ts'
import { forgetDeparture, noteDeparture } from './departure.ts'
import { asOurs, firebaseCode } from './firebase-errors.ts'
import './firebase.css'
import { identityInPage, type FirebaseDeparture, type GoogleWish, type SignInProvider } from './provider.ts'

type Facts<Way extends 'signUp' | 'signIn'> = Parameters<SignInProvider[Way]>[0]

export interface FirebaseAdapter extends Omit<SignInProvider, 'google'> {
  signInWithGoogle(wish: GoogleWish): Promise<string>
  /** Takes up the way by redirect; a way that led to nothing fails. */
  resume(departure: FirebaseDeparture): Promise<string>
}

let adapter: FirebaseAdapter | null = null

/** The one of this page, with the project that the page names. */
export function firebaseAdapter(): FirebaseAdapter {
  adapter ??= createAdapter(openAuth(z.parse(pageIdentitySchema, identityInPage())))
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
    signIn: ours(async ({ email, password, rememberMe }: Facts<'signIn'>) => {
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      return exchange(auth, await user.getIdToken(), rememberMe)
    }),
    requestReset: ours(async (email: string) => sendPasswordResetEmail(auth, email)),
    signInWithGoogle: ours((wish: GoogleWish) => signInWithGoogle(auth, wish)),
    resume: ours((departure: FirebaseDeparture) => resume(auth, departure)),
  }
}

/** The same, failing with our codes and words. */
function ours<Args extends unknown[], Result>(
  ask: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await ask(...args)
    } catch (error) {
      throw asOurs(error)
    }
  }
}

/** Opens our session by Firebase's token, and forgets the person at Firebase; answers the uid. */
async function exchange(auth: Auth, idToken: string, rememberMe = false): Promise<string> {
  const { uid } = await call(outsideCalls.openSession, { body: { idToken, rememberMe } }).catch(notTheirFault)
  await signOut(auth)
  return uid
}

/** Firebase has just let them in: a token that our server refuses says nothing against what they typed. */
function notTheirFault(error: unknown): never {
  if (!isCallError(error) || error.refusal?.code !== 'invalid-credential') throw error
  logFailure('The token of Firebase was refused.', error)
  throw providerFault({ code: 'token-refused', message: '' })
}

/** An account that was made here, but came no further, is taken up by the next try with the same address. */
function createSignUp(auth: Auth) {
  let madeFor: string | null = null
  return ours(async ({ name, email, password, rememberMe }: Facts<'signUp'>) => {
    const isNew = madeFor !== email
    const enter = isNew ? createUserWithEmailAndPassword : signInWithEmailAndPassword
    const { user } = await enter(auth, email, password)
    madeFor = email
    await updateProfile(user, { displayName: name })
    // The name stands in tokens that are given after it.
    const idToken = await user.getIdToken(true)
    // The page may go as soon as somebody is in: the mail has to be asked for by then.
    const [uid] = await Promise.all([exchange(auth, idToken, rememberMe), isNew && askForMail(user)])
    return uid
  })
}

async function askForMail(user: User): Promise<void> {
  await sendEmailVerification(user).catch((error: unknown) => {
    logFailure('The verification mail was not sent.', error)
  })
}

/** In a window of Google's; where the browser blocks it, by way of Google's own page. */
async function signInWithGoogle(auth: Auth, { rememberMe, onWindow }: GoogleWish): Promise<string> {
  const google = new GoogleAuthProvider()
  // Who signed out here may be another one of those who share this browser.
  google.setCustomParameters({ prompt: 'select_account' })
  try {
    onWindow(true)
    const { user } = await signInWithPopup(auth, google)
    onWindow(false)
    return await exchange(auth, await user.getIdToken(), rememberMe)
  } catch (error) {
    onWindow(false)
    if (firebaseCode(error) !== 'popup-blocked') throw error
    noteDeparture({ by: 'firebase', rememberMe })
    return signInWithRedirect(auth, google).catch((reason: unknown) => {
      forgetDeparture()
      throw reason
    })
  }
}

async function resume(auth: Auth, { rememberMe }: FirebaseDeparture): Promise<string> {
  const credential = await getRedirectResult(auth)
  if (!credential) throw providerFault({ code: 'no-result', message: '' })
  return exchange(auth, await credential.user.getIdToken(), rememberMe)
}
