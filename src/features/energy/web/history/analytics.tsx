// Energy analytics: the figures, chart and session list of a period, for members.
import { useDeferredValue, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { useToday } from '#web/use-today.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { daysWithin, periodRange, summarizeHistory, type HistoryDay } from '../../history.ts'
import type { PeriodChoice } from '../../period-choice.ts'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'
import { DownloadHistory } from './download-history.tsx'
import { EnergyChart } from '../chart/energy-chart.tsx'
import { PeriodFilter } from './period-filter.tsx'
import { SampleButton } from './sample-button.tsx'
import { SessionHistory } from './session-history.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { useEnergyHistory, type EnergyHistory } from './use-history.ts'

const loadJourney = async () => (await import('../journey/journey-modal.tsx')).JourneyModal

interface AnalyticsProps {
  title: string
  choice: PeriodChoice
  onChoice: (choice: PeriodChoice) => void
  isAdmin: boolean
  /** Sample data was added: the page must reload (HIST-19). */
  onSamples: () => void
  /** A link to today's meditation. */
  toMeditation: ReactNode
}

export function Analytics({ title, choice, onChoice, isAdmin, onSamples, toMeditation }: AnalyticsProps) {
  const today = useToday()
  const history = useEnergyHistory()
  // The filter responds at once; the days follow when they are rendered.
  const { period, weekOffset } = useDeferredValue(choice)
  const range = useMemo(() => periodRange(period, weekOffset, today), [period, weekOffset, today])
  const days = useMemo(() => history.days && daysWithin(history.days, range), [history.days, range])
  const [JourneyModal, prepareJourney] = useLazyImport(loadJourney)
  const [isJourneyOpen, setJourneyOpen] = useState(false)
  const openJourney = () => {
    prepareJourney()
    setJourneyOpen(true)
  }
  const hasHistory = history.days === null || history.days.length > 0
  const showAll = () => onChoice({ period: 'all', weekOffset: 0 })
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 py-8 md:px-8 md:py-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-2">
          <h1 className="serif text-page">{title}</h1>
          <p className="max-w-[68ch] text-ink-2">Your energy before and after each sitting, day by day.</p>
        </div>
        {(isAdmin || hasHistory) && (
          <div className="flex min-h-11 min-w-52 flex-wrap items-center gap-2 sm:justify-end">
            {isAdmin && <SampleButton onAdded={onSamples} />}
            <DownloadHistory days={history.days ?? []} />
          </div>
        )}
      </header>
      {/* Analytics stays selected: Journey opens over it on press, not on keyboard focus (HIST-01). */}
      <Tabs value="analytics" onValueChange={() => undefined} className="mt-6">
        <TabList label={title}>
          <Tab value="analytics">Analytics</Tab>
          <Tab
            value="journey"
            aria-haspopup="dialog"
            disabled={days === null}
            onPointerEnter={prepareJourney}
            onFocus={prepareJourney}
            onClick={openJourney}
          >
            Journey
          </Tab>
        </TabList>
        <TabPanel value="analytics" className="grid gap-8">
          <PeriodFilter choice={choice} today={today} onChange={onChoice} />
          <Period
            {...{ history, days, range, today, toMeditation }}
            onShowAll={hasHistory ? showAll : null}
          />
        </TabPanel>
      </Tabs>
      {JourneyModal && days && (
        <JourneyModal open={isJourneyOpen} onOpenChange={setJourneyOpen} days={days} today={today} />
      )}
    </div>
  )
}

interface PeriodProps extends Omit<ComponentProps<typeof SessionHistory>, 'days' | 'allDays'> {
  history: EnergyHistory
  /** The days of the period, oldest first; null until loaded. */
  days: readonly HistoryDay[] | null
}

function Period({ history, days, ...shown }: PeriodProps) {
  const summary = useMemo(() => days && summarizeHistory(days), [days])
  if (days === null && !history.isFailed) return <AnalyticsSkeleton />
  return (
    <>
      {history.isFailed && (
        <ErrorPanel
          title={days === null ? 'Your history didn’t load' : 'Your latest entries didn’t load'}
          busy={history.isFetching}
          onRetry={history.refetchFailed}
        >
          {days === null ? 'Your entries are safe.' : 'The last version that loaded is shown.'}
        </ErrorPanel>
      )}
      {days !== null && (
        <>
          <SummaryCards summary={summary} />
          <EnergyChart days={days} today={shown.today} />
          <SessionHistory days={days} allDays={history.days ?? days} {...shown} />
        </>
      )}
    </>
  )
}
