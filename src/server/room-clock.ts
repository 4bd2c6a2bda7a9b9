// Room clock: the time that all nodes of a community share, from PostgreSQL's clock.
import type { Clock, RoomClock } from './clock.ts'
import { type Database, isDatabaseUnavailable } from './db/database.ts'
import { databaseNowMs } from './db/sql.ts'
import type { Log } from './log.ts'

const readings = 5
const measureEveryMs = 60_000

/** Measures how far PostgreSQL's clock is ahead of this node's, now and every minute. */
export async function createRoomClock({
  clock,
  database,
  log,
}: {
  clock: Clock
  database: Database
  log: Log
}): Promise<RoomClock> {
  let offsetMs = 0
  const measure = async () => {
    try {
      offsetMs = await measureOffsetMs(clock, database)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, "PostgreSQL's clock could not be read.")
    }
    clock.after(measureEveryMs, () => void measure())
  }
  await measure()
  return { now: () => Math.round(clock.now() + offsetMs) }
}

/** The quickest of several readings: its round trip leaves the least room for error. */
async function measureOffsetMs(clock: Clock, { query }: Database): Promise<number> {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, offsetMs: 0 }
  for (let reading = 0; reading < readings; reading += 1) {
    const sentAtMs = performance.now()
    const nowMs = await databaseNowMs(query)
    const roundTripMs = performance.now() - sentAtMs
    if (roundTripMs < best.roundTripMs)
      best = { roundTripMs, offsetMs: nowMs + roundTripMs / 2 - clock.now() }
  }
  return best.offsetMs
}
