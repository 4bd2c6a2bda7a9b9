// /garden-angel: the schedule for garden angels, who hold its sittings and write nothing else of it.
import { AngelSchedule } from '#features/schedules/web/components/angel-schedule.tsx'
import { TurnoutOfSchedule } from '#features/turnout/web/turnout-of-schedule.tsx'
import { gardianAngelDashboard } from '#web/i18n/admin-messages.ts'
import { usePageTitle } from '#web/page-title.ts'
import { AngelHostMenu } from './host-of-schedule.tsx'

const { title, subtitle } = gardianAngelDashboard

/** Requires the role of garden angel or administrator. */
export function GardenAngelScreen() {
  usePageTitle(title)
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 py-8 md:px-8 md:py-10">
      <header className="grid gap-2">
        <h1 className="serif text-page">{title}</h1>
        <p className="max-w-[68ch] text-ink-2">{subtitle}</p>
      </header>
      <AngelSchedule
        renderTurnout={(schedule) => <TurnoutOfSchedule schedule={schedule} />}
        renderMenu={(schedule) => <AngelHostMenu schedule={schedule} />}
      />
    </div>
  )
}
