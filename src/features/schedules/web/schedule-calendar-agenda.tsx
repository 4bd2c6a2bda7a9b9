// Calendar agenda: the selected day as a list, below a calendar too narrow for text.
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { formatDay } from '#shared/day.ts'
import { Button } from '#web/ui/button.tsx'
import { formatMinutes, formatChicagoStart } from '../calendar-days.ts'
import type { Schedule } from '../contract.ts'

interface DayAgendaProps {
  day: string
  schedules: readonly Schedule[]
  today: string
  onOpen?: (schedule: Schedule) => void
  onAdd?: (day: string) => void
}

export function DayAgenda({ day, schedules, today, onOpen, onAdd }: DayAgendaProps) {
  const title = `${day === today ? 'Today, ' : ''}${formatDay(day)}`
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line pt-3">
      <h3 className="font-strong">{title}</h3>
      {schedules.length === 0 && <p className="text-small text-ink-2">Nothing scheduled.</p>}
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
          Add a schedule
        </Button>
      )}
    </section>
  )
}

function AgendaRow({ schedule, onOpen }: Pick<DayAgendaProps, 'onOpen'> & { schedule: Schedule }) {
  const { template, isActive } = schedule
  const className = clsx(
    'grid w-full min-h-11 gap-0.5 py-2.5 text-left text-small',
    isActive ? 'text-ink-2' : 'text-ink-3',
  )
  const content = (
    <>
      <span className={clsx('font-strong wrap-anywhere', isActive && 'text-ink')}>{template.title}</span>
      <span className="wrap-anywhere tabular-nums">
        {formatChicagoStart(schedule)} · {formatMinutes(template.duration)} · {template.instructor}
        {!isActive && ' · Inactive'}
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
