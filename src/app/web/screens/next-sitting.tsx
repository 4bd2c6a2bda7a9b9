// The head of the dashboard: the next sitting and its actions, who is in the room, and coming gaps (TOT-10).
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { roomCalls } from '#features/rooms/contract.ts'
import { describeGaps, formatMinutes } from '#features/schedules/calendar-days.ts'
import type { Schedule } from '#features/schedules/contract.ts'
import { nextSchedule } from '#features/schedules/next-schedule.ts'
import { copiedDays } from '#features/schedules/rules.ts'
import { ScheduleTime } from '#features/schedules/web/components/start-time.tsx'
import { addDays, capitalize, formatDay } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { formatList } from '#shared/i18n/format-list.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { CommunityText } from '#web/ui/community-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { HostMenu } from './host-of-schedule.tsx'

interface NextSittingProps {
  /** From yesterday on; undefined while they load. */
  schedules: readonly Schedule[] | undefined
  today: string
}

export function NextSitting({ schedules, today }: NextSittingProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid justify-items-start gap-1.5 rounded-panel border border-line bg-surface px-5 py-4"
    >
      <h2 id={id} className="text-small font-strong text-ink-2">
        {t('The next sitting')}
      </h2>
      {schedules ? <Facts {...{ schedules, today }} /> : <Skeleton className="h-24 w-full" />}
    </section>
  )
}

const everyMinute = () => minuteMs

function Facts({ schedules, today }: { schedules: readonly Schedule[]; today: string }) {
  const nowMs = useServerNow(everyMinute)
  const next = nextSchedule(pageDays(), schedules, nowMs)
  const until = addDays(today, copiedDays - 1)
  return (
    <>
      {next ? (
        <>
          <p className="serif text-section wrap-anywhere">
            <CommunityText language={next.template.language}>{next.template.title}</CommunityText>
          </p>
          <p className="tabular-nums">
            <span>{`${dayLabel(next.date, today)} · `}</span>
            <ScheduleTime schedule={next} isAlone beginsLine={false} />
            <span>{` · ${formatMinutes(next.template.duration)}`}</span>
          </p>
        </>
      ) : (
        <p>{t('Nothing is scheduled for today or later.')}</p>
      )}
      <Room today={today} />
      <p className="text-small text-ink-2">
        <Link
          to="/admin"
          hash="schedules"
          activeOptions={{ includeHash: true }}
          className="inline-block py-1 underline"
        >
          {describeGaps(schedules, { today, until })}
        </Link>
      </p>
      {next && (
        <div className="mt-2.5 flex flex-wrap gap-3">
          <Link to="/meditation" className={buttonVariants({ variant: 'primary' })}>
            {t('Open the room')}
          </Link>
          <HostMenu key={next.id} schedule={next} isWide />
        </div>
      )}
    </>
  )
}

function dayLabel(day: string, today: string): string {
  if (day === today) return t('Today')
  return day === addDays(today, 1) ? t('Tomorrow') : capitalize(formatDay(day))
}

const namedMax = 3

/** Says nothing while it isn't known. */
function Room({ today }: { today: string }) {
  const params = { date: today }
  const count = useCall(roomCalls.onlineCountOf, { params }, { refetchOnFocus: true }).data?.count
  const { data: users } = useCall(
    roomCalls.onlineUsers,
    { params, query: { limit: namedMax } },
    { refetchOnFocus: true },
  )
  if (count === undefined) return null
  if (count === 0) return <p className="text-ink-2">{t('No one is in the room.')}</p>
  const names = (users ?? []).map(({ name }) => name)
  const others = count - names.length
  const people = formatList([
    ...names,
    ...(others > 0 ? [t('{count, plural, one {# other} other {# others}}', { count: others })] : []),
  ])
  return <p className="text-ink-2 wrap-anywhere">{t('In the room: {people}', { people })}</p>
}
