// Spoken duration: a position in a video for screen readers.
import { plural } from '#shared/format-number.ts'
import { timeParts } from '#shared/time-parts.ts'

/** '9 minutes 7 seconds'; without the parts that are zero. */
export function formatSpokenDuration(seconds: number): string {
  const parts = timeParts(seconds)
  const phrases = [
    parts.hours > 0 ? plural(parts.hours, { one: '# hour', other: '# hours' }) : '',
    parts.minutes > 0 ? plural(parts.minutes, { one: '# minute', other: '# minutes' }) : '',
    parts.seconds > 0 ? plural(parts.seconds, { one: '# second', other: '# seconds' }) : '',
  ].filter((part) => part !== '')
  return phrases.length === 0 ? '0 seconds' : phrases.join(' ')
}
