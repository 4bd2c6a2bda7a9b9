// The Schedules tab, whose dialog shows the sitting of its schedule.
import { useEffect } from 'react'
import { SchedulesTab } from '#features/schedules/web/components/schedules-tab.tsx'
import { scheduleInvalidations } from '#features/schedules/web/hooks/use-save-schedule.ts'
import { scheduledStartMs } from '#features/sittings/scheduled-start.ts'
import { useSittingsAround } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { TurnoutOfSchedule } from '#features/turnout/web/turnout-of-schedule.tsx'
import { pageDays } from '#web/community-days.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { HostMenu, HostOfSchedule } from './host-of-schedule.tsx'

const SittingOfSchedule = lazyPart(
  async () => (await import('#features/sittings/web/components/sitting-of-schedule.tsx')).SittingOfSchedule,
)

export function AdminSchedules() {
  // As its dialog does.
  useEffect(() => SittingOfSchedule.preloadInBackground(), [])
  const { data: around } = useSittingsAround(true, { refetchOnFocus: true })
  return (
    <SchedulesTab
      around={around}
      renderTurnout={(schedule) => <TurnoutOfSchedule schedule={schedule} />}
      renderMenu={(schedule) => <HostMenu schedule={schedule} />}
      renderHost={(schedule) => <HostOfSchedule schedule={schedule} />}
      renderSitting={(schedule, sitting) => (
        <SittingOfSchedule
          sitting={sitting}
          scheduleId={schedule.id}
          day={schedule.date}
          scheduledAt={scheduledStartMs(pageDays(), schedule)}
          invalidations={scheduleInvalidations}
        />
      )}
    />
  )
}
