// The labels of entries about a day: stored with the day as data, shown in the viewer's language.
import { isDay } from '#shared/day-schema.ts'
import { formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'

/** 'Morning light, 2026-12-01', or with the number of later days: 'Morning light, 2026-12-01 +3'. */
export function datedLabel(title: string, day: string, others = 0): string {
  return others === 0 ? `${title}, ${day}` : `${title}, ${day} +${others}`
}

const pattern = /^(.*), (\d{4}-\d\d-\d\d)(?: \+(\d+))?$/su

/** 'Morning light (December 1, 2026)'. Other labels stay as they are: earlier ones have their day in words. */
export function formatDatedLabel(label: string | null): string | null {
  const [, title, date, others] = pattern.exec(label ?? '') ?? []
  if (title === undefined || date === undefined || !isDay(date)) return label
  const day = formatDay(date, 'long')
  return others === undefined
    ? t('{title} ({day})', { title, day })
    : t('{title} ({day} and {count} later)', { title, day, count: Number(others) })
}
