// Names of time zones in requests: IANA names in their own spelling.
import * as z from 'zod/mini'
import { t } from './i18n/t.ts'

/** The message for a name that isn't one. */
export const timeZoneMessage = () =>
  t('This time zone isn’t known here. Choose another one, such as Europe/Berlin.')

// Offsets such as '+05:00' and whole timestamps name no zone, though Temporal takes them for one.
const namePattern = /^[A-Z][\w+/-]{0,63}$/i

/** Whether this engine knows the IANA zone by exactly this name; letters in the wrong case are another name. */
export function isTimeZone(name: string): boolean {
  if (!namePattern.test(name)) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId === name
  } catch {
    return false
  }
}

/** The name of a time zone in requests. The database may know fewer: `server/calendar/time-zones.ts`. */
export const timeZoneSchema = z.string().check(
  z.refine(isTimeZone, {
    error: timeZoneMessage,
    params: { maxLength: 64 },
  }),
)
