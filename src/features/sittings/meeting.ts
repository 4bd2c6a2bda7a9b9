// Where a sitting meets: an address outside this site, which members are given while it is on (TEACH-11).
import * as z from 'zod/mini'
import { urlMaxChars } from '#shared/constants.ts'
import { message, t } from '#shared/i18n/t.ts'
import { parseUrl } from '#shared/url.ts'
import type { PlaysKind } from './plays.ts'

/** An https address without a user part; null for none. */
export const meetingUrlSchema = z.nullable(
  z.string({ error: () => t('Please enter a valid address.') }).check(
    z.trim(),
    z.maxLength(urlMaxChars, {
      error: () => t('An address has at most {max} characters.', { max: urlMaxChars }),
    }),
    z.refine(isMeetingAddress, {
      error: () => t('The link to the meeting begins with https:// and has no user name in it.'),
    }),
  ),
)

function isMeetingAddress(address: string): boolean {
  if (/[\s\\\p{Cc}\p{Cf}\p{Cs}]/u.test(address) || !/^https:\/\/[^/]/i.test(address)) return false
  const url = parseUrl(address)
  return url !== null && url.username === '' && url.password === ''
}

interface TemplateMeeting {
  plays: { kind: PlaysKind; source?: string | null }
  meetingUrl: string | null
}

/** Whether the schedules of a template need a link of their own: seen elsewhere, it has no other place (TEACH-11). */
export function needsOwnMeeting({ plays: { kind, source }, meetingUrl }: TemplateMeeting): boolean {
  return kind === 'live' && source === 'elsewhere' && meetingUrl === null
}

/** Beside the field of a schedule whose template needs one. */
export const missingMeetingMessage = message(
  'A live sitting that takes place elsewhere needs a meeting link, here or on its template.',
)

/** Beside the field of a link: who gets it, and when. */
export const meetingAccess = message(
  'Only members get it, from the opening of the doors to the end of the sharing.',
)

/** Beside the field, for a sitting that isn't live. */
export const aroundMeeting = message('Where members meet around the sitting, such as for tea afterwards.')

/** The site of a meeting or a stream as people read it: 'zoom.us', without www. */
export function meetingSite(meetingUrl: string): string {
  return (parseUrl(meetingUrl)?.hostname ?? '').replace(/^www\./, '')
}
