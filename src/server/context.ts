// The server's context: the caller of a request, and the services that handlers use.
import type { DecisionReason } from '#shared/decision-reasons.ts'
import type { Language } from '#shared/i18n/t.ts'
import type { Capability, Persona } from '#shared/roles.ts'
import type { QueueClient } from './async/semaphore.ts'
import type { Bus } from './bus/bus.ts'
import type { Calendar } from './calendar/calendar.ts'
import type { Clock, RoomClock } from './clock.ts'
import type { Community } from './community/community.ts'
import type { Config } from './config/config.ts'
import type { Database, Executor } from './db/database.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'

/** A live session; its identity was proved by the identity provider. */
export interface Session {
  id: number
  provider: string
  uid: string
  email: string
  name: string
  emailVerified: boolean
  /** Expiry in epoch milliseconds as of the last read; each use extends it. */
  aliveUntilMs: number
}

/** The user row of the session's identity. */
export interface User {
  id: number
  uid: string
  name: string
  email: string
  /** The address awaiting confirmation, or null. */
  pendingEmail: string | null
  profilePicture: string | null
  isAdmin: boolean
  isGardenAngel: boolean
  /** May hold sittings (TEACH-01). */
  mayHost: boolean
  isBanned: boolean
  bannedReason: string | null
  bannedReasonEntry: DecisionReason | null
  /** When the ban ends by itself; null for one for good, and for none. */
  bannedUntil: string | null
  profileCompleted: boolean
  /** Counted in the room, but in no list of it (TRUST-01). */
  isUnlisted: boolean
  /** Null until a sign-in shows it. */
  language: Language | null
  /** The newest version of the terms that they accepted; 0 for none, null if from before versions were stored. */
  termsVersion: number | null
  /** When an administrator corrected the address they sign in with; null once they read it. */
  emailCorrectedAt: string | null
  createdAt: string
}

export interface Caller {
  persona: Persona
  session: Session | null
  user: User | null
  /** The client's address behind trusted proxies; empty when unknown. */
  address: string
}

/** The caller's type after the guards have checked the capability. */
export type CallerWith<Needs extends Capability> = Needs extends 'public'
  ? Caller
  : Needs extends 'identity' | 'credentials.manage'
    ? Caller & { session: Session }
    : Caller & { session: Session; user: User }

/** The services that every server part depends on. */
export interface Platform {
  config: Config
  database: Database
  bus: Bus
  calendar: Calendar
  clock: Clock
  community: Community
  roomClock: RoomClock
  log: Log
  mailer: Mailer
}

/** The owner of a session. */
export interface SignedInSession {
  sessionId: number
  /** 0 while there is no user row. */
  userId: number
  uid: string
}

/** Cache of callers by session: every request and every socket needs it. */
export interface CallerSessions {
  /** The caller of a session token; synchronous if cached. */
  authenticate(token: string | null, address: string): Caller | Promise<Caller>
  /** Reads the current callers of these sessions from the database; omits ended sessions. */
  callersOf(
    sessionIds: readonly number[],
  ): Promise<
    ReadonlyMap<number, Pick<CallerWith<'identity'>, 'persona' | 'user'> & Pick<Session, 'aliveUntilMs'>>
  >
  /**
   * Subscribes to changes of callers; `affects` selects the affected sessions. A listener that rejects is called
   * again. Returns the function that unsubscribes.
   */
  onChange(listener: (affects: (who: SignedInSession) => boolean) => Promise<void>): () => void
}

/** Cache of banned addresses: every request and every socket needs it. */
export interface BannedAddresses {
  /** The reason if an address is banned now, else null. */
  reasonFor(address: string): string | null
  /** Called after each reload of the bans. Returns the function that unsubscribes. */
  onReload(listener: () => void): () => void
}

export interface Cookies {
  /** Sets the session cookie; without `maxAgeMs` it ends with the browser session. */
  setSession(token: string, maxAgeMs: number | null): void
  clearSession(): void
  /** The value of a small cookie set by an earlier response; null if absent. */
  read(name: string): string | null
  /** Sets that cookie; a `maxAgeMs` of 0 deletes it. */
  set(name: string, value: string, maxAgeMs: number): void
}

/** What a handler receives: the platform, the caller and the cookies. */
export interface Context<Needs extends Capability = Capability> extends Platform {
  caller: CallerWith<Needs>
  /** The caller, for queues of expensive work. */
  client: QueueClient
  cookies: Cookies
  /** The token in the call's `tokenHeader`; null without one. */
  headerToken: string | null
  /** Throws `forbidden` unless the resource belongs to the caller. */
  assertOwner(isOwn: boolean): void
  /** Takes a token of a limit whose key only the handler knows; throws `rate_limited` if none is left. */
  enforceRateLimit(key: string, size: { perMinute: number; burst: number }): void
  /** Does the same with a limit that all nodes count together, where they have a bus. */
  enforceSharedRateLimit(key: string, size: { perMinute: number; burst: number }): Promise<void>
  /** Sets one of the `responseHeaders` that the call declares. */
  header(name: string, value: number): void
  /**
   * Runs the transaction of a call declared idempotent, at most once per idempotency key. A key used in the last
   * 24 hours returns the first response without running `work`. The same key with another input throws `key_reused`;
   * a concurrent request with it waits. The key commits together with `work`: if `work` throws, nothing is stored
   * and the key can be used again. `work` may run again like any transaction, and returns a JSON value. It must
   * read the clock itself, as a retry may come after midnight. `afterCommit` runs after the commit, but not for
   * a repeat.
   */
  runIdempotent<T>(work: (tx: Executor) => Promise<T>, afterCommit?: (value: T) => void): Promise<T>
}
