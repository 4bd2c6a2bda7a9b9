// Session registry: authenticates requests from a cache, which the bus and the database invalidate, and writes the
// sessions' last use in batches.
import type { Caller, Platform, Session, CallerSessions, SignedInSession, User } from '#server/context.ts'
import { busEvents, type SessionEvent } from '#shared/bus-events.ts'
import { timestampToMs } from '#shared/day.ts'
import { affects } from '#shared/session-events.ts'
import { isSessionAlive, personaOfSession, sessionAliveUntilMs } from '../rules.ts'
import { hashSecret } from './secret-token.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'
import { createSessionChangePoller } from './session-change-poller.ts'
import {
  findSessionByToken,
  findSessionsById,
  type FoundSession,
  updateSessionLastUsed,
} from './sql/sessions.ts'

export interface SessionRegistry extends CallerSessions {
  /** Polls for session changes and writes the last-used times now, without waiting for the timers. */
  sync(): Promise<void>
  close(): Promise<void>
}

export interface SessionTimings {
  /** Interval between polls of the database. */
  pollEveryMs: number
  /** Maximum age of a cached session, counted from its read or from the last successful poll. */
  freshMs: number
  /** Interval between writes of the last-used times. */
  writeEveryMs: number
}

/** A live session, or one that a ban ended. */
interface CachedSession {
  /** Computed once, because every eviction checks it for all cached sessions. */
  ids: SignedInSession
  session: Session
  user: User | null
  remembered: boolean
  endedByBan: boolean
  expiresAtMs: number
  /** The last recorded use. Further uses within a minute aren't recorded. */
  lastUsedAtMs: number
}

type Deps = Pick<Platform, 'database' | 'clock'>
type SessionFilter = (session: SignedInSession) => boolean

const defaultTimings: SessionTimings = { pollEveryMs: 2_000, freshMs: 5_000, writeEveryMs: 10_000 }
const cachedSessionsMax = 20_000
const recordUseEveryMs = 60_000
const tokenPattern = /^[\w-]{43}$/

/**
 * Creates the registry with an empty cache. It evicts sessions on bus messages and on changes polled from the
 * database.
 */
export async function createSessionRegistry(
  platform: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>,
  { pollEveryMs, freshMs, writeEveryMs }: SessionTimings = defaultTimings,
): Promise<SessionRegistry> {
  const { bus } = platform
  const { onChange, notify } = createListeners()
  const lastUsed = createSessionLastUsed(platform)
  const cache = createSessionCache({
    read: (token) => readCachedSession(platform, token),
    isFresh: (readAtMs) => performance.now() - Math.max(readAtMs, poller.polledAtMs()) <= freshMs,
    entriesMax: cachedSessionsMax,
  })
  const evict = (isAffected: SessionFilter) => cache.evict(({ ids }) => isAffected(ids))
  const poller = await createSessionChangePoller({ ...platform, evict, notify })
  const onSessionEvent = (event: SessionEvent) => {
    const isAffected = affects(event)
    evict(isAffected)
    // Only account changes: sockets subscribe to ended sessions themselves. If a listener fails, the next poll
    // notifies it of the same change.
    if (event.type === 'changed') notify(isAffected).catch(() => undefined)
  }
  const unsubscribers = [
    bus.subscribe(busEvents.sessions, onSessionEvent),
    bus.watch({ onMessagesMissed: () => void poller.poll() }),
  ]
  const timers = [
    setInterval(() => void poller.poll(), pollEveryMs),
    setInterval(() => void lastUsed.flush(), writeEveryMs),
  ]
  return {
    authenticate: createAuthenticate(platform, cache, lastUsed),
    callersOf: (sessionIds) => readCallers(platform, sessionIds),
    onChange,
    sync: async () => {
      await Promise.all([poller.poll(), lastUsed.flush()])
    },
    close: async () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      for (const timer of timers) clearInterval(timer)
      await Promise.all([poller.whenIdle(), lastUsed.flush()])
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
    notify: async (isAffected: SessionFilter): Promise<void> => {
      await Promise.all([...listeners].map((listener) => listener(isAffected)))
    },
  }
}

