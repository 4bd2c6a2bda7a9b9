// Session: a random token in the cookie and its hash in the database; opening and closing.
import { appError } from '#server/app-error.ts'
import { bannedError } from '#server/banned-error.ts'
import type { Context, Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { networkForLog } from '#server/log.ts'
import { busEvents, type SessionEvent } from '#shared/bus-events.ts'
import { sessionRememberedMs, sessionsPerPersonMax } from '#shared/constants.ts'
import { authErrors } from '../errors.ts'
import { sessionExpiresAtMs } from '../rules.ts'
import type { PasswordVerification, ProvenIdentity } from './identity.ts'
import { hashSecret, newSecret } from './secret-token.ts'
import { lockPasswordProofShared } from './sql/identity-users.ts'
import {
  insertSession,
  revokeOldestSessions,
  revokeSession,
  revokeSessions,
  type NewSession,
} from './sql/sessions.ts'
import { findBanOfIdentity } from './sql/users.ts'

type ProofCheck = (tx: Executor) => Promise<Partial<Pick<ProvenIdentity, 'email' | 'emailVerified'>> | null>

interface OpenSessionInput {
  identity: ProvenIdentity
  /**
   * Runs in the transaction that opens the session; null rejects the proof. Omitted for proofs that can't expire.
   */
  checkProof?: ProofCheck | undefined
  /** The provider of the identity. */
  provider: string
  remembered: boolean
  /** The client's IP address; empty if unknown. */
  address: string
}

/**
 * Opens a session for a proved identity. Returns the cookie's token and its lifetime, null for a browser session.
 * Throws `invalid-credential` if the proof is no longer valid. Closes the least recently used sessions above the
 * limit.
 */
export async function openSession(
  platform: Pick<Platform, 'database' | 'clock' | 'bus'>,
  { identity, checkProof, provider, remembered, address }: OpenSessionInput,
): Promise<{ token: string; cookieMaxAgeMs: number | null; userId: number | null }> {
  const { database, clock } = platform
  const nowMs = clock.now()
  const { token, session } = newSession({ identity, provider, remembered, address }, nowMs)
  const { ended, userId } = await database.transaction(async (tx) => {
    const proven = checkProof ? await checkProof(tx) : {}
    if (!proven) throw appError(authErrors['invalid-credential'])
    const { id: openedId, userId } = await insertSession(tx, { ...session, ...proven })
    const { uid } = identity
    const ended = await revokeOldestSessions(tx, { uid, openedId, otherMax: sessionsPerPersonMax - 1, nowMs })
    return { ended, userId }
  })
  await publishSessionsEnded(platform, ended)
  return { token, cookieMaxAgeMs: remembered ? sessionRememberedMs : null, userId }
}

/** A session that isn't stored yet, and the token of its cookie. */
export function newSession(
  { identity, provider, remembered, address }: Omit<OpenSessionInput, 'checkProof'>,
  nowMs: number,
): { token: string; session: NewSession } {
  const token = newSecret()
  const session = {
    tokenHash: hashSecret(token),
    provider,
    ...identity,
    remembered,
    createdAt: new Date(nowMs),
    expiresAt: new Date(sessionExpiresAtMs(remembered, nowMs)),
    ip: address === '' ? null : address,
  }
  return { token, session }
}

/** Adds a check that rejects the sign-in if the password has changed since. */
export function withPasswordCheck({
  identity,
  password,
}: PasswordVerification): Pick<OpenSessionInput, 'identity' | 'checkProof'> {
  return { identity, checkProof: (tx) => lockPasswordProofShared(tx, identity.uid, password) }
}

/** Signs a proved identity in and replaces the session in the cookie. Banned members get no session. */
export async function signInCaller(
  context: Context<'public'>,
  input: Omit<OpenSessionInput, 'address'>,
): Promise<void> {
  const { caller, cookies, database, log } = context
  const ban = await findBanOfIdentity(database.query, input.identity.uid)
  if (ban !== null) throw bannedError(ban)
  const { token, cookieMaxAgeMs, userId } = await openSession(context, {
    ...input,
    address: caller.address,
  })
  if (caller.session) await closeSession(context, caller.session.id)
  cookies.setSession(token, cookieMaxAgeMs)
  const { provider } = input
  log.info(
    { event: 'sign-in', userId, provider, network: networkForLog(caller.address) },
    'A user signed in.',
  )
}

/** Signs the caller out, with or without a session. */
export async function signOutCaller(context: Context<'public'>): Promise<void> {
  context.cookies.clearSession()
  if (context.caller.session) await closeSession(context, context.caller.session.id)
}

/** Publishes closed sessions to all nodes, which reject them and close their sockets. */
export async function publishSessionsEnded(
  { bus }: Pick<Platform, 'bus'>,
  sessionIds: readonly number[],
): Promise<void> {
  if (sessionIds.length > 0) await publishSessionEvent(bus, { type: 'ended', sessionIds: [...sessionIds] })
}

/** Publishes a change of the identity's account to all nodes. Call after the commit. */
export async function publishIdentityChanged({ bus }: Pick<Platform, 'bus'>, uid: string): Promise<void> {
  await publishSessionEvent(bus, { type: 'changed', uid })
}

function publishSessionEvent(bus: Platform['bus'], event: SessionEvent): Promise<void> {
  return bus.publish(busEvents.sessions, event)
}

export async function signOutCallerEverywhere(context: Context<'identity'>): Promise<void> {
  const { caller, clock, cookies, database } = context
  const revocation = { uid: caller.session.uid, revokedBy: 'sign-out', now: new Date(clock.now()) } as const
  // Retried on deadlock: another call for the same account may lock its sessions in a different order.
  await publishSessionsEnded(context, await database.transaction((tx) => revokeSessions(tx, revocation)))
  cookies.clearSession()
}

/** Closes a session and publishes that, even if it was closed before: this node may still cache it. */
async function closeSession(platform: Platform, sessionId: number): Promise<void> {
  const { database, clock } = platform
  await revokeSession(database.query, sessionId, new Date(clock.now()))
  await publishSessionsEnded(platform, [sessionId])
}
