// What is known of who sits here, and how it is asked: session, user, and registration while there is no user yet.
import type { Account, Identity } from '../contract.ts'
import { authCalls } from '../contract.ts'
import { call, isCallError, setSignedInUid } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import {
  clearPendingReferralCode,
  savePendingReferralCode,
  readPendingReferralCode,
} from './pending-referral-code.ts'

/**
 * How the session ended under an open screen. `expired`: by itself, so that what was typed is kept. `in-another-tab`:
 * the member signed out or went there, and nothing typed is kept.
 */
export type SessionEnd = 'expired' | 'in-another-tab'

export type SessionState =
  | { status: 'loading'; identity: null; user: null }
  | { status: 'signedOut'; identity: null; user: null; ended: SessionEnd | null }
  | { status: 'error'; identity: Identity | null; user: null }
  /** Proved, but without a user row: registration failed, or (`emailTaken`) never will succeed. */
  | { status: 'unregistered'; identity: Identity; user: null; emailTaken: boolean }
  /** `isNew`: registered just now. */
  | { status: 'ready'; identity: Identity; user: Account; isNew?: boolean }

export const loadingState = { status: 'loading', identity: null, user: null } satisfies SessionState
export const signedOutState = {
  status: 'signedOut',
  identity: null,
  user: null,
  ended: null,
} satisfies SessionState

/** What the questions came to: a state, or that the person is turned away, or that the page is somebody else's. */
export type SessionResult = SessionState | { status: 'denied'; reason: string } | { status: 'mismatch' }

/** The reason of a 403 that means a ban; null for every other failure (AUTH-17). */
export function denialReason(error: unknown): string | null {
  return isCallError(error) && error.status === 403 ? (error.refusal?.reason ?? null) : null
}

/** Whether a call failed because another identity has signed in on this browser. */
export function isIdentityMismatch(error: unknown): boolean {
  return isCallError(error) && error.status === 401 && error.refusal?.code === 'identity_mismatch'
}

/** Asks the server who is here, and registers whoever isn't yet, with the valid referral code they came by. */
export async function readSession(referralCode: string | null = null): Promise<SessionResult> {
  let identity: Identity | null = null
  try {
    identity = await call(authCalls.whoAmI, {})
    setSignedInUid(identity.uid)
    if (referralCode !== null) savePendingReferralCode(referralCode)
    return await readOrRegisterUser(identity, referralCode)
  } catch (error) {
    return resultOfError(error, identity)
  }
}

function resultOfError(error: unknown, identity: Identity | null): SessionResult {
  if (isIdentityMismatch(error)) return { status: 'mismatch' }
  const reason = denialReason(error)
  if (reason !== null) return { status: 'denied', reason }
  if (isCallError(error) && error.status === 401) return signedOutState
  logFailure('The session could not be read.', error)
  return { status: 'error', identity, user: null }
}

async function readOrRegisterUser(identity: Identity, referralCode: string | null): Promise<SessionState> {
  try {
    const user = await call(authCalls.userByUid, { params: { uid: identity.uid } })
    clearPendingReferralCode()
    return { status: 'ready', identity, user }
  } catch (error) {
    if (isCallError(error) && error.status === 404) return registerIdentity(identity, referralCode)
    throw error
  }
}

/** Registers the identity (AUTH-16). A failure is logged, and repeated at the next load (AUTH-21, AUTH-39). */
async function registerIdentity(identity: Identity, newCode: string | null): Promise<SessionState> {
  const { uid, email, name } = identity
  const referralCode = newCode ?? readPendingReferralCode()
  try {
    const user = await call(authCalls.register, {
      body: { email, name, firebaseUid: uid, ...(referralCode === null ? {} : { referralCode }) },
    })
    clearPendingReferralCode()
    return { status: 'ready', identity, user, isNew: true }
  } catch (error) {
    if (isIdentityMismatch(error) || denialReason(error) !== null) throw error
    logFailure('The registration failed; it is repeated at the next load.', error)
    const emailTaken = isCallError(error) && error.refusal?.code === 'email_taken'
    return { status: 'unregistered', identity, user: null, emailTaken }
  }
}
