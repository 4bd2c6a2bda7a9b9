// Spoken duration: a position in a video for screen readers.
import { t } from '#shared/i18n/t.ts'
import { timeParts } from '#shared/time-parts.ts'

/** '9 minutes 7 seconds'; without the parts that are zero. */
export function formatSpokenDuration(seconds: number): string {
  const parts = timeParts(seconds)
  const phrases = [
    parts.hours > 0 ? t('{count, plural, one {# hour} other {# hours}}', { count: parts.hours }) : '',
    parts.minutes > 0 ? t('{count, plural, one {# minute} other {# minutes}}', { count: parts.minutes }) : '',
    parts.seconds > 0 ? t('{count, plural, one {# second} other {# seconds}}', { count: parts.seconds }) : '',
  ].filter((part) => part !== '')
  return phrases.length === 0
    ? t('{count, plural, one {# second} other {# seconds}}', { count: 0 })
    : phrases.join(' ')
}
