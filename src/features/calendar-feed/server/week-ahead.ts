// The week ahead on this node: read once for all members of a language, and again after a change.
import { isOver } from '#features/sittings/phases.ts'
import { createDayCache } from '#server/calendar/day-cache.ts'
import type { Platform } from '#server/context.ts'
import { addDays } from '#shared/day.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { timesOfEntry } from '../calendar-entry.ts'
import { weekAheadDays, type weekCalls, type WeekEntry } from '../contract.ts'
import { readCalendar } from './sql.ts'

export interface WeekAheadReader {
  read(): Promise<ResponseOf<typeof weekCalls.weekAhead>>
  close(): void
}

type Deps = Pick<Platform, 'bus' | 'calendar' | 'clock' | 'database' | 'roomClock'>

/** Every page of the room reads it for its countdown. */
export function createWeekAhead({ bus, calendar, clock, database, roomClock }: Deps): WeekAheadReader {
  const cache = createDayCache({ bus, clock }, async (today) => {
    const days = calendar.days()
    const rows = await readCalendar(database.query, {
      from: addDays(today, -1),
      // The last day of a viewer whose date is one ahead.
      to: addDays(today, weekAheadDays),
    })
    return rows
      .map((row) => {
        const {
          key,
          kind,
          day,
          title,
          language,
          instructor,
          minutes,
          isLive,
          cancelledAt,
          cancelNote,
          startedByHost,
          host,
        } = row
        const times = timesOfEntry(days, row)
        const entry: WeekEntry = {
          event: times && key,
          day,
          title,
          language,
          instructor,
          host,
          minutes,
          isLive,
          startsAt: times && times.startsAt,
          together: kind === 'sitting',
          cancelled: cancelledAt !== null,
          cancelNote,
          startedByHost,
        }
        return { entry, endsAt: times?.endsAt ?? null }
      })
      .toSorted(
        ({ entry: a }, { entry: b }) => a.day.localeCompare(b.day) || (a.startsAt ?? 0) - (b.startsAt ?? 0),
      )
  })
  return {
    read: async () => {
      const today = calendar.today()
      const nowMs = roomClock.now()
      const known = await cache.of(today)
      // A sitting that goes on after midnight is still on.
      const isOn = ({ entry, endsAt }: (typeof known)[number]) =>
        entry.together && !entry.cancelled && endsAt !== null && !isOver({ endsAt }, nowMs)
      const entries = known.filter((each) => each.entry.day >= today || isOn(each))
      return { today, entries: entries.map(({ entry }) => entry) }
    },
    close: cache.close,
  }
}
