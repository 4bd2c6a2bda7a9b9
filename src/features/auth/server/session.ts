// The product's own session: a random token in the cookie, its hash in a row, and who it says is calling.
import { createHash, randomBytes } from 'node:crypto'
import { sessionIdleMs, sessionRememberedMs } from '#shared/constants.ts'
import { momentMs, timestampOf } from '#shared/day.ts'
import type { Caller, Context, Platform } from '#server/context.ts'
import { refuse } from '#server/refusal.ts'
import { personaOfSession, sessionEndMs } from '../rules.ts'
import type { ProvenIdentity } from './identity.ts'
import { banReasonOf, findSession, insertSession, revokeSession, touchSession } from './sql.ts'

const tokenBytes = 32
const tokenForm = /^[\w-]{43}$/
const touchEveryMs = 60_000

/** Finds out who calls, by the token of the cookie. */
export async function authenticate(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  token: string | null,
  address: string,
): Promise<Caller> {
  const anonymous: Caller = { persona: 'anonymous', session: null, user: null, address }
  if (token === null || !tokenForm.test(token)) return anonymous
  const nowMs = clock.now()
  const found = await findSession(database.query, {
    tokenHash: hashOf(token),
    now: timestampOf(nowMs),
    idleSince: timestampOf(nowMs - sessionIdleMs),
  })
  if (!found) return anonymous
  const { session, user, lastUsedAt, endedByBan } = found
  const persona = personaOfSession(user, endedByBan)
  if (persona === 'anonymous') return anonymous
  if (nowMs - momentMs(lastUsedAt) >= touchEveryMs)
    await touchSession(database.query, session.id, new Date(nowMs))
  return { persona, session, user, address }
}

interface Opening {
  identity: ProvenIdentity
  provider: string
  remembered: boolean
  /** The client's address; empty when unknown. */
  address: string
}

/**
 * Opens a session for a proven identity. Answers the token for the cookie, and how long the cookie lasts: null
 * for as long as the browser is open.
 */
export async function openSession(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { identity, provider, remembered, address }: Opening,
): Promise<{ token: string; cookieMaxAgeMs: number | null }> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const nowMs = clock.now()
  await insertSession(database.query, {
    tokenHash: hashOf(token),
    provider,
    ...identity,
    remembered,
    createdAt: new Date(nowMs),
    expiresAt: new Date(sessionEndMs(remembered, nowMs)),
    ip: address === '' ? null : address,
  })
  return { token, cookieMaxAgeMs: remembered ? sessionRememberedMs : null }
}

/** Signs a proven person in, in place of whoever the cookie named before; a banned one gets no session. */
export async function enter(
  context: Context<'public'>,
  { identity, provider, remembered }: Omit<Opening, 'address'>,
): Promise<void> {
  const { caller, cookies, database } = context
  const reason = await banReasonOf(database.query, identity.uid)
  if (reason !== null) throw refuse('banned', { reason })
  if (caller.session) await endSession(context, caller.session.id)
  const { address } = caller
  const { token, cookieMaxAgeMs } = await openSession(context, { identity, provider, remembered, address })
  cookies.setSession(token, cookieMaxAgeMs)
}

/** Signs the caller out, whoever it is. */
export async function leave(context: Context<'public'>): Promise<void> {
  context.cookies.clearSession()
  if (context.caller.session) await endSession(context, context.caller.session.id)
}

/** Ends a session, and tells the live channel so that it closes the session's sockets. */
async function endSession({ database, clock, bus }: Platform, sessionId: number): Promise<void> {
  if (!(await revokeSession(database.query, sessionId, new Date(clock.now())))) return
  await bus.publish('sessions', { type: 'ended', sessionId })
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
