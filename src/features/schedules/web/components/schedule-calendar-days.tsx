// Day cells of the week and month calendars with their schedules; on a phone with an agenda below.
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CalendarCell } from '#shared/calendar.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { Button } from '#web/ui/button.tsx'
import type { CalendarCursor } from '#web/ui/calendar-cursor.ts'
import { CalendarGrid } from '#web/ui/calendar-grid.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { describeDay, formatMinutes, formatOwnStart } from '../../calendar-days.ts'
import type { Schedule } from '../../contract.ts'
import { ScheduleClocks, ScheduleTime } from './start-time.tsx'

interface ScheduleDaysProps {
  byDay: ReadonlyMap<string, readonly Schedule[]>
  cells: readonly CalendarCell[]
  mode: 'week' | 'month'
  cursor: CalendarCursor
  labelledBy: string
  today: string
  isNarrow: boolean
  takesFocus: boolean
  onOpen?: (schedule: Schedule) => void
  onAdd?: (day: string) => void
  perDayMax: number
  /** Thumbnails by template id. */
  thumbnails?: ReadonlyMap<number, string>
}

/**
 * A press on a day with one schedule opens it. With several, each has its own button. An empty upcoming day adds a
 * schedule; where a day can have several, a taken one has a button for it.
 */
export function ScheduleDays(props: ScheduleDaysProps) {
  const { byDay, mode, cursor, today, isNarrow, onOpen, onAdd, perDayMax, thumbnails } = props
  // Where seven month columns are too narrow for text, the agenda below shows it.
  const isMarksOnly = isNarrow && mode === 'month'
  const listOf = (day: string) => byDay.get(day) ?? []
  const shown = isMarksOnly ? listOf(cursor.day) : props.cells.flatMap(({ day }) => listOf(day))
  const canAdd = (day: string) => onAdd !== undefined && day >= today && !byDay.has(day)
  const countActive = (day: string) => listOf(day).filter(({ isActive }) => isActive).length
  const isGap = (day: string) => onAdd !== undefined && day >= today && countActive(day) === 0
  const canAddAnother = (day: string) =>
    perDayMax > 1 && day >= today && byDay.has(day) && countActive(day) < perDayMax
  const canOpen = (day: string) => onOpen !== undefined && listOf(day).length === 1
  const open = (day: string) => {
    const [only] = listOf(day)
    if (only) onOpen?.(only)
    else onAdd?.(day)
  }
  const describe = (day: string) => {
    const description = describeDay(pageDays(), listOf(day))
    return canAdd(day) ? t('{description}, add a schedule', { description }) : description
  }
  return (
    <>
      <CalendarGrid
        cells={props.cells}
        cursor={cursor}
        labelledBy={props.labelledBy}
        today={today}
        limit={null}
        describe={isMarksOnly ? (day) => describeDay(pageDays(), listOf(day)) : describe}
        isOpenable={(day) => !isMarksOnly && (canAdd(day) || canOpen(day))}
        onOpen={open}
        isHighlighted={(day) => byDay.has(day)}
        hasButtons={onOpen !== undefined && !isMarksOnly}
        weeks={isMarksOnly ? 'even' : 'own'}
        isStacked={isNarrow && mode === 'week'}
        takesFocus={props.takesFocus}
        renderDay={(day, isCurrent) =>
          isMarksOnly ? (
            <DayMarks schedules={listOf(day)} isCurrent={isCurrent} isGap={isGap(day)} />
          ) : (
            <DayEntries
              day={day}
              schedules={listOf(day)}
              layout={isNarrow ? 'stacked' : mode}
              isReachable={isCurrent}
              canAdd={canAdd(day)}
              isGap={isGap(day)}
              {...(onAdd && canAddAnother(day) ? { onAddAnother: () => onAdd(day) } : {})}
              {...(onOpen ? { onOpen } : {})}
              {...(thumbnails ? { thumbnails } : {})}
            />
          )
        }
      />
      {isMarksOnly && (
        <DayAgenda
          day={cursor.day}
          schedules={listOf(cursor.day)}
          today={today}
          {...(onOpen ? { onOpen } : {})}
          {...(onAdd && (canAdd(cursor.day) || canAddAnother(cursor.day)) ? { onAdd } : {})}
        />
      )}
      <ScheduleClocks schedules={shown} isCompact={!isMarksOnly} />
    </>
  )
}

