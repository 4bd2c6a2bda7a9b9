// Community rules: the product's own care text, how a resource is reached, accepted input, and the time of an undo.
import * as z from 'zod/mini'
import { formatDay } from '#shared/day.ts'
import { formatList } from '#shared/i18n/format-list.ts'
import { t, message } from '#shared/i18n/t.ts'
import { parseUrl } from '#shared/url.ts'

/** The default care text: three sentences, one per line (CARE-01). */
export const careTextDefault = message(
  'Open your eyes, and let the meditation be over for now.\nFeel your feet on the floor, and name three things that you see around you.\nMove a little, drink some water, and speak to someone near you.',
)

/** Shown where administrators have added no resource (CARE-04). */
export const emergencySentence = message('If you are in danger, call your local emergency number.')

/** The lines of a care text. */
export function careLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The link of a phone number or an https address; null for any other text. */
export function contactHref(contact: string): string | null {
  if (/^\+?[\d\s().-]{3,30}$/.test(contact)) {
    const digits = contact.replace(/[^\d+]/g, '')
    return /\d{2}/.test(digits) ? `tel:${digits}` : null
  }
  return isHttpsAddress(contact) ? (parseUrl(contact)?.href ?? null) : null
}

/** The resources with their links. */
export function careContacts<Resource extends { contact: string }>(resources: readonly Resource[]) {
  return resources.map((resource) => ({ ...resource, href: contactHref(resource.contact) }))
}

/** Chat messages stay at least this many days; at most as many as the legal texts promise. */
export const chatDaysLeast = 30

/** The last change of the settings can be undone for a day. */
export const undoMs = 24 * 3_600_000

const namedDatesMax = 6

/** The first dates in words, and the number of the others. */
export function formatDates(dates: readonly string[]): string {
  const more = dates.length - namedDatesMax
  const named = dates.slice(0, namedDatesMax).map((date) => formatDay(date, 'long'))
  return formatList(
    more > 0
      ? [...named, t('{count, plural, one {# more day} other {# more days}}', { count: more })]
      : named,
  )
}

/** The message of the 409 for coming dates with several meditations (PLAN-09). */
export function severalScheduledMessage(dates: readonly string[]): string {
  return t('There are several meditations on {dates}. Keep only one on each day first.', {
    dates: formatDates(dates),
  })
}

export function isHttpsAddress(text: string): boolean {
  // Others are completed by a browser, such as `https:example.org`, or read as another address than it shows.
  if (!/^https:\/\/[^/\\]/i.test(text) || hidden.test(text)) return false
  const url = parseUrl(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

// Spaces, line breaks and controls, and signs that turn the direction or have no width.
const hidden = /[\s\p{C}]/u

// Line breaks and tabs are typed; direction overrides count as controls.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/

/** A text that is refused if it has control characters, where other texts lose them: visitors see it. */
export function withoutControls<Schema extends z.ZodMiniType<string, string>>(schema: Schema) {
  const error = () => t('This contains a character that can’t be shown.')
  return z.pipe(z.string({ error }).check(z.refine((text) => !controls.test(text), { error })), schema)
}
