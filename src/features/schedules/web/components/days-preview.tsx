// The days that a dialog would schedule, with the title and the start of each.
import { useMemo, useState } from 'react'
import { templatesCalls } from '#features/templates/contract.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { rich } from '#web/i18n/rich.tsx'
import { localZone } from '#web/local-zone.ts'
import { CommunityText } from '#web/ui/community-text.tsx'
import { useCall } from '#web/use-call.ts'
import { describeHourChanges, isOpenAllDay } from '../../calendar-days.ts'
import { withShifts } from '../../days-to-fill.ts'
import { type DayToFill } from '../../rules.ts'
import { HourChanges } from './hour-changes.tsx'
import { ScheduleClocks, ScheduleTime } from './start-time.tsx'

/** A copied day can have several meditations. */
export function countDates(days: readonly DayToFill[]): number {
  return new Set(days.map(({ date }) => date)).size
}

const communityText = (text: string) => <CommunityText language={null}>{text}</CommunityText>

function TitleAndStart({ day, title }: { day: DayToFill; title: string }) {
  if (isOpenAllDay(day))
    return <span>{rich('<name>{title}</name>, all day', { title, name: communityText })}</span>
  return (
    <span>
      {communityText(title)}
      <span>{', '}</span>
      <ScheduleTime schedule={day} hasOwnTime beginsLine={false} />
    </span>
  )
}

/** The days and the title of each. */
export function DaysPreview({ days }: { days: readonly DayToFill[] }) {
  const { data: templates } = useCall(templatesCalls.templates, {})
  const [local] = useState(localZone)
  const starts = useMemo(() => withShifts(pageDays(), days), [days])
  if (days.length === 0) return null
  const timed = starts.filter((start) => !isOpenAllDay(start))
  const titles = new Map(templates?.map(({ id, title }) => [id, title]))
  return (
    <section aria-label={t('Days')} className="rounded-panel bg-sunken px-4 py-3">
      <h3 className="text-small font-strong">
        {t('{count, plural, one {# day} other {# days}}', { count: countDates(days) })}
      </h3>
      <ScheduleClocks schedules={starts} />
      <HourChanges changes={describeHourChanges(pageDays(), timed, local)} />
      <ul className="mt-1 grid gap-1 text-small tabular-nums">
        {starts.map((day) => (
          <li
            key={`${day.date} ${day.scheduledTime}`}
            className="gap-x-2 wrap-anywhere sm:grid sm:grid-cols-[13rem_minmax(0,1fr)]"
          >
            <span className="text-ink-2">{capitalize(formatDay(day.date))}</span>{' '}
            <TitleAndStart day={day} title={titles.get(day.templateId) ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  )
}
