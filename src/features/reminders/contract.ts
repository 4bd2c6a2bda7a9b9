// Reminders API: what a member wants to be reminded of, and how. Nothing is sent before they chose it (REM-01).
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { t } from '#shared/t.ts'
import { timeZoneSchema } from '#shared/time-zone.ts'

const channelSchema = z.enum(['push', 'mail'])

/** A list without repeats, of at least one value. */
const someOf = <Value extends string | number>(
  value: z.ZodMiniType<Value, Value>,
  most: number,
  error: () => string,
) =>
  z.array(value).check(
    z.minLength(1, { error }),
    z.maxLength(most, { error }),
    z.refine((values) => new Set(values).size === values.length, { error }),
  )

const weekdaysMessage = () => t('Choose at least one weekday, each once.')
const timesMessage = () => t('Choose at least one time, such as 06:30, each once.')
const timesMost = 24

const reminderChoicesSchema = z.strictObject({
  /** Between twelve and ten minutes before the bell. */
  tenMinutes: z.nullable(z.literal('push')),
  /** The day before, at 18:00 of the member's zone. */
  dayBefore: z.nullable(channelSchema),
  /** A sitting within the next day and a half moves, is canceled, or takes place after all. */
  changes: z.array(channelSchema).check(
    z.refine((values) => new Set(values).size === values.length, {
      error: () => t('Choose each way once.'),
    }),
  ),
  /** Only sittings scheduled on these weekdays by the community's clock, 0 is Sunday; null for all. */
  weekdays: z.nullable(someOf(z.int().check(z.minimum(0), z.maximum(6)), 7, weekdaysMessage)),
  /** Only sittings scheduled at these times, 'HH:MM' by the community's clock; null for all. */
  times: z.nullable(
    someOf(
      z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: timesMessage })),
      timesMost,
      timesMessage,
    ),
  ),
  /** The member's time zone, used for mails and pushes (PLAN-04); null for the community's. */
  zone: z.nullable(timeZoneSchema),
  /** News by mail (NEWS-05). */
  news: z.boolean(),
})
export type ReminderChoices = z.infer<typeof reminderChoicesSchema>

export const remindersCalls = {
  /** All null, empty or false until chosen. */
  reminders: endpoint({
    method: 'GET',
    path: '/api/account/reminders',
    needs: 'meditation.join',
    response: reminderChoicesSchema,
  }),
  chooseReminders: endpoint({
    method: 'PUT',
    path: '/api/account/reminders',
    needs: 'meditation.join',
    body: reminderChoicesSchema,
    response: reminderChoicesSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}
