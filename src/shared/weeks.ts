// Lists by weeks, which begin on Monday (TIME-05).
import { addDays, formatDay, weekOf } from './day.ts'
import { t } from './i18n/t.ts'

export interface Week<Row> {
  title: string
  rows: Row[]
}

const titles = [() => t('This week'), () => t('Next week'), () => t('The week after')]

/** What a week is called, by its Monday: 'This week', also of one before it, and later 'Week of December 21'. */
export function weekTitle(monday: string, today: string): string {
  const [thisMonday = today] = weekOf(today)
  const title = titles.find((_, weeks) => monday <= addDays(thisMonday, 7 * weeks))
  return title?.() ?? t('Week of {day}', { day: formatDay(monday, 'monthDay') })
}

/** Groups rows, which are in the order of their days, by week. */
export function groupByWeek<Row extends { date: string }>(rows: readonly Row[], today: string): Week<Row>[] {
  const weeks: Week<Row>[] = []
  for (const row of rows) {
    const title = weekTitle(weekOf(row.date)[0] ?? row.date, today)
    const last = weeks.at(-1)
    if (last?.title === title) last.rows.push(row)
    else weeks.push({ title, rows: [row] })
  }
  return weeks
}
