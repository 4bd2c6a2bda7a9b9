// The day after its sitting, in words: with whom, and when.
import { t } from '#shared/i18n/t.ts'

/** The line of a sitting, at a time in words: 'with 12 others at 7:00 PM'. `others` is null where the page doesn't know it. */
export function satWithSentence(others: number | null, time: string): string {
  return others === null || others <= 0
    ? t('at {time}', { time })
    : t('{others, plural, one {with # other at {time}} other {with # others at {time}}}', { others, time })
}
