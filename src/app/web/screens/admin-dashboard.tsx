// The tab Dashboard: how much there is to sit with, who sits, and what was done of late (TOT-07).
import { useId, useRef, type ReactNode } from 'react'
import { ActivityList } from '#features/activity/web/activity-list.tsx'
import { ReferralFlags } from '#features/referrals/web/referral-flags.tsx'
import { countComing } from '#features/schedules/coming.ts'
import { schedulesCalls } from '#features/schedules/contract.ts'
import { templateFigures, type TemplateFigures } from '#features/templates/figures.ts'
import { useTemplates } from '#features/templates/web/use-templates.ts'
import { totalsCalls } from '#features/users/contract.ts'
import { numberInWords } from '#shared/numbers.ts'
import { BarList } from '#web/ui/bar.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Figures, type Figure } from '#web/ui/figures.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useFocusKept } from '#web/use-focus-kept.ts'
import { useOutcome } from '#web/use-outcome.ts'
import { useToday } from '#web/use-today.ts'
import { personLink } from './person-link.tsx'

const recentLines = 8

/** Reads anew whenever it opens; what doesn't arrive leaves the rest as it is. */
export function DashboardTab() {
  const templates = useTemplates()
  const today = useToday()
  const schedules = useCall(schedulesCalls.schedules, { query: { from: today } }, { whenSeen: true })
  const totals = useCall(totalsCalls.totals, {}, { uncached: true })
  const figures = templates.list && templateFigures(templates.list)
  const areSchedulesMissing = useOutcome(schedules)
  const areTotalsMissing = useOutcome(totals)
  const isFailed = templates.isFailed || areSchedulesMissing || areTotalsMissing
  const place = useRef<HTMLDivElement>(null)
  useFocusKept(place)
  const readAnew = () => {
    if (templates.isFailed) void templates.readAnew()
    for (const read of [schedules, totals]) if (read.isError) void read.refetch()
  }
  return (
    <div className="grid gap-10">
      <div ref={place} tabIndex={-1} role="group" aria-label="Figures" className="grid gap-5 outline-none">
        {isFailed && (
          <ErrorPanel
            title="Some of the figures didn’t arrive"
            busy={templates.isReading || schedules.isFetching || totals.isFetching}
            onRetry={readAnew}
          >
            What is there is shown.
          </ErrorPanel>
        )}
        <Figures
          figures={[
            figure('Total Templates', 'that can be scheduled', templates.isFailed, figures?.count),
            figure(
              'Active Schedules',
              'today and later',
              areSchedulesMissing,
              schedules.data && countComing(schedules.data, today),
            ),
            figure('Average Duration', 'minutes in a template', templates.isFailed, figures?.averageMinutes),
            figure('Total Users', 'members', areTotalsMissing, totals.data?.totalUsers),
          ]}
        />
      </div>
      <div className="grid gap-10 lg:grid-cols-2">
        <Part title="Difficulty Distribution">
          <Difficulties figures={figures} isFailed={templates.isFailed} />
        </Part>
        <Part title="Recent Activity">
          <ActivityList limit={recentLines} personLink={personLink} />
        </Part>
      </div>
      <ReferralFlags />
    </div>
  )
}

/** A value that isn't known is on its way, unless it failed; null says that there is none. */
function figure(title: string, unit: string, isFailed: boolean, value?: number | null): Figure {
  if (value === undefined) return { title, unit, value: isFailed ? '–' : null }
  return { title, unit, value: value === null ? '–' : numberInWords(value) }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="serif text-section">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Difficulties({ figures, isFailed }: { figures: TemplateFigures | null; isFailed: boolean }) {
  if (!figures) {
    return isFailed ? (
      <p className="text-ink-3">The templates didn’t arrive.</p>
    ) : (
      <Skeleton className="h-42" />
    )
  }
  if (figures.count === 0) return <p className="text-ink-3">There are no templates yet.</p>
  return (
    <BarList
      label="Templates by difficulty"
      lines={figures.byDifficulty.map(({ difficulty, count }) => ({
        key: difficulty,
        label: difficulty,
        value: `${numberInWords(count)} · ${Math.round((count / figures.count) * 100)}%`,
        share: count / figures.count,
      }))}
    />
  )
}
