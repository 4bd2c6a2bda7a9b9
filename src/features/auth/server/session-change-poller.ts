// Learns from the database which sessions and users have changed: whoever changed them, and whatever becomes of the bus.
import type { Platform, SignedInSession } from '#server/context.ts'
import { readSessionChanges, deleteSessionChanges } from './sql-session-changes.ts'

type SubjectFilter = (who: SignedInSession) => boolean

export interface SessionChangePoller {
  /** When the last look began that came to an end, by `performance.now()`. */
  lookedAtMs(): number
  /** Looks for what was committed until now; a failure is logged, and the next look sees the same. */
  look(): Promise<void>
  /** Settles when no look is under way. */
  whenIdle(): Promise<void>
}

interface PollerOptions extends Pick<Platform, 'database' | 'log'> {
  /** Is told of whom something has changed before anybody else. */
  forget(isMeant: SubjectFilter): void
  /** Is told of the same; when it fails, again. */
  tell(isMeant: SubjectFilter): Promise<void>
}

/** More than these at once are everybody. */
const changesMax = 10_000
/** A line stays for one to two of these. */
const deleteEveryMs = 5 * 60_000

/** Begins with this moment. */
export async function createSessionChangePoller(options: PollerOptions): Promise<SessionChangePoller> {
  const { database, log, forget, tell } = options
  const { query } = database
  let { next } = await readSessionChanges(query, '0', 0)
  await deleteSessionChanges(query, '0')
  // A transaction that is long at work, in whichever database, keeps what was committed before in sight.
  let seen: ReadonlySet<string> = new Set(
    (await readSessionChanges(query, next, changesMax)).lines.map(changeKey),
  )
  let lookedAtMs = performance.now()
  let swept = { before: next, atMs: lookedAtMs }
  let hasFailed = false
  let looking = Promise.resolve()
  /** A look that has yet to begin serves everybody who asks until then. */
  let waiting: Promise<void> | null = null

  const lookOnce = async () => {
    const startedAtMs = performance.now()
    const answer = await readSessionChanges(query, next, changesMax)
    // A database that counts anew is another one.
    const isAnother = BigInt(answer.next) < BigInt(next)
    const isMeant = isAnother ? affectsEveryone : changeFilter(answer.lines, seen)
    if (isMeant) forget(isMeant)
    lookedAtMs = startedAtMs
    if (isMeant) await tell(isMeant)
    next = answer.next
    seen = new Set(answer.lines.map(changeKey))
    if (startedAtMs - swept.atMs < deleteEveryMs) return
    await deleteSessionChanges(query, swept.before)
    swept = { before: next, atMs: startedAtMs }
  }
  const lookOrWait = async () => {
    try {
      await lookOnce()
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'Changes of sessions could not be read.')
      hasFailed = true
    }
  }

  return {
    lookedAtMs: () => lookedAtMs,
    look: () => {
      waiting ??= looking.then(() => {
        waiting = null
        return lookOrWait()
      })
      looking = waiting
      return waiting
    },
    whenIdle: () => looking,
  }
}

type SessionChange = Awaited<ReturnType<typeof readSessionChanges>>['lines'][number]

const changeKey = ({ xid, what, id }: SessionChange) => `${xid} ${what} ${id}`
const affectsEveryone: SubjectFilter = () => true

/** Whom lines are about that weren't seen before; null for nobody. */
function changeFilter(lines: readonly SessionChange[], seen: ReadonlySet<string>): SubjectFilter | null {
  // Behind the last of so many there may be others, which were never looked at.
  if (lines.length === changesMax) return affectsEveryone
  const unseen = lines.filter((line) => !seen.has(changeKey(line)))
  if (unseen.length === 0) return null
  if (unseen.some(({ what }) => what === 'swept')) return affectsEveryone
  const idsOf = (what: SessionChange['what']) =>
    new Set(unseen.filter((line) => line.what === what).map(({ id }) => id))
  const [sessionIds, userIds] = [idsOf('session'), idsOf('user')]
  return ({ sessionId, userId }) =>
    sessionIds.has(sessionId) ||
    userIds.has(userId) ||
    // Somebody without a user row may have one now.
    (userId === 0 && userIds.size > 0)
}
