// The product's own session: a random token in the cookie, its hash in a row; how it is opened and ended.
import { sessionRememberedMs, sessionsPerPersonMax } from '#shared/constants.ts'
import type { Context, Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { networkForLog } from '#server/log.ts'
import { appError } from '#server/app-error.ts'
import { sessionEndMs } from '../rules.ts'
import type { SessionEvent } from '../session-events.ts'
import type { PasswordVerification, ProvenIdentity } from './identity.ts'
import { hashSecret, newSecret } from './secret-token.ts'
import { findBanReason, insertSession } from './sql.ts'
import { lockPasswordProofShared } from './sql-credentials.ts'
import { revokeOldestSessions, revokeSession, revokeSessions } from './sql-session-revocation.ts'

type ProofCheck = (tx: Executor) => Promise<Partial<Pick<ProvenIdentity, 'email' | 'emailVerified'>> | null>

interface OpenSessionInput {
  identity: ProvenIdentity
  /**
   * What the proof is worth in the transaction that opens the session, null when nothing any more; absent where it
   * can't lose its worth.
   */
  holds?: ProofCheck | undefined
  /** Who proved it. */
  provider: string
  remembered: boolean
  /** The client's address; empty when unknown. */
  address: string
}

/**
 * Opens a session for a proven identity. Answers the token for the cookie, and how long the cookie lasts: null
 * for as long as the browser is open. Refuses with `invalid-credential` when the proof holds no more.
 * Of too many sessions of a person those end that were used longest ago.
 */
export async function openSession(
  platform: Pick<Platform, 'database' | 'clock' | 'bus'>,
  { identity, holds, provider, remembered, address }: OpenSessionInput,
): Promise<{ token: string; cookieMaxAgeMs: number | null; userId: number | null }> {
  const { database, clock } = platform
  const token = newSecret()
  const nowMs = clock.now()
  const session = {
    tokenHash: hashSecret(token),
    provider,
    ...identity,
    remembered,
    createdAt: new Date(nowMs),
    expiresAt: new Date(sessionEndMs(remembered, nowMs)),
    ip: address === '' ? null : address,
  }
  const { ended, userId } = await database.transaction(async (tx) => {
    const proven = holds ? await holds(tx) : {}
    if (!proven) throw appError('invalid-credential')
    const { id: openedId, userId } = await insertSession(tx, { ...session, ...proven })
    const { uid } = identity
    const ended = await revokeOldestSessions(tx, { uid, openedId, otherMax: sessionsPerPersonMax - 1, nowMs })
    return { ended, userId }
  })
  await publishSessionsEnded(platform, ended)
  return { token, cookieMaxAgeMs: remembered ? sessionRememberedMs : null, userId }
}

/** A proof by a password, which is worth nothing once that is changed. */
export function withPasswordCheck({
  identity,
  password,
}: PasswordVerification): Pick<OpenSessionInput, 'identity' | 'holds'> {
  return { identity, holds: (tx) => lockPasswordProofShared(tx, identity.uid, password) }
}

/** Signs a proven person in, in place of whoever the cookie named before; a banned one gets no session. */
export async function signInCaller(
  context: Context<'public'>,
  opening: Omit<OpenSessionInput, 'address'>,
): Promise<void> {
  const { caller, cookies, database, log } = context
  const reason = await findBanReason(database.query, opening.identity.uid)
  if (reason !== null) throw appError('banned', { reason })
  const { token, cookieMaxAgeMs, userId } = await openSession(context, {
    ...opening,
    address: caller.address,
  })
  if (caller.session) await closeSession(context, caller.session.id)
  cookies.setSession(token, cookieMaxAgeMs)
  const { provider } = opening
  log.info(
    { event: 'sign-in', userId, provider, network: networkForLog(caller.address) },
    'Somebody signed in.',
  )
}

/** Signs the caller out, whoever it is. */
export async function signOutCaller(context: Context<'public'>): Promise<void> {
  context.cookies.clearSession()
  if (context.caller.session) await closeSession(context, context.caller.session.id)
}

/** Tells every node of sessions that have ended: they open nothing any more, and their sockets are closed. */
export async function publishSessionsEnded(
  { bus }: Pick<Platform, 'bus'>,
  sessionIds: readonly number[],
): Promise<void> {
  if (sessionIds.length > 0) await publishSessionEvent(bus, { type: 'ended', sessionIds: [...sessionIds] })
}

/** Tells every node that callers of this identity aren't what they were; to be called once that is committed. */
export async function publishIdentityChanged({ bus }: Pick<Platform, 'bus'>, uid: string): Promise<void> {
  await publishSessionEvent(bus, { type: 'changed', uid })
}

function publishSessionEvent(bus: Platform['bus'], news: SessionEvent): Promise<void> {
  return bus.publish('sessions', news)
}

/** Signs the caller out everywhere. */
export async function signOutCallerEverywhere(context: Context<'identity'>): Promise<void> {
  const { caller, clock, cookies, database } = context
  const facts = { uid: caller.session.uid, revokedBy: 'sign-out', now: new Date(clock.now()) } as const
  // It may meet another of the same person's that goes through their sessions in another order.
  await publishSessionsEnded(context, await database.transaction((tx) => revokeSessions(tx, facts)))
  cookies.clearSession()
}

/** Ends a session, and tells so, also of one that has ended before: here it may not be known yet. */
async function closeSession(platform: Platform, sessionId: number): Promise<void> {
  const { database, clock } = platform
  await revokeSession(database.query, sessionId, new Date(clock.now()))
  await publishSessionsEnded(platform, [sessionId])
}
