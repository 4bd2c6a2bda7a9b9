// 'Hold a sitting': the caller's own sittings, those that look for a host, and what became of the past ones.
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { hasOpened, hasRung } from '#features/sittings/phases.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { formatTimeWithLocal } from '#shared/local-time.ts'
import { groupByWeek } from '#shared/weeks.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { localZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormError } from '#web/ui/field.tsx'
import { ListClocks } from '#web/ui/list-clocks.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { WeekOfRows } from '#web/ui/week-of-rows.tsx'
import { useCall } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { useToday } from '#web/use-today.ts'
import { hostsCalls, type HeldSitting } from '../contract.ts'
import { MeetingOfSitting } from './meeting-of-sitting.tsx'
import { PastSittings, usePastSittings } from './past-sittings.tsx'
import { useHostChoice } from './use-host-choice.ts'

/** Someone else may take one meanwhile; a press then says so. */
const pollMs = 30_000

interface HeldSittingsProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  /** The id of the caller. */
  ownId: number
  /** Renders what its host can do with it now; of several of a schedule, with the first one. */
  renderActions: (held: HeldSitting) => ReactNode
}

export function HeldSittings({ title, action, ownId, renderActions }: HeldSittingsProps) {
  const query = useCall(hostsCalls.heldSittings, {}, { uncached: true, refetchOnFocus: true, pollMs })
  const past = usePastSittings()
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  return (
    <div className="mx-auto w-full max-w-240 px-4 py-8 md:px-8 md:py-12">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="max-w-[60ch] flex-[1_1_24rem]">
          <h1 className="serif text-page">{title}</h1>
          <p className="mt-2 text-ink-2">
            {t(
              'The host of a sitting can begin, delay, end or cancel it, from an hour before its doors to the end of its sharing. Without a host, it begins by itself.',
            )}
          </p>
        </div>
        {action}
      </div>
      <div className="mt-2 empty:hidden">
        <ListClocks times={startsOf([...(query.data ?? []), ...(past.data ?? [])])} />
      </div>
      <div
        ref={container}
        tabIndex={-1}
        role="group"
        aria-label={title}
        className="mt-8 grid grid-cols-1 gap-10 outline-none"
      >
        <QueryContent
          query={query}
          failed={t('The sittings didn’t load')}
          failedText={t('Nothing is lost.')}
          stale={t('The latest changes didn’t load')}
          staleText={t('The previous list is shown.')}
          loading={t('Loading the sittings')}
          skeleton={<ListSkeleton />}
        >
          {(held) => <Lists {...{ held, ownId, renderActions }} />}
        </QueryContent>
        <PastSittings query={past} />
      </div>
    </div>
  )
}

function startsOf(sittings: readonly Pick<HeldSitting, 'startsAt'>[]): number[] {
  return sittings.flatMap(({ startsAt }) => startsAt ?? [])
}

function ListSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-7 w-40" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-20.5" />
      ))}
    </div>
  )
}

const everyMinute = () => 60_000

function Lists({
  held,
  ownId,
  renderActions,
}: Omit<HeldSittingsProps, 'title' | 'action'> & { held: readonly HeldSitting[] }) {
  // The doors open, and the bell rings, while the page is.
  const nowMs = useServerNow(everyMinute)
  const own = held.filter(({ host }) => host?.id === ownId)
  const free = held.filter((row) => needsHost(row, nowMs))
  const ownHeading = useRef<HTMLHeadingElement>(null)
  const freeHeading = useRef<HTMLHeadingElement>(null)
  const ids = (rows: readonly HeldSitting[]) => rows.map(({ scheduleId }) => scheduleId)
  const taken = useFocusAfterRemoval(ids(free), ownHeading)
  const givenBack = useFocusAfterRemoval(ids(own), freeHeading)
  return (
    <>
      <List heading={ownHeading} title={t('Your sittings')} rows={own} empty={t('You hold no sitting yet.')}>
        {(row) => (
          <OwnSitting
            held={row}
            ownId={ownId}
            onGiveBack={givenBack}
            actions={isFirstOfSchedule(row, own) && renderActions(row)}
          />
        )}
      </List>
      {free.length === 0 ? (
        <EmptyState title={t('No sitting needs a host')}>
          {t('As soon as one in the next 60 days does, it appears here.')}
        </EmptyState>
      ) : (
        <List heading={freeHeading} title={t('Sittings that need a host')} rows={free}>
          {(row) => <FreeSitting held={row} ownId={ownId} onTake={taken} />}
        </List>
      )}
    </>
  )
}

/** Once its bell has rung, it has begun by itself. */
function needsHost({ host, isCancelled, startsAt }: HeldSitting, nowMs: number): boolean {
  return host === null && !isCancelled && (startsAt === null || !hasRung({ startsAt }, nowMs))
}

