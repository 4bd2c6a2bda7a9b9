// Daily meditation cache: this node's copy of the days' meditations; one read serves all requests until a change.
import { createDayCache } from '#server/calendar/day-cache.ts'
import type { Platform } from '#server/context.ts'
import type { SentDay, SentMeditation } from '../contract.ts'
import { readDayContent, meditationAt, type DayContent } from './sql/day-content.ts'
import { nextScheduledDay } from './sql/preview.ts'

export interface DailyMeditationCache {
  /** A day's meditation of the moment, or null without one. Synchronous on a cache hit, and at most five seconds old. */
  meditationOf(day: string): SentDay | null | Promise<SentDay | null>
  /** What pages of a day read again when it changes: all its meditations, and where its sittings meet. */
  readByPages(day: string): Promise<{ schedules: readonly SentMeditation[]; meetings: readonly unknown[] }>
  /** The first day after `day` with an active meditation, or null if none is scheduled; as fresh as the others. */
  nextScheduledDay(day: string): string | null | Promise<string | null>
  close(): void
}

/** Reads days on demand, and evicts them when a node publishes a change. */
export function createDailyMeditationCache({
  database,
  clock,
  roomClock,
  bus,
}: Pick<Platform, 'database' | 'clock' | 'roomClock' | 'bus'>): DailyMeditationCache {
  const contents = createDayCache({ bus, clock }, (day) => readDayContent(database.query, day))
  const now = (content: DayContent) => meditationAt(content, roomClock.now())
  const nextDays = createDayCache({ bus, clock }, (day) => nextScheduledDay(database.query, day))
  return {
    meditationOf: (day) => {
      const content = contents.of(day)
      return content instanceof Promise ? content.then(now) : now(content)
    },
    readByPages: async (day) => {
      const { schedules, sittings } = await contents.of(day)
      return { schedules, meetings: sittings.map(({ underWay }) => underWay.meetingUrl ?? null) }
    },
    nextScheduledDay: nextDays.of,
    close: () => {
      contents.close()
      nextDays.close()
    },
  }
}
