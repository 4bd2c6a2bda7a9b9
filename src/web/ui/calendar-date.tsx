// The date of a calendar day: its number in a corner, or the whole date where days are stacked.
import { clsx } from 'clsx'
import { formatDay } from '#shared/day.ts'

interface DateProps {
  day: string
  isToday: boolean
  /** Days of other months are dimmed. */
  inMonth: boolean
}

/** Absolutely positioned, so that every day has the same space below it. */
export function DayNumber({ day, isToday, inMonth }: DateProps) {
  return (
    <span
      aria-hidden
      className={clsx(
        'pointer-events-none absolute top-1 left-1/2 grid h-5.5 min-w-5.5 -translate-x-1/2 place-items-center rounded-pill px-1 text-meta tabular-nums @min-[40rem]:left-1.5 @min-[40rem]:translate-x-0',
        isToday ? 'bg-ink font-bold text-bg' : inMonth ? 'text-ink-2' : 'text-ink-3',
      )}
    >
      {Number(day.slice(8))}
    </span>
  )
}

/** 'Today, Saturday, November 21'. */
export function StackedDate({ day, isToday }: DateProps) {
  return (
    <span aria-hidden className={clsx('px-3 py-2 text-small', isToday ? 'font-bold text-ink' : 'text-ink-2')}>
      {isToday && 'Today, '}
      {formatDay(day)}
    </span>
  )
}
