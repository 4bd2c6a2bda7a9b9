// What the server knows about a caller, and what a handler gets to work with.
import type { Capability, Persona } from '#shared/roles.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Executor } from './db.ts'
import type { Mailer } from './mail.ts'

/** A live session of the product: who the identity provider proved the person to be. */
export interface Session {
  id: number
  provider: string
  uid: string
  email: string
  name: string
  emailVerified: boolean
  /** Until when it can be used (epoch milliseconds), if it isn't used meanwhile; as it was when it was read. */
  aliveUntilMs: number
}

/** The user row of a session's identity. */
export interface User {
  id: number
  uid: string
  name: string
  email: string
  /** The address that waits to be confirmed, or null. */
  pendingEmail: string | null
  profilePicture: string | null
  isAdmin: boolean
  isGardenAngel: boolean
  isBanned: boolean
  bannedReason: string | null
  profileCompleted: boolean
  createdAt: string
}

export interface Caller {
  persona: Persona
  session: Session | null
  user: User | null
  /** The client's address, behind trusted proxies; empty when unknown. */
  address: string
}

/** The caller as a handler may count on it, given the capability that was checked before it. */
export type CallerWith<Needs extends Capability> = Needs extends 'public'
  ? Caller
  : Needs extends 'identity' | 'credentials.manage'
    ? Caller & { session: Session }
    : Caller & { session: Session; user: User }

export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** What every server part stands on. */
export interface Platform {
  config: Config
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  mailer: Mailer
}

/** Whose a session is. */
export interface SignedInSession {
  sessionId: number
  /** 0 while there is no user row. */
  userId: number
  uid: string
}

/** Who calls, as it is known in memory: every request and every socket asks. */
export interface CallerSessions {
  /** Who calls, by the session token of the cookie: at once where that is known. */
  authenticate(token: string | null, address: string): Caller | Promise<Caller>
  /** Who the callers of these sessions are at this moment, read anew; those that have ended are left out. */
  callersOf(
    sessionIds: readonly number[],
  ): Promise<
    ReadonlyMap<number, Pick<CallerWith<'identity'>, 'persona' | 'user'> & Pick<Session, 'aliveUntilMs'>>
  >
  /**
   * Hears that callers may not be what they were, and asks whom of the signed-in it concerns, until the returned
   * function is called. A listener that fails hears it again.
   */
  onChange(listener: (isMeant: (who: SignedInSession) => boolean) => Promise<void>): () => void
}

/** Who is kept out by their address, as it is known in memory: every request and every socket asks. */
export interface BannedAddresses {
  /** Why an address is banned at this moment; null when it isn't. */
  reasonFor(address: string): string | null
  /** Hears whenever the bans were read anew, until the returned function is called. */
  onRead(listener: () => void): () => void
}

export interface Cookies {
  /** Sets the session cookie; without `maxAgeMs` it ends with the browser session. */
  setSession(token: string, maxAgeMs: number | null): void
  clearSession(): void
  /** What an answer before has set for this browser under a name; null when there is nothing. */
  read(name: string): string | null
  /** Sets that, for so long; 0 takes it away. */
  set(name: string, value: string, maxAgeMs: number): void
}

/** What a handler gets: the platform, who calls, and the cookies. */
export interface Context<Needs extends Capability = Capability> extends Platform {
  caller: CallerWith<Needs>
  cookies: Cookies
  /** Refuses with `forbidden` unless the thing asked for belongs to the caller. */
  ownOnly(isOwn: boolean): void
  /** Takes a token of a limit that only the handler can name; refuses with `rate_limited` when there is none. */
  limit(key: string, size: { perMinute: number; burst: number }): void
  /** Sends one of the `answerHeaders` that the call declares. */
  header(name: string, value: number): void
  /**
   * The transaction of a call that is declared as repeatable. A request with a key that was used in the last 24 hours
   * gets the answer of the first one, without `work`; with another input it is refused as `key_reused`; beside one that
   * is at work it waits. The key is committed with what `work` did, so when `work` refuses or fails nothing happened,
   * nothing is kept, and the same key starts anew. `work` may run again like that of any transaction, has to look at
   * the time itself (a repeat may come after midnight), and answers what JSON can hold. `afterwards` runs when it is
   * committed, and not for a repeat.
   */
  once<T>(work: (tx: Executor) => Promise<T>, afterwards?: (value: T) => void): Promise<T>
}
