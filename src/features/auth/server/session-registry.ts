// Who calls: what is known of sessions in memory, until the bus or the database says that it isn't true any more.
import * as z from 'zod/mini'
import { timestampToMs } from '#shared/day.ts'
import type { Caller, Platform, Session, CallerSessions, SignedInSession, User } from '#server/context.ts'
import { isSessionAlive, personaOfSession, sessionAliveUntilMs } from '../rules.ts'
import { affects, sessionEventSchema } from '../session-events.ts'
import { hashSecret } from './secret-token.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'
import { createSessionChangePoller } from './session-change-poller.ts'
import { createSessionLastUsed, type SessionLastUsed } from './session-last-used.ts'
import { findSessionByToken, findSessionsById, type FoundSession } from './sql.ts'

export interface SessionRegistry extends CallerSessions {
  /** Looks for changes and writes which sessions were used, as it does by itself every few seconds. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export interface SessionTimings {
  /** Between two looks at what has changed in the database. */
  lookEveryMs: number
  /** How long after a look, or after it was read, something can be used while no other look succeeds. */
  freshMs: number
  /** Between two writings of when sessions were used. */
  writeEveryMs: number
}

/** A session that can be used, or that a ban has ended. */
interface CachedSession {
  /** Asked for each of many at everything that is said. */
  whose: SignedInSession
  session: Session
  user: User | null
  remembered: boolean
  endedByBan: boolean
  endsAtMs: number
  /** As it was noted last. */
  lastUsedAtMs: number
}

type Deps = Pick<Platform, 'database' | 'clock'>
type SubjectFilter = (who: SignedInSession) => boolean

const defaultTimings: SessionTimings = { lookEveryMs: 2_000, freshMs: 5_000, writeEveryMs: 10_000 }
const cachedSessionsMax = 20_000
const recordUseEveryMs = 60_000
const tokenPattern = /^[\w-]{43}$/

/** Knows nobody yet, and keeps up with the bus and the database from now on. */
export async function createSessionRegistry(
  platform: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>,
  { lookEveryMs, freshMs, writeEveryMs }: SessionTimings = defaultTimings,
): Promise<SessionRegistry> {
  const { bus } = platform
  const { onChange, tell } = createListeners()
  const uses = createSessionLastUsed(platform)
  const cache = createSessionCache({
    read: (token) => readCachedSession(platform, token),
    isFresh: (readAtMs) => performance.now() - Math.max(readAtMs, changes.lookedAtMs()) <= freshMs,
    entriesMax: cachedSessionsMax,
  })
  const forget = (isMeant: SubjectFilter) => cache.forget(({ whose }) => isMeant(whose))
  const changes = await createSessionChangePoller({ ...platform, forget, tell })
  const hear = (message: unknown) => {
    const parsed = z.safeParse(sessionEventSchema, message)
    if (!parsed.success) return
    const news = parsed.data
    const isMeant = affects(news)
    forget(isMeant)
    // Sockets hear of endings themselves; and if this fails, the next look tells the same.
    if (news.type === 'changed') tell(isMeant).catch(() => undefined)
  }
  const stops = [bus.subscribe('sessions', hear), bus.watch({ missed: () => void changes.look() })]
  const timers = [
    setInterval(() => void changes.look(), lookEveryMs),
    setInterval(() => void uses.write(), writeEveryMs),
  ]
  return {
    authenticate: createAuthenticate(platform, cache, uses),
    callersOf: (sessionIds) => readCallers(platform, sessionIds),
    onChange,
    catchUp: async () => {
      await Promise.all([changes.look(), uses.write()])
    },
    close: async () => {
      for (const stop of stops) stop()
      for (const timer of timers) clearInterval(timer)
      await Promise.all([changes.whenIdle(), uses.write()])
    },
  }
}

function createListeners() {
  const listeners = new Set<Parameters<CallerSessions['onChange']>[0]>()
  return {
    onChange: (listener: Parameters<CallerSessions['onChange']>[0]): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: async (isMeant: SubjectFilter): Promise<void> => {
      await Promise.all([...listeners].map((listener) => listener(isMeant)))
    },
  }
}

function createAuthenticate(
  { clock }: Deps,
  cache: SessionCache<CachedSession>,
  uses: SessionLastUsed,
): CallerSessions['authenticate'] {
  const callerOf = (known: CachedSession | null, address: string, nowMs: number): Caller => {
    const persona = known ? personaOfSession(known.user, known.endedByBan) : 'anonymous'
    if (!known || persona === 'anonymous') return { persona: 'anonymous', session: null, user: null, address }
    if (nowMs - known.lastUsedAtMs >= recordUseEveryMs) {
      known.lastUsedAtMs = nowMs
      uses.note(known.session.id, nowMs)
    }
    return { persona, session: known.session, user: known.user, address }
  }
  const read = async (token: string, address: string): Promise<Caller> => {
    const nowMs = clock.now()
    const known = await cache.find(token)
    if (!known || isSessionAlive(known, nowMs)) return callerOf(known, address, nowMs)
    // Another node may know of a later use.
    cache.forget((other) => other === known)
    return callerOf(await cache.find(token), address, nowMs)
  }
  return (token, address) => {
    const nowMs = clock.now()
    if (token === null) return callerOf(null, address, nowMs)
    const known = cache.find(token)
    return known instanceof Promise || !isSessionAlive(known, nowMs)
      ? read(token, address)
      : callerOf(known, address, nowMs)
  }
}

/** What a token is worth; null for nothing. */
async function readCachedSession({ database, clock }: Deps, token: string): Promise<CachedSession | null> {
  if (!tokenPattern.test(token)) return null
  const found = await findSessionByToken(database.query, hashSecret(token))
  const known = found && toCachedSession(found)
  return known && isSessionAlive(known, clock.now()) ? known : null
}

async function readCallers(
  { database, clock }: Deps,
  sessionIds: readonly number[],
): Promise<Awaited<ReturnType<CallerSessions['callersOf']>>> {
  const nowMs = clock.now()
  const found = (await findSessionsById(database.query, sessionIds)).map(toCachedSession)
  const callers = found
    .filter((known) => isSessionAlive(known, nowMs))
    .map(({ session, user, endedByBan }) => {
      const { id, aliveUntilMs } = session
      return [id, { persona: personaOfSession(user, endedByBan), user, aliveUntilMs }] as const
    })
  return new Map(callers.filter(([, { persona }]) => persona !== 'anonymous'))
}

/** Every request of a session is given the same two objects, so nobody may change them. */
function toCachedSession({
  session,
  user,
  lastUsedAt,
  expiresAt,
  remembered,
  endedByBan,
}: FoundSession): CachedSession {
  const facts = { remembered, endsAtMs: timestampToMs(expiresAt), lastUsedAtMs: timestampToMs(lastUsedAt) }
  return {
    ...facts,
    endedByBan,
    whose: { sessionId: session.id, userId: user?.id ?? 0, uid: session.uid },
    session: Object.freeze({ ...session, aliveUntilMs: sessionAliveUntilMs(facts) }),
    user: user && Object.freeze(user),
  }
}