/** The actions of a schedule are about its sitting that is on, or else comes next. */
function isFirstOfSchedule(held: HeldSitting, rows: readonly HeldSitting[]): boolean {
  return rows.find(({ scheduleId }) => scheduleId === held.scheduleId) === held
}

// About a month at once; more rows would slow down the page on a phone.
const pageSize = 31

interface ListProps {
  heading: RefObject<HTMLHeadingElement | null>
  title: string
  rows: readonly HeldSitting[]
  /** In place of no rows. */
  empty?: string
  children: (held: HeldSitting) => ReactNode
}

function List({ heading, title, rows, empty, children }: ListProps) {
  const id = useId()
  const today = useToday()
  const [count, setCount] = useState(pageSize)
  const remaining = rows.length - count
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className="serif text-section outline-none">
        {title}
      </h2>
      {rows.length === 0 && <p className="mt-3 text-ink-2">{empty}</p>}
      {groupByWeek(rows.slice(0, count), today).map((week) => (
        <WeekOfRows key={week.title} title={week.title}>
          {week.rows.map((held) => (
            <li key={`${held.scheduleId} ${held.sittingId}`} className="border-b border-line py-3">
              {children(held)}
            </li>
          ))}
        </WeekOfRows>
      ))}
      {remaining > 0 && (
        <Button className="mt-4" onClick={() => setCount(count + pageSize)}>
          {t('Show {count} more', { count: Math.min(remaining, pageSize) })}
        </Button>
      )}
    </section>
  )
}

/** 'Friday, November 20'. */
function dayOf({ date }: HeldSitting): string {
  return capitalize(formatDay(date))
}

function timeOf({ startsAt }: HeldSitting): string {
  if (startsAt === null) return t('All day')
  const zones = { community: pageDays().zoneAt(startsAt), local: localZone() }
  return formatTimeWithLocal(startsAt, zones, { isListed: true })
}

/** Names a sitting of a list, for what is pressed. */
export function labelOf(held: HeldSitting): string {
  return `${held.title}, ${dayOf(held)} · ${timeOf(held)}`
}

interface RowProps {
  held: HeldSitting
  facts?: ReactNode
  failure: string | null
  children: ReactNode
}

/** Stacked on a phone; otherwise with its day and time in a column of their own. */
function Row({ held, facts, failure, children }: RowProps) {
  const { title, language, isCancelled } = held
  return (
    <article className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6">
        <p className="basis-full self-start text-small text-ink-2 tabular-nums md:basis-60 md:pt-0.5">
          {dayOf(held)}
          <span className="md:hidden">{' · '}</span>
          <span className="md:block">
            {timeOf(held)}
            {isCancelled && <span className="font-strong">{` · ${t('Canceled')}`}</span>}
          </span>
        </p>
        <div className="min-w-0 flex-[1_1_10rem] py-1">
          <h4 dir="auto" lang={contentLang(language)} className="font-strong wrap-anywhere">
            {title}
          </h4>
          {facts}
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
      {failure !== null && <FormError>{failure}</FormError>}
    </article>
  )
}

interface FreeSittingProps {
  held: HeldSitting
  ownId: number
  onTake: (scheduleId: number) => void
}

function FreeSitting({ held, ownId, onTake }: FreeSittingProps) {
  const { scheduleId, isSeries } = held
  const { take, isBusy, failure } = useHostChoice(ownId)
  const press = (scope: 'one' | 'from') => {
    onTake(scheduleId)
    take(scheduleId, scope)
  }
  const sitting = labelOf(held)
  return (
    <Row held={held} failure={failure}>
      <Button busy={isBusy} aria-label={t('I will: {sitting}', { sitting })} onClick={() => press('one')}>
        {t('I will')}
      </Button>
      {isSeries && (
        <Button
          variant="subtle"
          aria-label={t('I will, from here on: {sitting}', { sitting })}
          onClick={() => press('from')}
        >
          {t('From here on')}
        </Button>
      )}
    </Row>
  )
}

interface OwnSittingProps {
  held: HeldSitting
  ownId: number
  onGiveBack: (scheduleId: number) => void
  actions: ReactNode
}

function OwnSitting({ held, ownId, onGiveBack, actions }: OwnSittingProps) {
  const { scheduleId, doorsAt, isCancelled } = held
  const { giveBack, isBusy, failure } = useHostChoice(ownId)
  const mayGiveBack = doorsAt === null || isCancelled || !hasOpened({ doorsAt }, serverNow())
  return (
    <Row held={held} facts={<MeetingOfSitting held={held} label={labelOf(held)} />} failure={failure}>
      {actions}
      {mayGiveBack && (
        <Button
          size="sm"
          busy={isBusy}
          aria-label={t('Give it back: {sitting}', { sitting: labelOf(held) })}
          onClick={() => {
            onGiveBack(scheduleId)
            giveBack(scheduleId)
          }}
        >
          {t('Give it back')}
        </Button>
      )}
    </Row>
  )
}
