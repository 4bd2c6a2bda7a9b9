// Calendar feeds in tests: their events, and the schedules behind them.
import ICAL from 'ical.js'
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

export interface FeedEvent {
  uid: string
  sequence: number
  summary: string
  status: string
  startsAt: number
  changedAt: string
}

export function eventsIn(text: string): FeedEvent[] {
  return ICAL.Component.fromString(text)
    .getAllSubcomponents('vevent')
    .map((component) => {
      const { uid, sequence, summary, startDate } = new ICAL.Event(component)
      const textOf = (name: string) => String(component.getFirstPropertyValue(name))
      return {
        uid,
        sequence,
        summary,
        status: textOf('status'),
        startsAt: startDate.toJSDate().getTime(),
        changedAt: textOf('last-modified'),
      }
    })
}

/** Gives a member a feed; returns its path. */
export async function createFeed(app: TestApp, as: TestUser): Promise<string> {
  const { status, body } = await request(app, 'POST /api/account/calendar', { as })
  if (status !== 200) throw new Error(`The feed was not made: ${status}.`)
  return new URL((body as { url: string }).url).pathname
}

/** The milliseconds by which `readFeed` advances the clock: a node may keep a feed for some seconds. */
export const feedAgeMs = 6_000

/** The events of a feed. */
export async function readFeed(app: TestApp, path: string): Promise<FeedEvent[]> {
  app.clock.advance(feedAgeMs)
  const { status, body } = await request(app, `GET ${path as `/${string}`}`)
  if (status !== 200) throw new Error(`The feed was not read: ${status}.`)
  return eventsIn(String(body))
}

/** Schedules the only template; returns the schedule's id. */
export async function addSchedule(app: TestApp, admin: TestUser, fields: object): Promise<number> {
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .executeTakeFirstOrThrow()
  const body = { templateId, together: true, scheduledTime: '19:00', ...fields }
  const { status, body: saved } = await request(app, 'POST /api/admin/schedules', { as: admin, body })
  if (status !== 201) throw new Error(`The schedule was not saved: ${status}.`)
  return (saved as { id: number }).id
}
