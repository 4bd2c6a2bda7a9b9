// The week's line above the list of schedules: what each of the next seven days has, and a press that adds what is missing.
import { useCallback, useMemo } from 'react'
import { sunStates } from '#features/sittings/day-line.ts'
import { formatDay } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { rich } from '#web/i18n/rich.tsx'
import { daysOfWeekLine, WeekLine } from '#web/ui/week-line.tsx'
import { useCommunityDays } from '#web/use-community-days.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { isOpenAllDay, ownSitting, startMs } from '../../calendar-days.ts'
import type { Schedule } from '../../contract.ts'
import { daysWithoutMeditation } from '../../rules.ts'

interface ScheduleWeekProps {
  schedules: readonly Schedule[]
  today: string
  onAdd: (day: string) => void
  /** Leads to a day of the list. */
  onGo: (day: string) => void
}

/** By the community's days and clock, as the list. */
export function ScheduleWeek({ schedules, today, onAdd, onGo }: ScheduleWeekProps) {
  const days = useCommunityDays()
  const nowMs = useServerNow(useCallback(() => minuteMs, []))
  const week = useMemo(() => daysOfWeekLine(today), [today])
  const active = useMemo(() => {
    return schedules.filter(({ isActive, date }) => isActive && week.includes(date))
  }, [schedules, week])
  const empty = daysWithoutMeditation(active, { from: today, to: week.at(-1) ?? today })
  const started = active
    .filter((schedule) => !isOpenAllDay(schedule))
    .map((schedule) => {
      const { date, template } = schedule
      const startsAt = startMs(days, schedule)
      const endsAt = startsAt + template.duration * minuteMs
      return {
        date,
        title: template.title,
        startsAt,
        doorsAt: startsAt,
        endsAt,
        cancelled: ownSitting(schedule)?.cancelled ?? false,
      }
    })
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const states = sunStates(started, { nowMs, hasSat: () => false })
  const suns = started.map((sun, index) => ({ ...sun, state: states[index] ?? 'coming' }))
  const [firstEmpty] = empty
  return (
    <div className="grid gap-3">
      {firstEmpty !== undefined && (
        <p className="text-small text-ink-2">
          {rich('Nothing on {day}. <add>Add a sitting</add>', {
            day: formatDay(firstEmpty),
            add: (text) => (
              <button
                type="button"
                className="py-1 font-medium text-primary underline underline-offset-4"
                onClick={() => onAdd(firstEmpty)}
              >
                {text}
              </button>
            ),
          })}
        </p>
      )}
      <WeekLine
        label={t('The next seven days')}
        adds
        days={week.map((day) => ({
          day,
          zone: days.zoneOf(day),
          suns: suns.filter(({ date }) => date === day),
          isOpen: active.some((schedule) => schedule.date === day && isOpenAllDay(schedule)),
        }))}
        onPress={(day) => (empty.includes(day) ? onAdd(day) : onGo(day))}
      />
    </div>
  )
}
