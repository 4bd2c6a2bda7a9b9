// The week's line above the list of schedules: what each of the next seven days has, and a press that adds what is missing.
import { useCallback, useMemo } from 'react'
import { sunStates } from '#features/sittings/day-line.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
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
  /** The sittings of yesterday to tomorrow. */
  around: readonly Sitting[]
  today: string
  onAdd: (day: string) => void
  /** Leads to a day of the list. */
  onGo: (day: string) => void
}

/** What hosts began beside the schedules' own sittings, of those that took or take place (PHASE-24). */
function startedByHosts(schedules: readonly Schedule[], around: readonly Sitting[]) {
  return around.flatMap(({ id, scheduleId, startsAt, cancelled }) => {
    const schedule = schedules.find((each) => each.id === scheduleId)
    if (!schedule || cancelled || ownSitting(schedule)?.id === id) return []
    return { schedule, startsAt, cancelled }
  })
}

/** By the community's days and clock, as the list. */
export function ScheduleWeek({ schedules, around, today, onAdd, onGo }: ScheduleWeekProps) {
  const days = useCommunityDays()
  const nowMs = useServerNow(useCallback(() => minuteMs, []))
  const week = useMemo(() => daysOfWeekLine(today), [today])
  const active = useMemo(() => {
    return schedules.filter(({ isActive, date }) => isActive && week.includes(date))
  }, [schedules, week])
  const empty = daysWithoutMeditation(active, { from: today, to: week.at(-1) ?? today })
  const own = active
    .filter((schedule) => !isOpenAllDay(schedule))
    .map((schedule) => ({
      schedule,
      startsAt: startMs(days, schedule),
      cancelled: ownSitting(schedule)?.cancelled ?? false,
    }))
  const started = [...own, ...startedByHosts(active, around)]
    .map(({ schedule: { date, template }, startsAt, cancelled }) => ({
      date,
      title: template.title,
      startsAt,
      doorsAt: startsAt,
      endsAt: startsAt + template.duration * minuteMs,
      cancelled,
    }))
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
          isRest: empty.includes(day),
        }))}
        onPress={(day) => (empty.includes(day) ? onAdd(day) : onGo(day))}
      />
    </div>
  )
}
