// Who calls: what is known of sessions in memory, until the bus or the database says that it isn't true any more.
import * as z from 'zod/mini'
import { momentMs } from '#shared/day.ts'
import type { Caller, Platform, Session, Sessions, SignedIn, User } from '#server/context.ts'
import { isSessionAlive, personaOfSession, sessionAliveUntilMs } from '../rules.ts'
import { meantBy, sessionNewsSchema } from '../session-news.ts'
import { hashOfSecret } from './secret.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'
import { openSessionChanges } from './session-changes.ts'
import { createSessionUses, type SessionUses } from './session-uses.ts'
import { sessionByToken, sessionsById, type FoundSession } from './sql.ts'

export interface OpenSessions extends Sessions {
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
interface Known {
  /** Asked for each of many at everything that is said. */
  whose: SignedIn
  session: Session
  user: User | null
  remembered: boolean
  endedByBan: boolean
  endsAtMs: number
  /** As it was noted last. */
  lastUsedAtMs: number
}

type Means = Pick<Platform, 'database' | 'clock'>
type IsMeant = (who: SignedIn) => boolean

const usualTimings: SessionTimings = { lookEveryMs: 2_000, freshMs: 5_000, writeEveryMs: 10_000 }
const knownMax = 20_000
const noteEveryMs = 60_000
const tokenForm = /^[\w-]{43}$/

/** Knows nobody yet, and keeps up with the bus and the database from now on. */
export async function openSessions(
  platform: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>,
  { lookEveryMs, freshMs, writeEveryMs }: SessionTimings = usualTimings,
): Promise<OpenSessions> {
  const { bus } = platform
  const { onChange, tell } = createListeners()
  const uses = createSessionUses(platform)
  const cache = createSessionCache({
    read: (token) => readKnown(platform, token),
    isFresh: (readAtMs) => performance.now() - Math.max(readAtMs, changes.lookedAtMs()) <= freshMs,
    entriesMax: knownMax,
  })
  const forget = (isMeant: IsMeant) => cache.forget(({ whose }) => isMeant(whose))
  const changes = await openSessionChanges({ ...platform, forget, tell })
  const hear = (message: unknown) => {
    const parsed = z.safeParse(sessionNewsSchema, message)
    if (!parsed.success) return
    const news = parsed.data
    const isMeant = meantBy(news)
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
  const listeners = new Set<Parameters<Sessions['onChange']>[0]>()
  return {
    onChange: (listener: Parameters<Sessions['onChange']>[0]): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: async (isMeant: IsMeant): Promise<void> => {
      await Promise.all([...listeners].map((listener) => listener(isMeant)))
    },
  }
}

function createAuthenticate(
  { clock }: Means,
  cache: SessionCache<Known>,
  uses: SessionUses,
): Sessions['authenticate'] {
  const callerOf = (known: Known | null, address: string, nowMs: number): Caller => {
    const persona = known ? personaOfSession(known.user, known.endedByBan) : 'anonymous'
    if (!known || persona === 'anonymous') return { persona: 'anonymous', session: null, user: null, address }
    if (nowMs - known.lastUsedAtMs >= noteEveryMs) {
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
async function readKnown({ database, clock }: Means, token: string): Promise<Known | null> {
  if (!tokenForm.test(token)) return null
  const found = await sessionByToken(database.query, hashOfSecret(token))
  const known = found && knownOf(found)
  return known && isSessionAlive(known, clock.now()) ? known : null
}

async function readCallers(
  { database, clock }: Means,
  sessionIds: readonly number[],
): Promise<Awaited<ReturnType<Sessions['callersOf']>>> {
  const nowMs = clock.now()
  const found = (await sessionsById(database.query, sessionIds)).map(knownOf)
  const callers = found
    .filter((known) => isSessionAlive(known, nowMs))
    .map(({ session, user, endedByBan }) => {
      const { id, aliveUntilMs } = session
      return [id, { persona: personaOfSession(user, endedByBan), user, aliveUntilMs }] as const
    })
  return new Map(callers.filter(([, { persona }]) => persona !== 'anonymous'))
}

/** Every request of a session is given the same two objects, so nobody may change them. */
function knownOf({ session, user, lastUsedAt, expiresAt, remembered, endedByBan }: FoundSession): Known {
  const facts = { remembered, endsAtMs: momentMs(expiresAt), lastUsedAtMs: momentMs(lastUsedAt) }
  return {
    ...facts,
    endedByBan,
    whose: { sessionId: session.id, userId: user?.id ?? 0, uid: session.uid },
    session: Object.freeze({ ...session, aliveUntilMs: sessionAliveUntilMs(facts) }),
    user: user && Object.freeze(user),
  }
}
