// Schedule list: upcoming schedules by month or template, with past ones collapsed below.
import { useId, useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { splitUpcomingAndPast } from '../calendar-days.ts'
import type { Schedule } from '../contract.ts'
import { firstRows, groupSchedules, type ListOrder } from '../list-groups.ts'
import { ScheduleRow } from './schedule-row.tsx'

// About two months at once; rendering all rows would slow down every press.
const pageSize = 62

interface ScheduleListProps {
  schedules: readonly Schedule[]
  order: ListOrder
  today: string
  onEdit: (schedule: Schedule) => void
}

/** Another order resets paging and focus. */
export function ScheduleList({ schedules, ...shown }: ScheduleListProps) {
  const { today } = shown
  const { upcoming, past } = useMemo(() => splitUpcomingAndPast(schedules, today), [schedules, today])
  const [isPastShown, setPastShown] = useState(false)
  const id = useId()
  return (
    <div className="grid gap-8">
      {upcoming.length === 0 ? (
        <p className="text-ink-2">Nothing is scheduled for today or later.</p>
      ) : (
        <Groups key={shown.order} schedules={upcoming} {...shown} />
      )}
      {past.length > 0 && (
        <div className="grid gap-6">
          <Button
            className="justify-self-start"
            aria-expanded={isPastShown}
            aria-controls={id}
            onClick={() => setPastShown(!isPastShown)}
          >
            {isPastShown ? 'Hide past schedules' : `Show past schedules (${past.length})`}
          </Button>
          <div id={id} className="empty:hidden">
            {isPastShown && <Groups key={shown.order} schedules={past} {...shown} />}
          </div>
        </div>
      )}
    </div>
  )
}

function Groups({ schedules, order, today, onEdit }: ScheduleListProps) {
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
        <section key={key} aria-label={title}>
          <h2 className="serif text-section wrap-anywhere">{title}</h2>
          <ul className="mt-2">
            {rows.map((schedule) => (
              <li
                key={schedule.id}
                {...(schedule.id === firstNew ? { ref: focusOnMount, tabIndex: -1 } : {})}
                className="border-b border-line focus:outline-none"
              >
                <ScheduleRow {...{ schedule, order, today, onEdit }} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {remaining > 0 && (
        <Button className="justify-self-start" onClick={showMore}>
          Show {Math.min(remaining, pageSize)} more
        </Button>
      )}
    </div>
  )
}

function focusOnMount(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true })
}
