// Schedule list: upcoming schedules by month or template, with past ones collapsed below.
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { capitalize, dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { pageDays } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { messages } from '#web/i18n/messages.ts'
import { displayZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { prefersReducedMotion } from '#web/use-media-query.ts'
import { splitUpcomingAndPast, formatLength, formatStart } from '../../calendar-days.ts'
import { type Schedule, schedulesCalls } from '../../contract.ts'
import { firstRows, groupSchedules, type ListOrder } from '../../rules.ts'
import { isExplained, scheduleInvalidations } from '../hooks/use-save-schedule.ts'
import { hasHosts, HostLine } from './host-line.tsx'
import { ScheduleTime } from './start-time.tsx'

// About two months at once; rendering all rows would slow down every press.
const pageSize = 62

interface ScheduleListProps {
  schedules: readonly Schedule[]
  order: ListOrder
  today: string
  onEdit: (schedule: Schedule) => void
  /** Follows the facts of each schedule that had a bell. */
  renderTurnout?: RenderTurnout | undefined
  /** What hosts do with each that is still to come; it belongs to another feature. */
  renderMenu?: RenderMenu | undefined
}

/** How many sat; it belongs to another feature, so the screen passes it in. */
export type RenderTurnout = (schedule: Schedule) => ReactNode
export type RenderMenu = (schedule: Schedule) => ReactNode

/** Another order resets paging and focus. */
export function ScheduleList({ schedules, ...shown }: ScheduleListProps) {
  const { today } = shown
  const { upcoming, past } = useMemo(() => splitUpcomingAndPast(schedules, today), [schedules, today])
  const asksForHosts = useMemo(() => hasHosts(schedules), [schedules])
  const [isPastShown, setPastShown] = useState(false)
  const id = useId()
  return (
    <div className="grid gap-8">
      {upcoming.length === 0 ? (
        <p className="text-ink-2">{t('Nothing is scheduled for today or later.')}</p>
      ) : (
        <Groups key={shown.order} schedules={upcoming} {...shown} asksForHosts={asksForHosts} />
      )}
      {past.length > 0 && (
        <div className="grid gap-6">
          <Button
            className="justify-self-start"
            aria-expanded={isPastShown}
            aria-controls={id}
            onClick={() => setPastShown(!isPastShown)}
          >
            {isPastShown
              ? t('Hide past schedules')
              : t('Show past schedules ({count})', { count: past.length })}
          </Button>
          <div id={id} className="empty:hidden">
            {isPastShown && (
              <Groups key={shown.order} schedules={past} {...shown} asksForHosts={asksForHosts} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

interface ListedProps extends ScheduleListProps {
  asksForHosts: boolean
}

function Groups({ schedules, order, today, ...row }: ListedProps) {
  const [count, setCount] = useState(pageSize)
  const groups = useMemo(() => groupSchedules(schedules, order), [schedules, order])
  const remaining = schedules.length - count
  // The pressed button may disappear, so the focus moves to the first row it loaded.
  const [firstNew, setFirstNew] = useState<number | null>(null)
  const shown = firstRows(groups, count)
  const showMore = () => {
    setFirstNew(
      firstRows(groups, count + 1)
        .at(-1)
        ?.schedules.at(-1)?.id ?? null,
    )
    setCount(count + pageSize)
  }
  return (
    <div className="grid gap-8">
      {shown.map(({ key, title, schedules: rows }) => (
        // Two templates may have one title.
        <section key={key} role={order === 'template' ? 'group' : undefined} aria-label={title}>
          <h2 className="serif text-section wrap-anywhere">{title}</h2>
          <ul className="mt-2">
            {rows.map((schedule, index) => (
              <li
                key={schedule.id}
                {...(schedule.id === firstNew ? { ref: focusOnMount, tabIndex: -1 } : {})}
                className={clsx(
                  'focus:outline-none',
                  isLastOfDay(rows, index, order) && 'border-b border-line',
                )}
              >
                {order === 'date' && rows[index - 1]?.date !== schedule.date && (
                  <DayHeading day={schedule.date} today={today} />
                )}
                <ScheduleRow {...row} {...{ schedule, order, today }} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {remaining > 0 && (
        <Button className="justify-self-start" onClick={showMore}>
          {t('Show {count} more', { count: Math.min(remaining, pageSize) })}
        </Button>
      )}
    </div>
  )
}

/** By date the schedules of one day are one block. */
function isLastOfDay(rows: readonly Schedule[], index: number, order: ListOrder): boolean {
  return order !== 'date' || rows[index + 1]?.date !== rows[index]?.date
}

const headingIdOf = (day: string) => `schedules-${day}`

/** Leads to a day of the list by date. The focus follows, so that reading goes on there. */
export function goToScheduleDay(day: string): void {
  const heading = document.getElementById(headingIdOf(day))
  heading?.scrollIntoView({ block: 'start', behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
  heading?.focus({ preventScroll: true })
}

function DayHeading({ day, today }: { day: string; today: string }) {
  return (
    <h3
      id={headingIdOf(day)}
      tabIndex={-1}
      className="flex scroll-mt-[calc(var(--bar)+1rem)] flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-small font-medium text-ink-2 outline-none"
    >
      <span>{capitalize(formatDay(day))}</span>
      {day === today && <TodayBadge />}
    </h3>
  )
}

function TodayBadge() {
  return <span className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">{t('Today')}</span>
}

function focusOnMount(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true })
}

interface ScheduleRowProps extends Omit<ListedProps, 'schedules'> {
  schedule: Schedule
}

/** Stacked on a phone, otherwise three columns. */
function ScheduleRow(props: ScheduleRowProps) {
  const { schedule, order, today, asksForHosts, onEdit, renderTurnout, renderMenu } = props
  const { date, template } = schedule
  const day = formatDay(date, 'full')
  // One day may have several with the same title.
  const time = formatStart(pageDays(), schedule, null)
  const { isActive, isPending, errorMessage, toggle } = useToggle(schedule)
  // By date it is below the day's heading.
  const Title = order === 'date' ? 'h4' : 'h3'
  return (
    <article className="grid items-center gap-x-6 gap-y-1 py-3 sm:grid-cols-[clamp(10rem,29vw,18rem)_minmax(0,1fr)_auto]">
      <div className={clsx('text-small', isActive ? 'text-ink-2' : 'text-ink-3')}>
        {order === 'template' && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{capitalize(day)}</span>
            {date === today && <TodayBadge />}
          </p>
        )}
        <p className="tabular-nums">
          <ScheduleTime schedule={schedule} hasOwnTime />
        </p>
      </div>
      <div className="min-w-0">
        <Title
          dir="auto"
          lang={contentLang(template.language)}
          className={clsx('font-strong wrap-anywhere', !isActive && 'text-ink-3')}
        >
          {template.title}
        </Title>
        <p className={clsx('text-small wrap-anywhere', isActive ? 'text-ink-2' : 'text-ink-3')}>
          {`${formatLength(template)} · ${template.instructor}`}
        </p>
        <HostLine {...{ schedule, today, asksForHosts }} />
        {schedule.sitting !== null && renderTurnout?.(schedule)}
        {schedule.videoFailedAt !== null && date >= today && (
          <p className="text-small text-danger">
            {t('The video doesn’t respond. Checked on {day}.', {
              day: formatDay(dayInZone(timestampToMs(schedule.videoFailedAt), displayZone()), 'monthDay'),
            })}
          </p>
        )}
      </div>
      <div className="flex items-center justify-end gap-3">
        <Switch
          label={
            <>
              <span className="sr-only">
                {t('Active on {day}, {time}: {title}', { day, time, title: template.title })}
              </span>
              {!isActive && (
                <span aria-hidden className="text-meta text-ink-3">
                  {t('Inactive')}
                </span>
              )}
            </>
          }
          checked={isActive}
          aria-busy={isPending}
          onChange={toggle}
        />
        {isActive && date >= today && renderMenu?.(schedule)}
        <IconButton
          label={t('Edit {title}, {time}, {day}', { title: template.title, time, day })}
          variant="subtle"
          onClick={() => onEdit(schedule)}
        >
          <Pencil aria-hidden className="size-5" strokeWidth={1.8} />
        </IconButton>
      </div>
      {errorMessage !== null && (
        <p role="alert" className="col-span-full text-small text-danger">
          {errorMessage}
        </p>
      )}
    </article>
  )
}

/** Optimistic: a press shows at once, also one while another is being saved, and reverts when the save fails. */
function useToggle(schedule: Schedule) {
  const { mutateAsync, isPending, error } = useCallMutation(schedulesCalls.updateSchedule, {
    ...scheduleInvalidations,
    onSuccess: () => toast({ title: adminMessages.scheduleUpdated }),
    onError: (failure) => {
      logFailure('Schedule update failed.', failure)
      if (!isExplained(failure)) showAdminErrorToast(adminMessages.updateScheduleFailed)
    },
  })
  const params = { id: String(schedule.id) }
  const [pressed, setPressed] = useState<boolean | null>(null)
  // The last press, while one is being saved.
  const wanted = useRef<boolean | null>(null)
  const isActive = pressed ?? schedule.isActive
  const save = async () => {
    let saved: Pick<Schedule, 'isActive' | 'version'> = schedule
    while (wanted.current !== null && wanted.current !== saved.isActive)
      saved = await mutateAsync({ params, body: { isActive: wanted.current, version: saved.version } })
  }
  const toggle = () => {
    const isSaving = wanted.current !== null
    wanted.current = !isActive
    setPressed(!isActive)
    if (isSaving) return
    save()
      // `onError` has said so.
      .catch(() => undefined)
      .finally(() => {
        wanted.current = null
        setPressed(null)
      })
  }
  return { isActive, isPending, errorMessage: error && errorMessageOf(error, messages.notSaved), toggle }
}
