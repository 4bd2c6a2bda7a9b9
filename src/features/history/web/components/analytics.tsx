// Energy analytics: the figures, chart and session list of a period, for members.
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type ComponentProps, type ReactNode, useRef } from 'react'
import { energyCalls } from '#features/energy/contract.ts'
import { practiceCalls } from '#features/practice/contract.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import type { LazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useCallMutation, useCall, useReadFailure } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import { useWidth } from '#web/use-width.ts'
import { historyCalls } from '../../contract.ts'
import {
  daysWithin,
  periodRange,
  summarizeHistory,
  type HistoryDay,
  type PeriodChoice,
  buildHistory,
  formatDuration,
  formatSignedLevels,
  hasEntry,
  minutesElsewhere,
  type HistorySummary,
  type Period,
  formatWeekRange,
} from '../../history.ts'
import { EnergyChart } from '../chart/energy-chart.tsx'
import { DownloadHistory } from './download-history.tsx'
import { noDaysText, SessionHistory } from './session-history.tsx'

interface JourneyProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The days of the period, oldest first. */
  days: readonly HistoryDay[]
  today: string
}

interface AnalyticsProps {
  title: string
  choice: PeriodChoice
  onChoice: (choice: PeriodChoice) => void
  isAdmin: boolean
  /** Sample data was added: the page must reload (HIST-19). */
  onSamples: () => void
  /** A link to today's meditation. */
  toMeditation: ReactNode
  /** The member's own rhythm, whatever the period. */
  rhythm?: ReactNode
  /** The button of 'I sat elsewhere'. */
  satElsewhere?: ReactNode
  JourneyModal: LazyPart<JourneyProps>
}

export function Analytics(props: AnalyticsProps) {
  const { title, choice, onChoice, isAdmin, onSamples, toMeditation, rhythm, satElsewhere, JourneyModal } =
    props
  const today = useToday()
  const [panel, widthPx] = useWidth<HTMLDivElement>()
  const history = useEnergyHistory(widthPx !== null)
  // The filter responds at once; the days follow when they are rendered.
  const { period, weekOffset } = useDeferredValue(choice)
  const range = useMemo(() => periodRange(period, weekOffset, today), [period, weekOffset, today])
  const days = useMemo(() => history.days && daysWithin(history.days, range), [history.days, range])
  const daysWithEntry = useMemo(() => days && days.filter(hasEntry), [days])
  const [isJourneyOpen, setJourneyOpen] = useState(false)
  const openJourney = () => {
    JourneyModal.preload()
    setJourneyOpen(true)
  }
  const isNew = history.days?.length === 0 && !history.isFailed
  const showAll = () => onChoice({ period: 'all', weekOffset: 0 })
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 py-5 md:px-8 md:py-10">
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="serif min-w-0 text-page max-sm:w-full">{title}</h1>
        {/* Its words are flush with the gutters. */}
        <div className="-mx-4 flex min-h-11 flex-auto flex-wrap items-center justify-between sm:justify-end *:px-3.75">
          {isAdmin && <SampleButton onAdded={onSamples} />}
          {satElsewhere}
          <DownloadHistory days={(history.days ?? []).filter(hasEntry)} />
        </div>
      </header>
      {/* Analytics stays selected: Journey opens over it on press, not on keyboard focus (HIST-01). */}
      <Tabs value="analytics" onValueChange={() => undefined} className="mt-2 md:mt-5">
        <TabList label={title}>
          <Tab value="analytics">{t('Analytics')}</Tab>
          <Tab
            value="journey"
            aria-haspopup="dialog"
            disabled={days === null}
            onPointerEnter={JourneyModal.preload}
            onFocus={JourneyModal.preload}
            onClick={openJourney}
          >
            {t('Journey')}
          </Tab>
        </TabList>
        <TabPanel value="analytics" ref={panel} className="grid gap-8 max-md:gap-6 max-md:pt-4">
          {isNew ? (
            <>
              <EmptyState title={noDaysText} action={toMeditation}>
                {t('Say how you’re arriving and leaving, and your history begins here.')}
              </EmptyState>
              {rhythm}
            </>
          ) : (
            <>
              <PeriodFilter choice={choice} today={today} onChange={onChoice} />
              <Period
                {...{ history, days, daysWithEntry, rhythm, range, today, widthPx }}
                onShowAll={showAll}
              />
            </>
          )}
        </TabPanel>
      </Tabs>
      {daysWithEntry && (
        <JourneyModal open={isJourneyOpen} onOpenChange={setJourneyOpen} days={daysWithEntry} today={today} />
      )}
    </div>
  )
}

