// Learns from the database which sessions and users have changed: whoever changed them, and whatever becomes of the bus.
import type { Platform, SignedIn } from '#server/context.ts'
import { changesSince, sweepChanges } from './sql-session-changes.ts'

type IsMeant = (who: SignedIn) => boolean

export interface SessionChanges {
  /** When the last look began that came to an end, by `performance.now()`. */
  lookedAtMs(): number
  /** Looks for what was committed until now; a failure is logged, and the next look sees the same. */
  look(): Promise<void>
  /** Settles when no look is under way. */
  whenIdle(): Promise<void>
}

interface ChangesOptions extends Pick<Platform, 'database' | 'log'> {
  /** Is told of whom something has changed before anybody else. */
  forget(isMeant: IsMeant): void
  /** Is told of the same; when it fails, again. */
  tell(isMeant: IsMeant): Promise<void>
}

/** More than these at once are everybody. */
const linesMax = 10_000
/** A line stays for one to two of these. */
const sweepEveryMs = 5 * 60_000

/** Begins with this moment. */
export async function openSessionChanges(options: ChangesOptions): Promise<SessionChanges> {
  const { database, log, forget, tell } = options
  const { query } = database
  let { next } = await changesSince(query, '0', 0)
  await sweepChanges(query, '0')
  // A transaction that is long at work, in whichever database, keeps what was committed before in sight.
  let seen: ReadonlySet<string> = new Set((await changesSince(query, next, linesMax)).lines.map(keyOf))
  let lookedAtMs = performance.now()
  let swept = { before: next, atMs: lookedAtMs }
  let hasFailed = false
  let looking = Promise.resolve()
  /** A look that has yet to begin serves everybody who asks until then. */
  let waiting: Promise<void> | null = null

  const lookOnce = async () => {
    const startedAtMs = performance.now()
    const answer = await changesSince(query, next, linesMax)
    // A database that counts anew is another one.
    const isAnother = BigInt(answer.next) < BigInt(next)
    const isMeant = isAnother ? everybody : meantBy(answer.lines, seen)
    if (isMeant) forget(isMeant)
    lookedAtMs = startedAtMs
    if (isMeant) await tell(isMeant)
    next = answer.next
    seen = new Set(answer.lines.map(keyOf))
    if (startedAtMs - swept.atMs < sweepEveryMs) return
    await sweepChanges(query, swept.before)
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

type Line = Awaited<ReturnType<typeof changesSince>>['lines'][number]

const keyOf = ({ xid, what, id }: Line) => `${xid} ${what} ${id}`
const everybody: IsMeant = () => true

/** Whom lines are about that weren't seen before; null for nobody. */
function meantBy(lines: readonly Line[], seen: ReadonlySet<string>): IsMeant | null {
  // Behind the last of so many there may be others, which were never looked at.
  if (lines.length === linesMax) return everybody
  const unseen = lines.filter((line) => !seen.has(keyOf(line)))
  if (unseen.length === 0) return null
  if (unseen.some(({ what }) => what === 'swept')) return everybody
  const idsOf = (what: Line['what']) =>
    new Set(unseen.filter((line) => line.what === what).map(({ id }) => id))
  const [sessionIds, userIds] = [idsOf('session'), idsOf('user')]
  return ({ sessionId, userId }) =>
    sessionIds.has(sessionId) ||
    userIds.has(userId) ||
    // Somebody without a user row may have one now.
    (userId === 0 && userIds.size > 0)
}
