// /week: the meditations of the next 14 days.
import { WeekAhead } from '#features/calendar-feed/web/week-ahead.tsx'
import { usePageTitle } from '#web/page-title.ts'

const title = 'The week ahead'

export function WeekScreen() {
  usePageTitle(title)
  return <WeekAhead title={title} />
}