interface PeriodProps extends Omit<ComponentProps<typeof SessionHistory>, 'days' | 'allDays'> {
  history: EnergyHistory
  /** The days of the period, oldest first; null until loaded. */
  days: readonly HistoryDay[] | null
  /** Those of them with an entry: figures and the chart are about levels. */
  daysWithEntry: readonly HistoryDay[] | null
  rhythm?: ReactNode
  /** Of the page's column; null until it is known. */
  widthPx: number | null
}

function Period({ history, days, daysWithEntry, rhythm, widthPx, ...shown }: PeriodProps) {
  const summary = useMemo(() => daysWithEntry && summarizeHistory(daysWithEntry), [daysWithEntry])
  if (days === null && !history.isFailed) return <AnalyticsSkeleton />
  return (
    <>
      {history.isFailed && (
        <ErrorPanel
          title={days === null ? t('Your history didn’t load') : t('Your latest entries didn’t load')}
          busy={history.isFetching}
          onRetry={history.refetchFailed}
        >
          {days === null ? t('Your entries are safe.') : t('The last version that loaded is shown.')}
        </ErrorPanel>
      )}
      {days !== null && daysWithEntry !== null && (
        <>
          <EnergyChart days={daysWithEntry} today={shown.today} widthPx={widthPx} />
          <div className="grid gap-3">
            <SummaryCards summary={summary} />
            <TotalElsewhere days={days} />
          </div>
          {rhythm}
          <SessionHistory days={days} allDays={history.days ?? days} {...shown} />
        </>
      )}
    </>
  )
}

function AnalyticsSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {t('Loading your history')}
      </p>
      <div className="grid gap-4">
        <Skeleton className="h-10 w-4/5 max-w-100" />
        <Skeleton className="h-6 w-3/5 max-w-100" />
        <Skeleton className="mt-4 min-h-84" />
      </div>
      <SummaryCards summary={null} />
      <div className="grid gap-5">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-11.5" />
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-20.5" />
        ))}
      </div>
    </>
  )
}

/** For administrators. `onAdded` reloads the page; a failure is only logged. */
function SampleButton({ onAdded }: { onAdded: () => void }) {
  const add = useCallMutation(historyCalls.addSamples, {
    onSuccess: onAdded,
    onError: (error) => logFailure('The sample data was not added.', error),
  })
  return (
    <Button variant="subtle" busy={add.isPending} onClick={() => add.mutate({})}>
      {t('Add Sample Data')}
    </Button>
  )
}

export interface EnergyHistory {
  /** Oldest first; null until the calls have succeeded and the page has been measured. */
  days: readonly HistoryDay[] | null
  /** The latest load failed; earlier data stays. */
  isFailed: boolean
  isFetching: boolean
  refetchFailed: () => void
}

const readOptions = { uncached: true, nullWhenSignedOut: true } as const

/** Reloads on every mount, for a signed-in member (HIST-16, HIST-17). */
function useEnergyHistory(isMeasured: boolean): EnergyHistory {
  const entries = useCall(energyCalls.entries, {}, readOptions)
  const times = useCall(historyCalls.times, {}, readOptions)
  const practice = useCall(practiceCalls.practice, {}, readOptions)
  // Without it, the history of this community is shown all the same.
  const isPracticeMissing = practice.data === undefined && !practice.isError
  const loadedDays = useMemo(
    () =>
      entries.data === undefined || times.data === undefined || isPracticeMissing
        ? null
        : buildHistory(
            [...(entries.data ?? []), ...(practice.data?.entries ?? [])],
            times.data ?? [],
            practice.data?.days,
          ),
    [entries.data, times.data, practice.data, isPracticeMissing],
  )
  // Drawn in slices: a long history leaves the page responsive while it appears. Drawn before the chart's width is known,
  // it would be drawn again in one piece.
  const days = useDeferredValue(isMeasured ? loadedDays : null)
  const isFailed = useReadFailure(entries, times, practice)
  return {
    days,
    isFailed,
    isFetching: entries.isFetching || times.isFetching || practice.isFetching,
    refetchFailed: () => {
      for (const { isError, refetch } of [entries, times, practice]) if (isError) void refetch()
    },
  }
}