interface DayAgendaProps {
  day: string
  schedules: readonly Schedule[]
  today: string
  onOpen?: (schedule: Schedule) => void
  onAdd?: (day: string) => void
}

function DayAgenda({ day, schedules, today, onOpen, onAdd }: DayAgendaProps) {
  const title = day === today ? t('Today, {day}', { day: formatDay(day) }) : capitalize(formatDay(day))
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line pt-3">
      <h3 className="font-strong">{title}</h3>
      {schedules.length === 0 && <p className="text-small text-ink-2">{t('Nothing scheduled.')}</p>}
      <ul className="grid">
        {schedules.map((schedule) => (
          <li key={schedule.id} className="border-b border-line">
            <AgendaRow schedule={schedule} {...(onOpen ? { onOpen } : {})} />
          </li>
        ))}
      </ul>
      {onAdd && (
        <Button className="justify-self-start" onClick={() => onAdd(day)}>
          <Plus aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Add a schedule')}
        </Button>
      )}
    </section>
  )
}

function AgendaRow({ schedule, onOpen }: Pick<DayAgendaProps, 'onOpen'> & { schedule: Schedule }) {
  const { template, isActive, host } = schedule
  const facts = [
    formatMinutes(template.duration),
    template.instructor,
    ...(host === null ? [] : [t('Held by {name}', { name: host.name })]),
    ...(isActive ? [] : [t('Inactive')]),
  ]
  const className = clsx(
    'grid w-full min-h-11 gap-0.5 py-2.5 text-start text-small',
    isActive ? 'text-ink-2' : 'text-ink-3',
  )
  const content = (
    <>
      <span
        dir="auto"
        lang={contentLang(template.language)}
        className={clsx('font-strong wrap-anywhere', isActive && 'text-ink')}
      >
        {template.title}
      </span>
      <span className="wrap-anywhere tabular-nums">
        <ScheduleTime schedule={schedule} hasOwnTime={onOpen !== undefined} />
        <span>{` · ${facts.join(' · ')}`}</span>
      </span>
    </>
  )
  if (!onOpen) return <div className={className}>{content}</div>
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => onOpen(schedule)} className={className}>
      {content}
    </button>
  )
}

interface DayEntriesProps {
  day: string
  schedules: readonly Schedule[]
  /** 'stacked': the day takes the whole width. */
  layout: 'week' | 'month' | 'stacked'
  /** Whether they are tab stops. */
  isReachable: boolean
  canAdd: boolean
  /** An upcoming day without an active schedule. */
  isGap: boolean
  /** Adds a schedule to a day that has some. */
  onAddAnother?: () => void
  onOpen?: (schedule: Schedule) => void
  thumbnails?: ReadonlyMap<number, string>
}

function DayEntries(props: DayEntriesProps) {
  const { day, schedules, layout, isReachable, canAdd, isGap, onAddAnother, onOpen, thumbnails } = props
  return (
    <div
      className={clsx(
        'schedule-day',
        layout === 'week' && 'schedule-day-tall',
        layout === 'stacked' && 'schedule-day-stacked',
      )}
    >
      {isGap && <GapBorder />}
      {schedules.map((schedule) => (
        <ScheduleEntry
          key={schedule.id}
          schedule={schedule}
          isOneLine={layout === 'month'}
          isReachable={isReachable}
          thumbnail={thumbnails?.get(schedule.templateId) ?? null}
          {...(onOpen ? { onOpen } : {})}
        />
      ))}
      {canAdd && <AddMark />}
      {onAddAnother && (
        <button
          type="button"
          tabIndex={isReachable ? 0 : -1}
          aria-haspopup="dialog"
          aria-label={t('Add another on {day}', { day: formatDay(day) })}
          onClick={onAddAnother}
          className="schedule-add rounded-field text-ink-3 transition-colors hover:bg-sunken"
        >
          <Plus aria-hidden className="size-5" strokeWidth={1.8} />
        </button>
      )}
    </div>
  )
}

