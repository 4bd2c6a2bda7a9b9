// Schedules API contract: which day has which meditation.
import * as z from 'zod/mini'
import { sittingErrors } from '#features/sittings/errors.ts'
import { livePlaces } from '#features/sittings/live-place.ts'
import { meetingUrlSchema } from '#features/sittings/meeting.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { sittingSettingsSchema } from '#features/sittings/sitting.ts'
import { repeatCountMax, repeatWeeksMax, scheduledTimeDefault } from '#shared/constants.ts'
import { daySchema, timeSchema } from '#shared/day-schema.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { textLanguageSchema } from '#shared/i18n/translations.ts'
import { idInBodySchema, idInPathSchema } from '#shared/id.ts'
import { timeZoneSchema } from '#shared/time-zone.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { wholeNumberSchema } from '#shared/whole-number.ts'
import { scheduleErrors } from './errors.ts'

export const scheduleSchema = z.object({
  id: z.int(),
  date: daySchema,
  templateId: z.int(),
  /** By the clock of its zone, HH:MM. */
  scheduledTime: timeSchema,
  /** Its own time zone; null: the community's on its date. */
  timeZone: z.nullable(z.string()),
  /** How many days its start is after `date` in its own zone (SCH-34). */
  dayShift: z.int(),
  isActive: z.boolean(),
  repeatWeeks: z.int(),
  repeatCount: z.int(),
  createdAt: timestampSchema,
  version: z.int(),
  /** The same for all schedules of a series; null for a single one. */
  seriesId: z.nullable(z.int()),
  ...sittingSettingsSchema.shape,
  /** Where its sittings meet, in place of its template's; null for that, and in the list of a garden angel. */
  meetingUrl: z.nullable(z.string()),
  /** Its sitting as hosts have moved or canceled it; null without one. `startsAt`: epoch milliseconds. */
  sitting: z.nullable(
    z.object({
      id: z.int(),
      startsAt: z.int(),
      cancelled: z.boolean(),
      cancelNote: z.nullable(z.string()),
    }),
  ),
  /** Who holds it (TEACH-02); null while no one does. */
  host: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** When the last check found that the video doesn't respond; null if it does, or isn't checked (SCH-37). */
  videoFailedAt: z.nullable(timestampSchema),
  /** The template's facts for lists and calendars, also when it is archived; `language` is the title's. */
  template: z.object({
    title: z.string(),
    language: textLanguageSchema,
    duration: z.int(),
    instructor: z.string(),
    livePlace: z.nullable(z.enum(livePlaces)),
  }),
})
export type Schedule = z.infer<typeof scheduleSchema>

const fields = {
  date: daySchema,
  templateId: idInBodySchema('A template'),
  scheduledTime: timeSchema,
  timeZone: z.nullable(timeZoneSchema),
  isActive: z.boolean(),
  meetingUrl: meetingUrlSchema,
  repeatWeeks: wholeNumberSchema([0, repeatWeeksMax], (bounds) =>
    t('The number of weeks between repeats is a whole number from {min} to {max}.', bounds),
  ),
  repeatCount: wholeNumberSchema([1, repeatCountMax], (bounds) =>
    t('The number of repetitions is a whole number from {min} to {max}.', bounds),
  ),
}
const sittingFields = sittingSettingsSchema.shape

/** Omitted settings of a sitting get their defaults (PHASE-01, PHASE-02). */
const newSittingFields = {
  together: z._default(sittingFields.together, sittingDefaults.together),
  doorsMinutes: z._default(sittingFields.doorsMinutes, sittingDefaults.doorsMinutes),
  gatherSeconds: z._default(sittingFields.gatherSeconds, sittingDefaults.gatherSeconds),
  bellSeconds: z._default(sittingFields.bellSeconds, sittingDefaults.bellSeconds),
  silenceMinutes: z._default(sittingFields.silenceMinutes, sittingDefaults.silenceMinutes),
  sharingMinutes: z._default(sittingFields.sharingMinutes, sittingDefaults.sharingMinutes),
}

/** Omitted fields get their defaults (SCH-09). */
const newDayFields = {
  date: fields.date,
  templateId: fields.templateId,
  scheduledTime: z._default(fields.scheduledTime, scheduledTimeDefault),
  timeZone: z._default(fields.timeZone, null),
  isActive: z._default(fields.isActive, true),
  meetingUrl: z._default(fields.meetingUrl, null),
}
export const newScheduleSchema = z.strictObject({
  ...newDayFields,
  repeatWeeks: z._default(fields.repeatWeeks, 0),
  repeatCount: z._default(fields.repeatCount, 1),
  ...newSittingFields,
})