function createAuthenticate(
  { clock }: Deps,
  cache: SessionCache<CachedSession>,
  lastUsed: SessionLastUsed,
): CallerSessions['authenticate'] {
  const callerOf = (cached: CachedSession | null, address: string, nowMs: number): Caller => {
    const persona = cached
      ? personaOfSession(cached.user, { endedByBan: cached.endedByBan, nowMs })
      : 'anonymous'
    if (!cached || persona === 'anonymous')
      return { persona: 'anonymous', session: null, user: null, address }
    if (nowMs - cached.lastUsedAtMs >= recordUseEveryMs) {
      cached.lastUsedAtMs = nowMs
      lastUsed.record(cached.session.id, nowMs)
    }
    return { persona, session: cached.session, user: cached.user, address }
  }
  const authenticateAsync = async (token: string, address: string): Promise<Caller> => {
    const nowMs = clock.now()
    const cached = await cache.find(token)
    if (!cached || isSessionAlive(cached, nowMs)) return callerOf(cached, address, nowMs)
    // Expired by its cached times, but another node may have recorded a later use.
    cache.evict((entry) => entry === cached)
    return callerOf(await cache.find(token), address, nowMs)
  }
  return (token, address) => {
    const nowMs = clock.now()
    if (token === null) return callerOf(null, address, nowMs)
    const cached = cache.find(token)
    return cached instanceof Promise || !isSessionAlive(cached, nowMs)
      ? authenticateAsync(token, address)
      : callerOf(cached, address, nowMs)
  }
}

/** Reads the session of a token from the database; null if the token is invalid or the session expired. */
async function readCachedSession({ database, clock }: Deps, token: string): Promise<CachedSession | null> {
  if (!tokenPattern.test(token)) return null
  const found = await findSessionByToken(database.query, hashSecret(token))
  const cached = found && toCachedSession(found)
  return cached && isSessionAlive(cached, clock.now()) ? cached : null
}

async function readCallers(
  { database, clock }: Deps,
  sessionIds: readonly number[],
): Promise<Awaited<ReturnType<CallerSessions['callersOf']>>> {
  const nowMs = clock.now()
  const found = (await findSessionsById(database.query, sessionIds)).map(toCachedSession)
  const callers = found
    .filter((cached) => isSessionAlive(cached, nowMs))
    .map(({ session, user, endedByBan }) => {
      const { id, aliveUntilMs } = session
      return [id, { persona: personaOfSession(user, { endedByBan, nowMs }), user, aliveUntilMs }] as const
    })
  return new Map(callers.filter(([, { persona }]) => persona !== 'anonymous'))
}

/** Freezes `session` and `user`, because all requests of the session share them. */
function toCachedSession({
  session,
  user,
  lastUsedAt,
  expiresAt,
  remembered,
  endedByBan,
}: FoundSession): CachedSession {
  const times = { remembered, expiresAtMs: timestampToMs(expiresAt), lastUsedAtMs: timestampToMs(lastUsedAt) }
  return {
    ...times,
    endedByBan,
    ids: { sessionId: session.id, userId: user?.id ?? 0, uid: session.uid },
    session: Object.freeze({ ...session, aliveUntilMs: sessionAliveUntilMs(times) }),
    user: user && Object.freeze(user),
  }
}

export interface SessionLastUsed {
  /** Buffers the use of a session at a time (epoch milliseconds). */
  record(sessionId: number, atMs: number): void
  /** Writes the buffer. Failed entries are retried at the next write. */
  flush(): Promise<void>
}

/** Buffers the last use of sessions in memory and writes it in batches. */
export function createSessionLastUsed({
  database,
  log,
}: Pick<Platform, 'database' | 'log'>): SessionLastUsed {
  let buffer = new Map<number, number>()
  let hasFailed = false
  return {
    record: (sessionId, atMs) => {
      buffer.set(sessionId, atMs)
    },
    flush: async () => {
      const batch = buffer
      buffer = new Map()
      if (batch.size === 0) return
      const uses = [...batch].map(([sessionId, atMs]) => ({ sessionId, atMs }))
      try {
        await updateSessionLastUsed(database.query, uses)
        hasFailed = false
      } catch (error) {
        buffer = new Map([...batch, ...buffer])
        if (!hasFailed) log.warn({ err: error }, 'Could not record the last use of sessions.')
        hasFailed = true
      }
    },
  }
}
