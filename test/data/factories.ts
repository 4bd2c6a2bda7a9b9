// Inserts the rows that a test needs: a template, a day's meditation, a message.
import { insertPastVisits, lockAnyTemplateForKeyShare } from '#features/meditation/server/sql.ts'
import { insertSchedulesIfFree } from '#features/schedules/server/sql.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { insertScheduledSittings, storedSittingsBetween } from '#features/sittings/server/service.ts'
import { updateSitting } from '#features/sittings/server/sql.ts'
import type { Sitting, SittingSettings } from '#features/sittings/sitting.ts'
import { insertTemplates, type NewTemplate } from '#features/templates/server/sql.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Clock } from '#server/clock.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/people.ts'

/** The length of the sample video. */
export const videoSeconds = 168

/** Where the rows go, and by whose days and clock. */
export interface Community extends Pick<TestApp, 'database' | 'bus'> {
  calendar: Pick<Calendar, 'today' | 'days'>
  clock: Pick<Clock, 'now'>
}

const sampleTemplate = (createdAt: Date): NewTemplate => ({
  title: 'Morning light on still water',
  description: 'A slow, guided breath from the soles of the feet to the crown.',
  duration: 3,
  difficulty: 'Beginner',
  videoUrl: '/media/still-water.mp4',
  captionsUrl: '/media/still-water.en.vtt',
  thumbnailUrl: null,
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [{ number: 1, title: 'Arrive', description: 'Find a seat.' }],
  mediaSeconds: videoSeconds,
  createdAt,
})

/**
 * Inserts a meditation on a day, today by default, with the settings of a sitting if it starts together. Publishes
 * the change, so that caches of days are refreshed. Returns the template's id.
 */
export async function makeMeditation(
  { database, calendar, clock, bus }: Community,
  overrides: Partial<NewTemplate> & {
    day?: string
    scheduledTime?: string
    sitting?: Partial<SittingSettings>
    /** Above 0 for another one of the day, if the community has several a day. */
    slot?: number
  } = {},
): Promise<number> {
  const { day = calendar.today(), sitting = {}, slot = 0, ...others } = overrides
  // Noon for a sitting, which can't last all day.
  const { scheduledTime = sitting.together ? '12:00' : '00:00', ...template } = others
  const createdAt = new Date(clock.now())
  const [templateId = 0] = await insertTemplates(database.query, [
    { ...sampleTemplate(createdAt), ...template },
  ])
  const fields = { ...sittingDefaults, ...sitting, date: day, scheduledTime, isActive: true, slot }
  const ids = await insertSchedulesIfFree(database.query, [{ ...fields, templateId, createdAt }])
  const days = calendar.days()
  // Also for a moment of the day that has passed.
  const atInstant = { days, nowMs: Math.min(clock.now(), days.startMs(day)) }
  await insertScheduledSittings(
    database.query,
    atInstant,
    ids.filter((id) => id !== null),
  )
  await bus.publish(busEvents.days, { type: 'changed' })
  return templateId
}

/**
 * Inserts today's meditation as a sitting whose bell rings in `inMs`, which may be negative; parts are short unless
 * given. Returns its timeline.
 */
export async function makeSitting(
  app: Community,
  {
    inMs,
    template,
    ...settings
  }: { inMs: number; template?: Partial<NewTemplate> } & Partial<SittingSettings>,
): Promise<Sitting> {
  const sitting = { together: true, gatherSeconds: 5, bellSeconds: 1, ...settings }
  await makeMeditation(app, { ...template, sitting })
  return moveBell(app, inMs)
}

/** Lets the bell of a day's sitting, by default today's, ring in `inMs`, and publishes the change. Returns the timeline then. */
export async function moveBell(app: Community, inMs: number, day = app.calendar.today()): Promise<Sitting> {
  const [stored] = await storedSittingsBetween(app.database.query, { from: day, to: day })
  if (!stored) throw new Error('No sitting is scheduled then.')
  const { id, startsAt } = stored.sitting
  const timeline = shiftTimeline(stored.sitting, app.clock.now() + inMs - startsAt)
  const changedAt = new Date(app.clock.now())
  const moved = await updateSitting(app.database.query, id, { changedAt, timeline, scheduledAtMs: null })
  if (!moved) throw new Error('Another sitting is in the way.')
  await app.bus.publish(busEvents.days, { type: 'changed' })
  return moved
}

/** The moments of a sitting, so much later. */
export function shiftTimeline(
  { doorsAt, gatherAt, startsAt, videoAt, sharingAt, endsAt }: Sitting,
  byMs: number,
) {
  return {
    doorsAt: doorsAt + byMs,
    gatherAt: gatherAt + byMs,
    startsAt: startsAt + byMs,
    videoAt: videoAt + byMs,
    sharingAt: sharingAt + byMs,
    endsAt: endsAt + byMs,
  }
}

/** Lets the community have several sittings a day. */
export async function allowSeveralADay({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await database.query
    .updateTable('community_settings')
    .set((row) => ({ severalADay: true, version: row('version', '+', 1) }))
    .execute()
}

/** Deletes all schedules and their sittings, with their saved copies. What refers to a sitting must be gone. */
export async function deleteSchedules({ database }: Pick<TestApp, 'database'>): Promise<void> {
  for (const table of ['sittings', 'deleted_sittings', 'deleted_schedules', 'schedules'] as const)
    await database.query.deleteFrom(table).execute()
}

/** Makes these members known (PULSE-15): each completed a meditation long ago. */
export async function makeKnownMembers(
  { database }: Pick<TestApp, 'database'>,
  members: readonly Pick<TestUser, 'userId'>[],
): Promise<void> {
  const startTime = new Date('2026-01-05T18:00:00Z')
  const templateId =
    (await lockAnyTemplateForKeyShare(database.query)) ??
    (await insertTemplates(database.query, [sampleTemplate(startTime)]))[0] ??
    0
  const session = { sessionDate: '2026-01-05', templateId, startTime, seconds: 180, isSample: false }
  await insertPastVisits(
    database.query,
    members.map(({ userId }) => ({ ...session, userId, completed: true })),
  )
}

/** Inserts a message, today by default; returns its id. */
export async function makeMessage(
  { database, calendar, clock }: Pick<TestApp, 'database' | 'calendar' | 'clock'>,
  author: Pick<TestUser, 'userId'>,
  { text = 'Good morning', day = calendar.today() }: { text?: string; day?: string } = {},
): Promise<number> {
  const { id } = await database.query
    .insertInto('chat_messages')
    .values({
      userId: author.userId,
      message: text,
      timestamp: new Date(clock.now()),
      sessionDate: day,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