/** `summary` is null while loading. */
function SummaryCards({ summary }: { summary: HistorySummary | null }) {
  const { averageImprovement, averageMinutes } = summary ?? {}
  return (
    <dl className="@container grid rounded-panel border border-line bg-surface sm:grid-cols-3">
      <Card title={t('Total Sessions')} unit={t('meditation sessions tracked')}>
        {summary && formatNumber(summary.sessions)}
      </Card>
      <Card title={t('Average Improvement')} unit={t('emotion levels per session')}>
        {summary && (averageImprovement == null ? <NoAverage /> : formatSignedLevels(averageImprovement))}
      </Card>
      <Card title={t('Average Time')} unit={t('per session')}>
        {summary && (averageMinutes == null ? <NoAverage /> : formatDuration(averageMinutes))}
      </Card>
    </dl>
  )
}

/** Time from elsewhere in the period; nothing without any. */
function TotalElsewhere({ days }: { days: readonly HistoryDay[] }) {
  const minutes = minutesElsewhere(days)
  if (minutes === 0) return null
  const count = days.filter((day) => minutesElsewhere([day]) > 0).length
  return (
    <p className="px-5 text-small text-ink-2 tabular-nums">
      {t(
        '{count, plural, one {Practice elsewhere: {time} on # day} other {Practice elsewhere: {time} on # days}}',
        {
          count,
          time: formatDuration(minutes),
        },
      )}
    </p>
  )
}

/** On a phone the text is on the left and the figure on the right; otherwise they are stacked. */
function Card({ title, unit, children }: { title: string; unit: string; children: ReactNode }) {
  return (
    <div className="grid items-center gap-x-4 border-line px-5 @min-[15rem]:grid-cols-[minmax(0,1fr)_auto] py-4 not-first:border-t sm:block sm:not-first:border-t-0 sm:not-first:border-s">
      <dt className="text-small font-strong text-ink-2">{title}</dt>
      <dd className="serif row-span-2 my-1.5 text-page whitespace-nowrap">
        {children ?? <Skeleton className="my-[0.06em] h-[1em] w-20" />}
      </dd>
      <dd className="text-small text-ink-3">{unit}</dd>
    </div>
  )
}

function NoAverage() {
  return (
    <span className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">{t('Nothing to average yet')}</span>
    </span>
  )
}

interface PeriodFilterProps {
  choice: PeriodChoice
  today: string
  onChange: (choice: PeriodChoice) => void
}

const options: readonly { value: Period; label: string }[] = [
  { value: 'week', label: t('Current week') },
  { value: 'month', label: t('Last month') },
  { value: 'all', label: t('All Time') },
]

/** The future is out of range: the buttons end at the current week (HIST-03). */
function PeriodFilter({ choice, today, onChange }: PeriodFilterProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <Segmented
        legend={t('Period')}
        options={options}
        value={choice.period}
        onChange={(period) => onChange({ period, weekOffset: 0 })}
      />
      {choice.period === 'week' && (
        <WeekSteps
          offset={choice.weekOffset}
          label={formatWeekRange(periodRange('week', choice.weekOffset, today))}
          onChange={(weekOffset) => onChange({ period: 'week', weekOffset })}
        />
      )}
    </div>
  )
}

interface WeekStepsProps {
  offset: number
  label: string
  onChange: (offset: number) => void
}

function WeekSteps({ offset, label, onChange }: WeekStepsProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const isCurrent = offset >= 0
  // In the current week the pressed button becomes disabled, so the focus moves to its neighbor.
  const goTo = (next: number) => {
    if (next >= 0) previous.current?.focus()
    onChange(next)
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-1 max-sm:w-full">
      <div className="flex items-center gap-1 max-sm:-ms-3 sm:order-1">
        <Tooltip text={t('Previous week')}>
          <IconButton
            ref={previous}
            label={t('Previous week')}
            variant="subtle"
            onClick={() => goTo(offset - 1)}
          >
            <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Tooltip text={t('Next week')}>
          <IconButton
            label={t('Next week')}
            variant="subtle"
            disabled={isCurrent}
            onClick={() => goTo(offset + 1)}
          >
            <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
      </div>
      <p aria-live="polite" className="min-w-0 text-[0.94rem] text-ink-2 max-sm:text-small">
        {label}
      </p>
      {/* Invisible rather than absent, so that the arrows stay in place; on a phone they are before it. */}
      <Button
        variant="subtle"
        disabled={isCurrent}
        className={clsx(
          'max-sm:order-1 max-sm:ms-auto max-sm:px-1.5 max-sm:text-small sm:-order-1',
          isCurrent && 'opacity-0! max-sm:hidden',
        )}
        onClick={() => goTo(0)}
      >
        {t('Current Week')}
      </Button>
    </div>
  )
}
