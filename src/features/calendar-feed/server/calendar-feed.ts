// The calendar feed on this node: rendered once for all members, and again only after a change.
import { hash, randomBytes } from 'node:crypto'
import { logoPath } from '#features/community/logo.ts'
import { createDayCache } from '#server/calendar/day-cache.ts'
import type { Platform } from '#server/context.ts'
import { daysBefore } from '#server/jobs/scheduled-jobs.ts'
import { calendarComingDays, calendarPastDays, cancelledInCalendarDays } from '#shared/constants.ts'
import { addDays, timestampToMs, type CommunityDays } from '#shared/day.ts'
import { momentsOfEntry } from '../calendar-entry.ts'
import { renderCalendar, type CalendarEvent, type CalendarFacts } from './render-calendar.ts'
import { isCalendarTokenValid, readCalendarWithDeleted, type CalendarRow } from './sql.ts'

/** A token of 128 bits, 22 characters. */
const tokenBytes = 16

export const newCalendarToken = () => randomBytes(tokenBytes).toString('base64url')
export const hashCalendarToken = (token: string) => hash('sha256', token, 'buffer')

/** The feed's text, the same for all members. */
export interface RenderedFeed {
  text: string
  etag: string
}

export interface CalendarFeed {
  /** The feed of a token; null if its member may not read it. */
  find(token: string): Promise<RenderedFeed | null>
  /** A calendar with one event; null if the feed has none of this key. */
  fileOf(key: string): Promise<string | null>
  close(): void
}

export function createCalendarFeed(platform: Platform): CalendarFeed {
  const { calendar, clock, community, config, database } = platform
  let rendered: { facts: string; text: string } | null = null
  const cache = createDayCache(platform, async (today) => {
    const { name, logoId } = community.settings()
    const rows = await readCalendarWithDeleted(database.query, {
      from: addDays(today, -calendarPastDays),
      to: addDays(today, calendarComingDays),
      deletedSince: cancelledSince(clock.now()),
    })
    const facts: CalendarFacts = {
      name,
      logo: logoId && config.publicUrl + logoPath(logoId, 'icon-512'),
      publicUrl: config.publicUrl,
      events: eventsOf(calendar.days(), rows, clock.now()),
    }
    const json = JSON.stringify(facts)
    if (rendered?.facts !== json) rendered = { facts: json, text: await renderCalendar(facts) }
    const { text } = rendered
    return { facts, feed: { text, etag: `W/"${hash('sha256', text, 'base64url')}"` } }
  })
  const read = () => cache.of(calendar.today())
  return {
    find: async (token) =>
      (await isCalendarTokenValid(database.query, hashCalendarToken(token))) ? (await read()).feed : null,
    fileOf: async (key) => {
      const { facts } = await read()
      const events = facts.events.filter((event) => event.key === key)
      return events.length === 0 ? null : renderCalendar({ ...facts, events })
    },
    close: cache.close,
  }
}

const cancelledSince = (nowMs: number) => daysBefore(new Date(nowMs), cancelledInCalendarDays)

/** The events in the order of their starts. */
function eventsOf(days: CommunityDays, rows: readonly CalendarRow[], nowMs: number): CalendarEvent[] {
  const cancelledSinceMs = cancelledSince(nowMs).getTime()
  return rows
    .flatMap((row): CalendarEvent[] => {
      const { day, title, instructor, timeZone, version, cancelledAt } = row
      const moments = momentsOfEntry(days, row)
      if (moments === null) return []
      if (cancelledAt !== null && timestampToMs(cancelledAt) < cancelledSinceMs) return []
      return [
        {
          key: eventKeyOf(row),
          title,
          instructor,
          ...moments,
          zone: timeZone ?? days.zoneOf(day),
          sequence: version,
          changedAt: timestampToMs(row.changedAt),
          cancelled: cancelledAt !== null,
        },
      ]
    })
    .toSorted((a, b) => a.startsAt - b.startsAt || a.key.localeCompare(b.key))
}

/** A schedule with another template is another event, whose version counts from there. */
export function eventKeyOf({
  kind,
  id,
  templateId,
}: Pick<CalendarRow, 'kind' | 'id' | 'templateId'>): string {
  return kind === 'schedule' ? `schedule-${id}-${templateId}` : `sitting-${id}`
}
