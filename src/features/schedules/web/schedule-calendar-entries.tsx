// Schedule entries of a calendar day: title, time and duration, or marks where text doesn't fit.
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { formatMinutes, formatChicagoStart } from '../calendar-days.ts'
import type { Schedule } from '../contract.ts'

interface DayEntriesProps {
  schedules: readonly Schedule[]
  /** 'stacked': the day takes the whole width. */
  layout: 'week' | 'month' | 'stacked'
  /** Whether they are tab stops. */
  isReachable: boolean
  canAdd: boolean
  onOpen?: (schedule: Schedule) => void
}

export function DayEntries({ schedules, layout, isReachable, canAdd, onOpen }: DayEntriesProps) {
  return (
    <div
      className={clsx(
        'schedule-day',
        layout === 'week' && 'schedule-day-tall',
        layout === 'stacked' && 'schedule-day-stacked',
      )}
    >
      {schedules.map((schedule) => (
        <ScheduleEntry
          key={schedule.id}
          schedule={schedule}
          isClamped={layout === 'month'}
          isReachable={isReachable}
          {...(onOpen ? { onOpen } : {})}
        />
      ))}
      {canAdd && <AddMark />}
    </div>
  )
}

interface ScheduleEntryProps {
  schedule: Schedule
  /** Cuts long titles after a few lines; the tooltip shows them whole. */
  isClamped: boolean
  isReachable: boolean
  onOpen?: (schedule: Schedule) => void
}

function ScheduleEntry({ schedule, isClamped, isReachable, onOpen }: ScheduleEntryProps) {
  const { template, isActive } = schedule
  const content = (
    <>
      <span
        className={clsx('font-medium wrap-anywhere', isActive && 'text-ink', isClamped && 'schedule-title')}
      >
        {template.title}
      </span>{' '}
      <span className="flex flex-wrap gap-x-1.5 tabular-nums">
        <span className="whitespace-nowrap">{formatChicagoStart(schedule)}</span>{' '}
        <span className="whitespace-nowrap text-ink-3">{formatMinutes(template.duration)}</span>
      </span>{' '}
      {!isActive && <span>Inactive</span>}
    </>
  )
  const className = clsx('schedule-face', isActive ? 'text-ink-2' : 'schedule-inactive text-ink-3')
  return (
    <Tooltip text={`${template.title}, with ${template.instructor}`}>
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

/** Shows on hover or focus of an empty day; always visible on devices without hover. */
function AddMark() {
  return (
    <span aria-hidden className="schedule-add text-meta text-ink-3">
      <Plus className="size-4" strokeWidth={1.8} /> Add
    </span>
  )
}

const marksShown = 3

/** A disc for each schedule, a ring for an inactive one, and the first one's duration. */
export function DayMarks({ schedules, isCurrent }: { schedules: readonly Schedule[]; isCurrent: boolean }) {
  const [first] = schedules
  return (
    <div
      className={clsx(
        'grid content-end justify-items-center gap-1 rounded-field pt-7 pb-1.5 text-meta text-ink-2',
        isCurrent && 'bg-sunken',
      )}
    >
      <span className="flex gap-0.5">
        {schedules.slice(0, marksShown).map(({ id, isActive }) => (
          <span key={id} className={clsx('schedule-mark', isActive && 'bg-ink')} />
        ))}
      </span>
      <span className="min-h-4 leading-tight tabular-nums">{first && `${first.template.duration}m`}</span>
    </div>
  )
}
