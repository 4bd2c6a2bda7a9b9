// Sittings around now: this node's copy of the sittings of yesterday to tomorrow, and what is on at the moment.
import { createDayCache } from '#server/calendar/day-cache.ts'
import type { Platform } from '#server/context.ts'
import { addDays } from '#shared/day.ts'
import { roomDayAt, sittingShownAt, sittingUnderWay } from '../current-sitting.ts'
import type { Sitting } from '../sitting.ts'
import { sittingsBetween } from './sql.ts'

/** All of it is at most five seconds old, and needs the database only after a change or that time. */
export interface SittingsAround {
  /** The sittings of yesterday to tomorrow, in the order of their doors. Synchronous on a cache hit. */
  read(): readonly Sitting[] | Promise<readonly Sitting[]>
  /** The sittings of a day's room, in the order of their doors. */
  ofRoom(day: string): Promise<Sitting[]>
  /** The sitting that a day's room shows at a moment of the room clock, in epoch milliseconds; null without one. */
  sittingOf(day: string, atMs: number): Promise<Sitting | null>
  /** The sitting from its doors to the end of its sharing; null without one. */
  underWay(): Promise<Sitting | null>
  /** The day whose room is that of the moment: the day of the sitting under way, else today. */
  roomDay(): Promise<string>
  close(): void
}

/** Reads on demand, and evicts its copy when a node publishes a change. */
export function createSittingsAround({
  bus,
  calendar,
  clock,
  database,
  roomClock,
}: Pick<Platform, 'bus' | 'calendar' | 'clock' | 'database' | 'roomClock'>): SittingsAround {
  const cache = createDayCache<readonly Sitting[]>({ bus, clock }, (today) =>
    sittingsBetween(database.query, { from: addDays(today, -1), to: addDays(today, 1) }),
  )
  const read = () => cache.of(calendar.today())
  const ofRoom = async (day: string) => (await read()).filter((sitting) => sitting.day === day)
  return {
    read,
    ofRoom,
    sittingOf: async (day, atMs) => sittingShownAt(await ofRoom(day), atMs),
    underWay: async () => sittingUnderWay(await read(), roomClock.now()),
    roomDay: async () => roomDayAt(await read(), calendar.today(), roomClock.now()),
    close: cache.close,
  }
}