interface ScheduleEntryProps {
  schedule: Schedule
  /** Cuts long titles; the tooltip shows them whole. */
  isOneLine: boolean
  isReachable: boolean
  thumbnail: string | null
  onOpen?: (schedule: Schedule) => void
}

function ScheduleEntry({ schedule, isOneLine, isReachable, thumbnail, onOpen }: ScheduleEntryProps) {
  const { template, isActive, host } = schedule
  const ownTime = onOpen ? formatOwnStart(pageDays(), schedule) : null
  const content = (
    <>
      {thumbnail !== null && <Thumbnail url={thumbnail} />}
      <span
        dir="auto"
        lang={contentLang(template.language)}
        className={clsx('font-medium', isActive && 'text-ink', isOneLine ? 'truncate' : 'wrap-anywhere')}
      >
        {template.title}
      </span>{' '}
      <span className="flex flex-wrap gap-x-1.5 tabular-nums">
        <ScheduleTime schedule={schedule} isCompact />{' '}
        <span className="whitespace-nowrap text-ink-3">{formatMinutes(template.duration)}</span>
      </span>{' '}
      {host !== null && !isOneLine && (
        <span className="wrap-anywhere">{`${t('Held by {name}', { name: host.name })} `}</span>
      )}
      {!isActive && <span>{t('Inactive')}</span>}
    </>
  )
  const className = clsx('schedule-face', isActive ? 'text-ink-2' : 'schedule-inactive text-ink-3')
  return (
    <Tooltip
      text={[
        t('{title}, with {instructor}', { title: template.title, instructor: template.instructor }),
        ...(schedule.together ? [t('starts together')] : []),
        ...(ownTime === null ? [] : [ownTime]),
        ...(host === null ? [] : [t('held by {name}', { name: host.name })]),
      ].join(', ')}
    >
      {onOpen ? (
        <button
          type="button"
          tabIndex={isReachable ? 0 : -1}
          aria-haspopup="dialog"
          onClick={() => onOpen(schedule)}
          className={clsx(className, 'transition-colors hover:bg-sunken')}
        >
          {content}
        </button>
      ) : (
        <div className={className}>{content}</div>
      )}
    </Tooltip>
  )
}

/** Missing when the picture doesn't load. */
function Thumbnail({ url }: { url: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="schedule-thumbnail"
      onError={() => setMissing(true)}
    />
  )
}

function AddMark() {
  return (
    <span aria-hidden className="schedule-add text-ink-3">
      <Plus className="size-5" strokeWidth={1.8} />
    </span>
  )
}

/** Lies over the cell's border. */
function GapBorder() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute -inset-px rounded-field border border-dashed border-line-strong"
    />
  )
}

const marksShown = 3

interface DayMarksProps {
  schedules: readonly Schedule[]
  isCurrent: boolean
  isGap: boolean
}

/** A disc for each schedule, a ring for an inactive one, and the first one's duration; a plus on an empty day. */
function DayMarks({ schedules, isCurrent, isGap }: DayMarksProps) {
  const [first] = schedules
  return (
    <div
      className={clsx(
        'grid content-end justify-items-center gap-1 rounded-field pt-7 pb-1.5 text-meta text-ink-2',
        isCurrent && 'bg-sunken',
      )}
    >
      {isGap && <GapBorder />}
      {isGap && !first && <Plus aria-hidden className="size-4 text-ink-3" strokeWidth={1.8} />}
      <span className="flex gap-0.5">
        {schedules.slice(0, marksShown).map(({ id, isActive }) => (
          <span key={id} className={clsx('schedule-mark', isActive && 'bg-ink')} />
        ))}
      </span>
      {(first || !isGap) && (
        <span className="min-h-4 leading-tight tabular-nums">
          {first && formatMinutes(first.template.duration)}
        </span>
      )}
    </div>
  )
}