/** `following`: the schedule and the later ones of its series (PLAN-06). */
const scopeSchema = z._default(z.enum(['one', 'following'], { error: 'scope is one or following.' }), 'one')

export type ScheduleScope = z.output<typeof scopeSchema>

/** Omitted fields stay unchanged; `version` is the one that the client read. */
export const scheduleChangeSchema = z.strictObject({
  ...z.partial(z.object({ ...fields, ...sittingFields })).shape,
  version: z.optional(z.int()),
  scope: scopeSchema,
})

/** The maximum number of days of one `scheduleDays` call. */
export const scheduledDaysMax = 120

const daysError = () => t('Choose 1 to {max} days.', { max: scheduledDaysMax })

const scheduledDaysSchema = z
  .array(
    z.strictObject({
      ...newDayFields,
      /** Of a copied schedule, so that the copies continue its series; by default the first day's of the same time. */
      dayShift: z.optional(
        wholeNumberSchema(
          [-2, 2],
          ({ min, max }) => `The shift in days is a whole number from ${min} to ${max}.`,
        ),
      ),
      ...newSittingFields,
    }),
  )
  .check(z.minLength(1, { error: daysError }), z.maxLength(scheduledDaysMax, { error: daysError }))

const byId = z.object({ id: idInPathSchema })
const limits = [{ per: 'caller', perMinute: 120 }] as const
/** The first saved row; `rows` is the number of rows, 1 without repeats. */
const savedSchema = z.extend(scheduleSchema, { rows: z.int() })

export const schedulesCalls = {
  /** All schedules by date, or those of a date range. */
  schedules: endpoint({
    method: 'GET',
    path: '/api/admin/schedules',
    needs: 'schedule.read',
    query: z.strictObject({ from: z.optional(daySchema), to: z.optional(daySchema) }),
    response: z.array(scheduleSchema),
    isCompressed: true,
  }),
  /**
   * 409 `dates_taken` lists every date with an active schedule; nothing is stored then (SCH-13, SCH-16). With several
   * sittings a day, it lists the dates that have eight, or another one without a bell (PLAN-01).
   */
  createSchedule: endpoint({
    method: 'POST',
    path: '/api/admin/schedules',
    needs: 'community.administer',
    body: newScheduleSchema,
    response: savedSchema,
    isIdempotent: true,
    limits,
    creates: true,
    errors: [scheduleErrors.dates_taken, sittingErrors.sittings_overlap],
  }),
  /**
   * One schedule for each day, or none: 409 `dates_taken` lists every date that has one (SCH-27). Those of the same time
   * become a series (PLAN-05).
   */
  scheduleDays: endpoint({
    method: 'POST',
    path: '/api/admin/schedules/days',
    needs: 'community.administer',
    body: z.strictObject({ days: scheduledDaysSchema }),
    response: z.object({ rows: z.int() }),
    isIdempotent: true,
    limits,
    creates: true,
    // Too many days get their own message.
    bodyMaxBytes: 64 * 1024,
    jsonTokensMax: 6_000,
    errors: [scheduleErrors.dates_taken, sittingErrors.sittings_overlap],
  }),
  /**
   * Continues the series of a schedule until `until`: on its weekdays, and with its templates in turn. All of at most 120
   * new days are stored, or none (PLAN-12). They start as that schedule does.
   */
  extendSeries: endpoint({
    method: 'POST',
    path: '/api/admin/schedules/:id/extend',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({ until: daySchema }),
    response: z.object({ rows: z.int() }),
    isIdempotent: true,
    limits,
    creates: true,
    errors: ['not_found', scheduleErrors.dates_taken, sittingErrors.sittings_overlap],
  }),
  /**
   * With repeats the row is the first one, and the others are added (SCH-14); a stale `version` is 409 `changed_meanwhile`. With `scope`
   * `following` the later ones of its series change too, or none; `rows` is how many changed (PLAN-06).
   */
  updateSchedule: endpoint({
    method: 'PUT',
    path: '/api/admin/schedules/:id',
    needs: 'community.administer',
    params: byId,
    body: scheduleChangeSchema,
    response: savedSchema,
    limits,
    errors: [
      'not_found',
      scheduleErrors.dates_taken,
      'changed_meanwhile',
      sittingErrors.sittings_overlap,
      sittingErrors.sitting_under_way,
    ],
  }),
  /** With `scope` `following`, also the later ones of its series (PLAN-06). */
  deleteSchedule: endpoint({
    method: 'DELETE',
    path: '/api/admin/schedules/:id',
    needs: 'community.administer',
    params: byId,
    query: z.strictObject({ scope: scopeSchema }),
    response: successSchema,
    limits,
    errors: ['not_found', sittingErrors.sitting_under_way],
  }),
}
