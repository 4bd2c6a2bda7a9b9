// The choice between one schedule of a series and all from it on (PLAN-06).
import { formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import type { Schedule, ScheduleScope } from '../../contract.ts'
import { seriesFrom } from '../../series.ts'

const scopes: readonly { value: ScheduleScope; label: string }[] = [
  { value: 'one', label: t('Only this one') },
  { value: 'following', label: t('From here on') },
]

interface SeriesScopeProps {
  legend: string
  /** The schedule and the later ones of its series; null where there is no choice. */
  series: readonly Schedule[] | null
  value: ScheduleScope
  onChange: (value: ScheduleScope) => void
  /** Follows the later ones: 'Also 11 later ones, until Fri, Mar 5. …'. */
  hint?: string
}

export function SeriesScope({ legend, series, value, onChange, hint = '' }: SeriesScopeProps) {
  if (!series) return null
  const last = series.at(-1)
  return (
    <div className="grid justify-items-start gap-1.5">
      <Segmented legend={legend} options={scopes} value={value} onChange={onChange} />
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {value === 'following' &&
          last &&
          `${t('{count, plural, one {Also # later one, until {day}.} other {Also # later ones, until {day}.}}', { count: series.length - 1, day: formatDay(last.date, 'full') })} ${hint}`}
      </p>
    </div>
  )
}

/** The schedule with the later ones of its series; null where there is no choice. */
export function comingSeries(
  schedules: readonly Schedule[],
  schedule: Schedule | null,
  today: string,
): readonly Schedule[] | null {
  if (!schedule || schedule.date < today) return null
  const series = seriesFrom(schedules, schedule)
  return series.length > 1 ? series : null
}
