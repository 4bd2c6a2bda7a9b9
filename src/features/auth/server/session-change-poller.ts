// Session change poller: reads changed sessions and users from the database, independently of the bus.
import { coalesce } from '#server/async/coalesce.ts'
import type { Platform, SignedInSession } from '#server/context.ts'
import { readSessionChanges, deleteSessionChanges } from './sql/sessions.ts'

type SessionFilter = (session: SignedInSession) => boolean

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
  evict(isAffected: SessionFilter): void
  /** Called next, with the same filter. If it fails, the next poll repeats both calls. */
  notify(isAffected: SessionFilter): Promise<void>
}

/** With this many rows, a poll affects all sessions. */
const changesMax = 10_000
/** Rows are kept for one to two of these intervals. */
const deleteEveryMs = 5 * 60_000

/** Starts at the current transaction; earlier changes aren't reported. */
export async function createSessionChangePoller(options: PollerOptions): Promise<SessionChangePoller> {
  const { database, log, evict, notify } = options
  const { query } = database
  let { next } = await readSessionChanges(query, '0', 0)
  await deleteSessionChanges(query, '0')
  // A long transaction, in any database of the cluster, keeps earlier commits in the result.
  let seen: ReadonlySet<string> = new Set(
    (await readSessionChanges(query, next, changesMax)).changes.map(changeKey),
  )
  let lastPollAtMs = performance.now()
  let cleanup = { before: next, atMs: lastPollAtMs }
  let hasFailed = false

  const pollOnce = async () => {
    const startedAtMs = performance.now()
    const result = await readSessionChanges(query, next, changesMax)
    // Transaction ids that went back mean a different database.
    const isOtherDatabase = BigInt(result.next) < BigInt(next)
    const isAffected = isOtherDatabase ? affectsEveryone : changeFilter(result.changes, seen)
    if (isAffected) evict(isAffected)
    lastPollAtMs = startedAtMs
    if (isAffected) await notify(isAffected)
    next = result.next
    seen = new Set(result.changes.map(changeKey))
    if (startedAtMs - cleanup.atMs < deleteEveryMs) return
    await deleteSessionChanges(query, cleanup.before)
    cleanup = { before: next, atMs: startedAtMs }
  }
  const pollAndLogFailure = async () => {
    try {
      await pollOnce()
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'Could not read session changes.')
      hasFailed = true
    }
  }
  const polls = coalesce(pollAndLogFailure)

  return {
    polledAtMs: () => lastPollAtMs,
    poll: () => polls.run(),
    whenIdle: polls.whenIdle,
  }
}

type SessionChange = Awaited<ReturnType<typeof readSessionChanges>>['changes'][number]

const changeKey = ({ xid, what, id }: SessionChange) => `${xid} ${what} ${id}`
const affectsEveryone: SessionFilter = () => true

/** Matches the sessions affected by unseen rows; null for none. */
function changeFilter(changes: readonly SessionChange[], seen: ReadonlySet<string>): SessionFilter | null {
  // The result is truncated: further changes may be missing.
  if (changes.length === changesMax) return affectsEveryone
  const unseen = changes.filter((change) => !seen.has(changeKey(change)))
  if (unseen.length === 0) return null
  if (unseen.some(({ what }) => what === 'swept')) return affectsEveryone
  const idsOf = (what: SessionChange['what']) =>
    new Set(unseen.filter((change) => change.what === what).map(({ id }) => id))
  const [sessionIds, userIds] = [idsOf('session'), idsOf('user')]
  return ({ sessionId, userId }) =>
    sessionIds.has(sessionId) ||
    userIds.has(userId) ||
    // A session without a user may have one now.
    (userId === 0 && userIds.size > 0)
}
