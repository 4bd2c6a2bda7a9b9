// How many sat in the sittings of a schedule that are over, below its row (SCH-38).
import type { Schedule } from '#features/schedules/contract.ts'
import { formatTimeOfDay, monthOf } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall } from '#web/use-call.ts'
import { turnoutCalls, type Turnout } from '../contract.ts'

interface TurnoutOfScheduleProps {
  schedule: Pick<Schedule, 'id' | 'date' | 'sitting'>
}

/** Nothing before its bell. */
export function TurnoutOfSchedule({ schedule }: TurnoutOfScheduleProps) {
  const { sitting } = schedule
  return sitting === null || sitting.startsAt > serverNow() ? null : <PastTurnout schedule={schedule} />
}

/** The rows of a month share one read. */
function PastTurnout({ schedule: { id, date } }: TurnoutOfScheduleProps) {
  const { data, isError } = useCall(
    turnoutCalls.turnouts,
    { query: { month: monthOf(date) } },
    { refetchOnFocus: true },
  )
  if (!data && isError) return <p className="text-small text-ink-3">{t('How many sat didn’t load.')}</p>
  const own = data?.filter(({ scheduleId }) => scheduleId === id) ?? []
  return own.map((turnout) => (
    <p key={turnout.startsAt} className="text-small text-ink-2 tabular-nums">
      {own.length === 1 ? turnoutLabel(turnout) : timedLabel(turnout)}
    </p>
  ))
}

/** '12 people sat' */
export function turnoutLabel({ count }: Pick<Turnout, 'count'>): string {
  return count === null
    ? t('Fewer than five people sat')
    : t('{count, plural, =0 {No one sat} one {# person sat} other {# people sat}}', { count })
}

/** Of a day that a host began again: '7:00 PM: 12 people sat', by the community's clock. */
function timedLabel(turnout: Turnout): string {
  const { startsAt } = turnout
  return t('{time}: {turnout}', {
    time: formatTimeOfDay(startsAt, pageDays().zoneAt(startsAt)),
    turnout: turnoutLabel(turnout),
  })
}
