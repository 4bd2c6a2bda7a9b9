// Detects other servers on the same database: without a bus they split the community, so it warns the operator.
import type { Database } from './database.ts'
import { connectedServers } from './sql.ts'

interface Timings {
  pollEveryMs: number
  /** Minimum connection time before a server counts: longer than a graceful shutdown. */
  graceMs: number
}

const defaultTimings: Timings = { pollEveryMs: 5_000, graceMs: 20_000 }

/** The warning for several servers on one database without a bus. */
export const otherServersWarning =
  'Another Stillwater server uses this database. Without BUS_URL, each server has its own room and chat: ' +
  'stop one of them, or set the same BUS_URL on all.'

/**
 * Tracks connected servers; returns those connected for `graceMs`. During a restart, the stopping server doesn't
 * count.
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

/** Polls for other servers; calls `warn` once for each that stays. Returns the function that stops polling. */
export function watchOtherServers(
  { query }: Pick<Database, 'query'>,
  ownId: string,
  warn: () => void,
  { pollEveryMs, graceMs }: Timings = defaultTimings,
): () => void {
  const lastingServers = createServerTracker(ownId, graceMs)
  const reported = new Set<string>()
  const poll = async (): Promise<void> => {
    // A database outage is reported elsewhere.
    const connected = await connectedServers(query).catch(() => null)
    if (connected === null) return
    const unreported = lastingServers(connected, performance.now()).filter((id) => !reported.has(id))
    if (unreported.length === 0) return
    for (const id of unreported) reported.add(id)
    warn()
  }
  void poll()
  const timer = setInterval(() => void poll(), pollEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
