// Other servers on the same database: without a bus they split the community, so the operator is warned.
import type { Database } from './db.ts'
import { connectedServers } from './sql.ts'

interface Timings {
  pollEveryMs: number
  /** How long a server may stay connected before it counts: longer than one that is being stopped. */
  graceMs: number
}

const defaultTimings: Timings = { pollEveryMs: 5_000, graceMs: 20_000 }

/** What an operator is told when several servers use one database and no bus. */
export const otherServersWarning =
  'Another Stillwater server uses this database. Without BUS_URL each of them has a chat and a room of its own: ' +
  'stop one of them, or set the same BUS_URL for all.'

/**
 * Tracks which servers are connected; answers those that stayed for `graceMs`, so that a restart, where the
 * old server is still stopping, is no second server.
 */
export function createServerTracker(
  ownId: string,
  graceMs: number,
): (connected: readonly string[], nowMs: number) => string[] {
  const firstSeenMs = new Map<string, number>()
  return (connected, nowMs) => {
    for (const id of firstSeenMs.keys()) if (!connected.includes(id)) firstSeenMs.delete(id)
    for (const id of connected) if (id !== ownId && !firstSeenMs.has(id)) firstSeenMs.set(id, nowMs)
    return [...firstSeenMs].filter(([, sinceMs]) => nowMs - sinceMs >= graceMs).map(([id]) => id)
  }
}

/** Polls for other servers; calls `warn` once for each that stays. Answers what stops it. */
export function watchOtherServers(
  { query }: Pick<Database, 'query'>,
  ownId: string,
  warn: () => void,
  { pollEveryMs, graceMs }: Timings = defaultTimings,
): () => void {
  const lasting = createServerTracker(ownId, graceMs)
  const warnedOf = new Set<string>()
  const poll = async (): Promise<void> => {
    // A database that is away is reported elsewhere.
    const connected = await connectedServers(query).catch(() => null)
    if (connected === null) return
    const unknown = lasting(connected, performance.now()).filter((id) => !warnedOf.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) warnedOf.add(id)
    warn()
  }
  void poll()
  const timer = setInterval(() => void poll(), pollEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
