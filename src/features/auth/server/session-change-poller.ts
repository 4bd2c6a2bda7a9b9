// Session change poller: reads changed sessions and users from the database, independently of the bus.
import type { Platform, SignedInSession } from '#server/context.ts'
import { readSessionChanges, deleteSessionChanges } from './sql-session-changes.ts'

type SubjectFilter = (who: SignedInSession) => boolean

export interface SessionChangePoller {
  /** Start of the last successful poll, by `performance.now()`. */
  polledAtMs(): number
  /** Polls for committed changes. Failures are logged, and the next poll reads the same changes. */
  poll(): Promise<void>
  /** Resolves when no poll is running. */
  whenIdle(): Promise<void>
}

interface PollerOptions extends Pick<Platform, 'database' | 'log'> {
  /** Called first, with a filter for the affected sessions. */
  forget(isMeant: SubjectFilter): void
  /** Called next, with the same filter. If it fails, the next poll repeats both calls. */
  tell(isMeant: SubjectFilter): Promise<void>
}

/** With this many rows, a poll affects all sessions. */
const changesMax = 10_000
/** Rows are kept for one to two of these intervals. */
const deleteEveryMs = 5 * 60_000

/** Starts at the current transaction; earlier changes aren't reported. */
export async function createSessionChangePoller(options: PollerOptions): Promise<SessionChangePoller> {
  const { database, log, forget, tell } = options
  const { query } = database
  let { next } = await readSessionChanges(query, '0', 0)
  await deleteSessionChanges(query, '0')
  // A long transaction, in any database of the cluster, keeps earlier commits in the result.
  let seen: ReadonlySet<string> = new Set(
    (await readSessionChanges(query, next, changesMax)).lines.map(changeKey),
  )
  let lookedAtMs = performance.now()
  let swept = { before: next, atMs: lookedAtMs }
  let hasFailed = false
  let looking = Promise.resolve()
  /** Single flight: callers share the next poll until it starts. */
  let waiting: Promise<void> | null = null

  const lookOnce = async () => {
    const startedAtMs = performance.now()
    const answer = await readSessionChanges(query, next, changesMax)
    // Transaction ids that went back mean a different database.
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
    polledAtMs: () => lookedAtMs,
    poll: () => {
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

/** Matches the sessions affected by unseen rows; null for none. */
function changeFilter(lines: readonly SessionChange[], seen: ReadonlySet<string>): SubjectFilter | null {
  // The result is truncated: further changes may be missing.
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
    // A session without a user may have one now.
    (userId === 0 && userIds.size > 0)
}
