// A row of the schedule list: date, template, active switch and edit button.
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { formatDay } from '#shared/day.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { formatMinutes, formatChicagoStart } from '../calendar-days.ts'
import { schedulesCalls, type Schedule } from '../contract.ts'
import type { ListOrder } from '../list-groups.ts'
import { scheduleInvalidations } from './use-save-schedule.ts'

interface ScheduleRowProps {
  schedule: Schedule
  /** Under a month heading the date omits the year. */
  order: ListOrder
  today: string
  onEdit: (schedule: Schedule) => void
}

/** Stacked on a phone, otherwise three columns. */
export function ScheduleRow({ schedule, order, today, onEdit }: ScheduleRowProps) {
  const { date, template } = schedule
  const day = formatDay(date, 'full')
  const { isActive, isPending, errorMessage, toggle } = useToggle(schedule)
  return (
    <article className="grid items-center gap-x-6 gap-y-1 py-3 sm:grid-cols-[clamp(10rem,29vw,15rem)_minmax(0,1fr)_auto]">
      <div className={clsx('text-small', isActive ? 'text-ink-2' : 'text-ink-3')}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{order === 'date' ? formatDay(date) : day}</span>
          {date === today && (
            <span className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">Today</span>
          )}
        </p>
        <p className="tabular-nums">{formatChicagoStart(schedule)}</p>
      </div>
      <div className="min-w-0">
        <h3 className={clsx('font-strong wrap-anywhere', !isActive && 'text-ink-3')}>{template.title}</h3>
        <p className={clsx('text-small wrap-anywhere', isActive ? 'text-ink-2' : 'text-ink-3')}>
          {formatMinutes(template.duration)} · {template.instructor}
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 sm:justify-end">
        <Switch
          label={
            <>
              <span className="sr-only">
                Active on {day}: {template.title}
              </span>
              <span
                aria-hidden
                className={clsx(
                  'rounded-pill border px-2.5 py-0.5 text-meta',
                  isActive ? 'border-transparent bg-primary-soft text-primary' : 'border-line text-ink-3',
                )}
              >
                {isActive ? 'Active' : 'Inactive'}
              </span>
            </>
          }
          checked={isActive}
          aria-busy={isPending}
          onChange={toggle}
        />
        <IconButton label={`Edit ${template.title}, ${day}`} variant="quiet" onClick={() => onEdit(schedule)}>
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

/** Optimistic: a press shows at once, and reverts when the save fails. */
function useToggle(schedule: Schedule) {
  const { mutate, isPending, variables, error } = useCallMutation(schedulesCalls.updateSchedule, {
    ...scheduleInvalidations,
    onSuccess: () => toast({ title: adminMessages.scheduleUpdated }),
    onError: (failure) => {
      logFailure('Schedule update failed.', failure)
      const description = adminMessages.updateScheduleFailed
      toast({ title: adminMessages.error, description, variant: 'destructive' })
    },
  })
  const { id, version } = schedule
  const isActive = (isPending ? variables.body.isActive : undefined) ?? schedule.isActive
  return {
    isActive,
    isPending,
    errorMessage: error && errorMessageOf(error, messages.notSaved),
    toggle: () => {
      if (!isPending) mutate({ params: { id: String(id) }, body: { isActive: !isActive, version } })
    },
  }
}
