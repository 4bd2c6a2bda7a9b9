// Session state: loads the identity and user, and registers an identity that has no user yet, with its pending code.
import { call, isCallError, setSignedInUid } from '#web/call.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { takeSignedOut } from '#web/inline-responses.ts'
import { logFailure } from '#web/log.ts'
import { retryLater } from '#web/retry-later.ts'
import { importWhenOnline } from '#web/use-lazy-import.ts'
import { type Account, type Identity, authCalls } from '../../contract.ts'

/**
 * How the session ended while a screen was open. `expired`: by itself; typed text is kept. `in-another-tab`: the
 * member signed out or was denied there; typed text is deleted. `cookie-refused`: Google proved the identity, but the
 * browser didn't keep the cookie.
 */
export type SessionEnd = 'expired' | 'in-another-tab' | 'cookie-refused'

export type SessionState =
  | { status: 'loading'; identity: null; user: null }
  | { status: 'signedOut'; identity: null; user: null; ended: SessionEnd | null }
  | { status: 'error'; identity: Identity | null; user: null }
  /** An identity without a user row: the registration failed or, with the code of an `obstacle`, can't succeed as it was. */
  | { status: 'unregistered'; identity: Identity; user: null; obstacle: string | null }
  /** `isNew`: just registered. */
  | { status: 'ready'; identity: Identity; user: Account; isNew?: boolean }

export const loadingState = { status: 'loading', identity: null, user: null } satisfies SessionState
export const signedOutState = {
  status: 'signedOut',
  identity: null,
  user: null,
  ended: null,
} satisfies SessionState

/** The result of loading the session: a state, a denial, or a session of another identity. */
export type SessionResult = SessionState | { status: 'denied'; reason: string } | { status: 'mismatch' }

/** The reason of a 403 for a ban; null for other failures (AUTH-17). */
export function denialReason(error: unknown): string | null {
  return isCallError(error) && error.status === 403 ? (error.errorBody?.reason ?? null) : null
}

/** Whether a call failed because another identity has signed in on this browser. */
export function isIdentityMismatch(error: unknown): boolean {
  return isCallError(error) && error.status === 401 && error.errorBody?.code === 'identity_mismatch'
}

/** Loads the session, unless the page says that there is none. Registers an identity without a user, with the code if given. */
export async function readSession(
  joinCode: string | null = null,
  acceptedTerms?: number,
): Promise<SessionResult> {
  if (takeSignedOut()) return signedOutState
  let identity: Identity | null = null
  try {
    identity = await retryLater(() => call(authCalls.whoAmI, {}))
    setSignedInUid(identity.uid)
    if (joinCode !== null) savePendingJoinCode(joinCode)
    return await readOrRegisterUser(identity, joinCode, acceptedTerms)
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

async function readOrRegisterUser(
  identity: Identity,
  joinCode: string | null,
  acceptedTerms: number | undefined,
): Promise<SessionState> {
  try {
    const user = await retryLater(() => call(authCalls.userByUid, { params: { uid: identity.uid } }))
    clearPendingJoinCode()
    return { status: 'ready', identity, user }
  } catch (error) {
    if (isCallError(error) && error.status === 404) return registerIdentity(identity, joinCode, acceptedTerms)
    throw error
  }
}

const importSignUpContract = () => import('../../sign-up-contract.ts')

/** Registers the identity (AUTH-16). Failures are logged, and the next load retries (AUTH-21, AUTH-39). */
async function registerIdentity(
  identity: Identity,
  newCode: string | null,
  acceptedTerms: number | undefined,
): Promise<SessionState> {
  const { uid, email, name } = identity
  const joinCode = newCode ?? readPendingJoinCode()
  try {
    const body = {
      email,
      name,
      firebaseUid: uid,
      ...(joinCode === null ? {} : { inviteCode: joinCode }),
      ...(acceptedTerms === undefined ? {} : { acceptedTerms }),
    }
    const { signUpCalls } = await importWhenOnline(importSignUpContract)
    const user = await retryLater(() => call(signUpCalls.register, { body }))
    clearPendingJoinCode()
    return { status: 'ready', identity, user, isNew: true }
  } catch (error) {
    if (isIdentityMismatch(error) || denialReason(error) !== null) throw error
    logFailure('Registration failed; the next load retries it.', error)
    // The address is taken, or the newcomer may not join.
    const isRefused = isCallError(error) && (error.status === 403 || error.status === 409)
    const obstacle = (isRefused && error.errorBody?.code) || null
    // The next load would use up the attempts with a code that opens nothing.
    if (obstacle !== null) clearPendingJoinCode()
    return { status: 'unregistered', identity, user: null, obstacle }
  }
}

const draftName = 'invite'

/** Stored as a draft of the signed-in identity, so sign-out deletes it. */
export function savePendingJoinCode(code: string): void {
  writeDraft(draftName, code)
}

function readPendingJoinCode(): string | null {
  return readDraft(draftName)
}

function clearPendingJoinCode(): void {
  writeDraft(draftName, '')
}
