// Notifications API: what a member wants to be sent, and how. Nothing is sent before they chose it (REM-01).
// Calls and shapes have the names of reminders, which is all that there was to choose once.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { timeZoneSchema } from '#shared/time-zone.ts'

export const notificationChannels = ['push', 'mail'] as const
const channelSchema = z.enum(notificationChannels)
export type NotificationChannel = z.infer<typeof channelSchema>

/** A list without repeats, of at least one value. */
const someOf = <Output, Input>(
  value: z.ZodMiniType<Output, Input>,
  { most, error, keyOf }: { most: number; error: () => string; keyOf: (value: Output) => unknown },
) =>
  z.array(value).check(
    z.minLength(1, { error }),
    z.maxLength(most, { error }),
    z.refine((values) => new Set(values.map(keyOf)).size === values.length, { error }),
  )

const weekdaysMessage = () => t('Choose at least one weekday, each once.')
const timesMessage = () => t('Choose at least one time, such as 06:30, each once.')

const weekdaysSchema = z.nullable(
  someOf(z.int().check(z.minimum(0), z.maximum(6)), {
    most: 7,
    error: weekdaysMessage,
    keyOf: (weekday) => weekday,
  }),
)

const wallTimeSchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: timesMessage }))

const chosenTimeSchema = z.strictObject({
  /** HH:MM */
  time: wallTimeSchema,
  /** The clock of the schedule: an IANA name, or null for the community's, whichever it is. */
  zone: z.nullable(timeZoneSchema),
})
export type ChosenTime = z.infer<typeof chosenTimeSchema>

/** A time alone is by the community's clock. */
const chosenTimeInputSchema = z.union(
  [
    chosenTimeSchema,
    z.pipe(
      wallTimeSchema,
      z.transform((time) => ({ time, zone: null })),
    ),
  ],
  { error: timesMessage },
)

const choiceFields = {
  /** Between twelve and ten minutes before the bell. */
  tenMinutes: z.nullable(z.literal('push')),
  /** The day before, at 18:00 of the member's zone. */
  dayBefore: z.nullable(channelSchema),
  /** Only sittings planned on these weekdays by the clock of their schedule, 0 is Sunday; null for all. */
  weekdays: weekdaysSchema,
  /** The member's time zone, used for mails and pushes (PLAN-04); null for the community's. */
  zone: z.nullable(timeZoneSchema),
  /** News by email (NEWS-05). */
  news: z.boolean(),
}

/** A sitting within the next day and a half moves, is canceled, or takes place after all. */
const changesSchema = z.array(channelSchema).check(
  z.refine((values) => new Set(values).size === values.length, {
    error: () => t('Choose each way once.'),
  }),
)

const notificationChoicesSchema = z.strictObject({
  ...choiceFields,
  changes: changesSchema,
  /** Only sittings planned at these times; null for all. */
  times: z.nullable(z.array(chosenTimeSchema)),
})
export type NotificationChoices = z.infer<typeof notificationChoicesSchema>

export const remindersPartSchema = z.partial(
  z.strictObject({
    ...choiceFields,
    /** A list replaces the ways, an object switches those that it names. */
    changes: z.union([
      changesSchema,
      z.strictObject({ push: z.optional(z.boolean()), mail: z.optional(z.boolean()) }),
    ]),
    /** Only sittings planned at these times; null for all. */
    times: z.nullable(
      someOf(chosenTimeInputSchema, {
        most: 24,
        error: timesMessage,
        keyOf: ({ time, zone }) => `${time} ${zone}`,
      }),
    ),
  }),
)
/** The choices that change; the others stay as they are. */
export type RemindersPart = z.output<typeof remindersPartSchema>

const plannedStartSchema = z.object({
  /** HH:MM */
  time: z.string(),
  /** The clock of the schedule: an IANA name, or null for the community's. */
  zone: z.nullable(z.string()),
  /** Epoch milliseconds, in order. */
  startsAt: z.array(z.int()),
})
export type PlannedStart = z.infer<typeof plannedStartSchema>

export const notificationsCalls = {
  /** All null, empty or false until chosen. */
  reminders: endpoint({
    method: 'GET',
    path: '/api/account/reminders',
    needs: 'meditation.join',
    response: notificationChoicesSchema,
  }),
  /** Changes the fields of the body, and returns all. */
  chooseReminders: endpoint({
    method: 'PUT',
    path: '/api/account/reminders',
    needs: 'meditation.join',
    body: remindersPartSchema,
    response: notificationChoicesSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
  /** The times for which sittings of the coming two weeks are planned, each once; the one that starts next is first. */
  plannedStarts: endpoint({
    method: 'GET',
    path: '/api/account/reminders/starts',
    needs: 'meditation.join',
    response: z.array(plannedStartSchema),
  }),
}
