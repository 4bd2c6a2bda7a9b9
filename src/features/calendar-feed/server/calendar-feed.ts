// The calendar feed on this node: rendered once for each language, and again only after a change.
import { hash, randomBytes } from 'node:crypto'
import { logoPath } from '#features/community/logo.ts'
import { hasRung } from '#features/sittings/phases.ts'
import { createDayCache } from '#server/calendar/day-cache.ts'
import type { Platform } from '#server/context.ts'
import { withLocale } from '#server/i18n/locale.ts'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { calendarComingDays, calendarPastDays, cancelledInCalendarDays } from '#shared/constants.ts'
import { addDays, timestampToMs, type CommunityDays } from '#shared/day.ts'
import { currentLocale, type Language } from '#shared/i18n/t.ts'
import { timesOfEntry } from '../calendar-entry.ts'
import { renderCalendar, type CalendarEvent, type CalendarInput } from './render-calendar.ts'
import { findFeedOwner, readCalendarWithDeleted, type CalendarRow } from './sql.ts'

/** A token of 128 bits, 22 characters. */
const tokenBytes = 16

export const newCalendarToken = () => randomBytes(tokenBytes).toString('base64url')
export const hashCalendarToken = (token: string) => hash('sha256', token, 'buffer')

/** The feed's text, the same for all members with this language. */
export interface RenderedFeed {
  language: Language
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
  const rendered = new Map<Language, { facts: string; text: string }>()
  const renderChanged = async (facts: CalendarInput): Promise<string> => {
    const json = JSON.stringify(facts)
    const known = rendered.get(currentLocale())
    if (known?.facts === json) return known.text
    const text = await renderCalendar(facts)
    rendered.set(currentLocale(), { facts: json, text })
    return text
  }
  const cache = createDayCache(platform, async (today) => {
    const { name, logoId } = community.settings()
    const rows = await readCalendarWithDeleted(database.query, {
      from: addDays(today, -calendarPastDays),
      to: addDays(today, calendarComingDays),
      deletedSince: cancelledSince(clock.now()),
    })
    const facts: CalendarInput = {
      name,
      logo: logoId && config.publicUrl + logoPath(logoId, 'icon-512'),
      publicUrl: config.publicUrl,
      events: eventsOf(calendar.days(), rows, clock.now()),
    }
    const text = await renderChanged(facts)
    const etag = `W/"${hash('sha256', text, 'base64url')}"`
    return { facts, feed: { language: currentLocale(), text, etag } }
  })
  const read = async () => cache.of(calendar.today())
  return {
    find: async (token) => {
      const owner = await findFeedOwner(database.query, hashCalendarToken(token))
      if (owner === null) return null
      const { feed } = await withLocale(owner.language ?? community.settings().language, read)
      return feed
    },
    fileOf: async (key) => {
      const { facts } = await read()
      const events = facts.events.filter((event) => event.key === key)
      return events.length === 0 ? null : renderCalendar({ ...facts, events })
    },
    close: cache.close,
  }
}

const cancelledSince = (nowMs: number) => daysBefore(new Date(nowMs), cancelledInCalendarDays)

/**
 * The events in the order of their starts. Of the deleted ones those are left out that had started. So are those whose UID
 * or moment an event has, or one deleted later: a meditation that got a bell has another UID. Calendars drop what a feed
 * doesn't list.
 */
function eventsOf(days: CommunityDays, rows: readonly CalendarRow[], nowMs: number): CalendarEvent[] {
  const cancelledSinceMs = cancelledSince(nowMs).getTime()
  const all = rows.flatMap((row) => {
    const event = eventOf(days, row)
    const cancelledAt = row.cancelledAt === null ? null : timestampToMs(row.cancelledAt)
    const isEvicted = cancelledAt !== null && cancelledAt < cancelledSinceMs
    return event === null || isEvicted
      ? []
      : [{ event, deletedAt: row.kind === 'deleted' ? cancelledAt : null }]
  })
  const present = all.flatMap(({ event, deletedAt }) => (deletedAt === null ? [event] : []))
  const taken = new Set<string | number>(
    present.flatMap(({ key, startsAt, cancelled }) => (cancelled ? [key] : [key, startsAt])),
  )
  const deleted = all.flatMap(({ event, deletedAt }) => (deletedAt === null ? [] : [{ event, deletedAt }]))
  const listed = deleted
    .filter(
      ({ event, deletedAt }) =>
        !hasRung(event, deletedAt) && !taken.has(event.key) && !taken.has(event.startsAt),
    )
    .toSorted((a, b) => a.deletedAt - b.deletedAt)
  const lastOfMoment = new Map(listed.map(({ event }) => [event.startsAt, event]))
  return [...present, ...lastOfMoment.values()].toSorted(
    (a, b) => a.startsAt - b.startsAt || a.key.localeCompare(b.key),
  )
}

/** Null for a day that is open all day. */
function eventOf(days: CommunityDays, row: CalendarRow): CalendarEvent | null {
  const { key, day, title, instructor, timeZone, sequence, changedAt, cancelledAt, cancelNote } = row
  const times = timesOfEntry(days, row)
  return (
    times && {
      key,
      title,
      instructor,
      ...times,
      zone: timeZone ?? days.zoneOf(day),
      sequence,
      changedAt: timestampToMs(changedAt),
      cancelled: cancelledAt !== null,
      cancelNote,
    }
  )
}
