// The garden angel's schedule list: upcoming schedules, soonest first, with past ones collapsed below.
import { clsx } from 'clsx'
import { useId, useMemo, useState } from 'react'
import { formatDay } from '#shared/day.ts'
import { Button } from '#web/ui/button.tsx'
import {
  splitUpcomingAndPast,
  formatMinutes,
  formatLocalStart,
  formatChicagoStart,
} from '../calendar-days.ts'
import type { Schedule } from '../contract.ts'

// About two months at once; more rows would slow down the page on a phone.
const pageSize = 62

interface AngelListProps {
  schedules: readonly Schedule[]
  today: string
}

export function AngelList({ schedules, today }: AngelListProps) {
  const { upcoming, past } = useMemo(() => splitUpcomingAndPast(schedules, today), [schedules, today])
  const [isPastShown, setPastShown] = useState(false)
  const id = useId()
  return (
    <div className="grid gap-8">
      <section aria-labelledby={`${id}-upcoming`}>
        <h2 id={`${id}-upcoming`} className="serif text-section">
          Upcoming meditations
        </h2>
        {upcoming.length === 0 ? (
          <p className="mt-3 text-ink-2">Nothing is scheduled for today or later.</p>
        ) : (
          <Rows schedules={upcoming} today={today} />
        )}
      </section>
      {past.length > 0 && (
        <section aria-labelledby={`${id}-past`}>
          <h2 id={`${id}-past`} className="sr-only">
            Past meditations
          </h2>
          <Button aria-expanded={isPastShown} onClick={() => setPastShown(!isPastShown)}>
            {isPastShown ? 'Hide past meditations' : `Show past meditations (${past.length})`}
          </Button>
          {isPastShown && <Rows schedules={past} today={today} />}
        </section>
      )}
    </div>
  )
}

function Rows({ schedules, today }: AngelListProps) {
  const [count, setCount] = useState(pageSize)
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const remaining = schedules.length - count
  return (
    <>
      <ul>
        {schedules.slice(0, count).map((schedule, index) => (
          <li
            key={schedule.id}
            // The pressed button may disappear, so the focus moves to the first row it loaded.
            {...(index === count - pageSize && index > 0 ? { ref: focusOnMount, tabIndex: -1 } : {})}
            className="border-b border-line focus:outline-none"
          >
            <Row schedule={schedule} isToday={schedule.date === today} zone={zone} />
          </li>
        ))}
      </ul>
      {remaining > 0 && (
        <Button className="mt-4" onClick={() => setCount(count + pageSize)}>
          Show {Math.min(remaining, pageSize)} more
        </Button>
      )}
    </>
  )
}

function focusOnMount(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true })
}

/** Stacked on a phone, otherwise three columns. */
function Row({ schedule, isToday, zone }: { schedule: Schedule; isToday: boolean; zone: string }) {
  const { date, isActive, template } = schedule
  const localStart = formatLocalStart(schedule, zone)
  return (
    <article
      className={clsx(
        'grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[clamp(10rem,29vw,15rem)_minmax(0,1fr)_auto]',
        !isActive && 'text-ink-3',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-small text-ink-2">
        <span>{formatDay(date, 'full')}</span>
        {isToday && <span className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">Today</span>}
      </p>
      <div className="min-w-0">
        <h3 className="font-strong wrap-anywhere">{template.title}</h3>
        <p className="text-small wrap-anywhere text-ink-2">{template.instructor}</p>
      </div>
      <div className="text-small text-ink-2 tabular-nums sm:text-right">
        <p>
          {formatChicagoStart(schedule)} in Chicago · {formatMinutes(template.duration)}
        </p>
        {localStart !== null && <p className="text-ink-3">{localStart} where you are</p>}
        {!isActive && <p className="text-ink-3">Inactive</p>}
      </div>
    </article>
  )
}
