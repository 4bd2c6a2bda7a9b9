// Live sittings around now, as this node knows them: at most five seconds old.
import { isUnderWay } from '#features/sittings/phases.ts'
import type { Plays } from '#features/sittings/plays.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { createDayCache } from '#server/calendar/day-cache.ts'
import type { Platform } from '#server/context.ts'
import { addDays } from '#shared/day.ts'
import { streamWindow } from '../stream-window.ts'

export interface LiveSitting {
  sitting: Sitting
  plays: Extract<Plays, { kind: 'live' }>
}

export interface LiveSittings {
  /** Those of a day's room that have a stream. */
  ofRoom(day: string): Promise<LiveSitting[]>
  /** One around today by its id; null without a stream. */
  find(id: number): Promise<LiveSitting | null>
  /** Those whose stream members follow now: from the doors to its end. */
  underWay(): Promise<LiveSitting[]>
  /** Those whose teacher may send now, from an hour before the doors on. */
  open(): Promise<LiveSitting[]>
  close(): void
}

export function createLiveSittings({
  bus,
  calendar,
  clock,
  database,
  roomClock,
}: Pick<Platform, 'bus' | 'calendar' | 'clock' | 'database' | 'roomClock'>): LiveSittings {
  const cache = createDayCache<readonly LiveSitting[]>({ bus, clock }, async (today) => {
    const days = { from: addDays(today, -1), to: addDays(today, 1) }
    const stored = await storedSittingsBetween(database.query, days)
    return stored.flatMap(({ sitting, plays }) =>
      plays.kind === 'live' && plays.source !== 'elsewhere' ? [{ sitting, plays }] : [],
    )
  })
  const all = async () => cache.of(calendar.today())
  return {
    ofRoom: async (day) => (await all()).filter(({ sitting }) => sitting.day === day),
    find: async (id) => (await all()).find(({ sitting }) => sitting.id === id) ?? null,
    underWay: async () => (await all()).filter((each) => isFollowed(each, roomClock.now())),
    open: async () =>
      (await all()).filter(({ sitting, plays }) => {
        const { fromMs, untilMs } = streamWindow(sitting, plays)
        return !sitting.cancelled && fromMs <= roomClock.now() && roomClock.now() < untilMs
      }),
    close: cache.close,
  }
}

/** Whether members follow a stream at a moment of the room clock. */
export function isFollowed({ sitting, plays }: LiveSitting, nowMs: number): boolean {
  return isUnderWay(sitting, nowMs) && nowMs < streamWindow(sitting, plays).untilMs
}
