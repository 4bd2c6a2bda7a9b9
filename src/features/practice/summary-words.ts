// Words of an import's summary.
import { formatDayRange } from '#shared/day.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { message, t, translate, type Message } from '#shared/i18n/t.ts'
import type { BadReason, SkippedReason } from './contract.ts'

/** Practice of a file or a batch. */
interface PracticeTotals {
  sits: number
  minutes: number
  entries: number
  firstDay: string | null
  lastDay: string | null
}

const reasonTexts: Record<SkippedReason | BadReason, Message> = {
  overlap: message('You already have this time, or the file has it twice.'),
  'other-activity': message('This isn’t meditation.'),
  'no-time': message('No time was recorded.'),
  sample: message('This is sample data.'),
  full: message('Your history has no room for more from elsewhere.'),
  date: message('The date can’t be read.'),
  future: message('The date is in the future.'),
  duration: message('The duration isn’t between one second and 24 hours.'),
  text: message('The text is too long, or can’t be stored.'),
  shape: message('The entry can’t be read.'),
}

export function rowReasonText(reason: SkippedReason | BadReason): string {
  return translate(reasonTexts[reason])
}

/** Row numbers with runs of at least three as a range: '2, 5–9, 12'. They are in order. */
export function formatRows(rows: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && row === run[1] + 1) run[1] = row
    else runs.push([row, row])
  }
  return runs
    .flatMap(([first, last]) =>
      last - first < 2
        ? Array.from({ length: last - first + 1 }, (_, index) => formatNumber(first + index))
        : [`${formatNumber(first)}–${formatNumber(last)}`],
    )
    .join(', ')
}

/** '380 sits, 152 hours 20 minutes' and '12 diary entries'. */
export function formatTotals({ sits, minutes, entries }: PracticeTotals): string[] {
  return [
    ...(sits > 0
      ? [
          t('{count, plural, one {# sit} other {# sits}}, {time}', {
            count: sits,
            time: formatMinutes(minutes),
          }),
        ]
      : []),
    ...(entries > 0
      ? [t('{count, plural, one {# diary entry} other {# diary entries}}', { count: entries })]
      : []),
  ]
}

/** '20 minutes', '152 hours 20 minutes'. */
function formatMinutes(total: number): string {
  const hours = Math.floor(total / 60)
  const minutes = total % 60
  if (hours === 0) return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
  const hoursText = t('{count, plural, one {# hour} other {# hours}}', { count: hours })
  return minutes === 0
    ? hoursText
    : `${hoursText} ${t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })}`
}

/** 'July 1, 2025 – August 3, 2026', or one day. */
export function formatSpan({ firstDay, lastDay }: PracticeTotals): string {
  return firstDay === null || lastDay === null ? '' : formatDayRange(firstDay, lastDay)
}
