// The head of the dashboard: the sitting that is on, the next one, who is in the room, and coming gaps (TOT-10).
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { roomCalls } from '#features/rooms/contract.ts'
import { describeGaps, formatMinutes } from '#features/schedules/calendar-days.ts'
import type { Schedule } from '#features/schedules/contract.ts'
import { nextSchedule, sittingNow } from '#features/schedules/next-schedule.ts'
import { copiedDays } from '#features/schedules/rules.ts'
import { ScheduleTime } from '#features/schedules/web/components/start-time.tsx'
import { useSittingsAround } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { addDays, capitalize, formatDay } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { formatList } from '#shared/i18n/format-list.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { CommunityText } from '#web/ui/community-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { HostMenu } from './host-of-schedule.tsx'

interface NextSittingProps {
  /** From yesterday on; undefined while they load. */
  schedules: readonly Schedule[] | undefined
  today: string
}

export function NextSitting({ schedules, today }: NextSittingProps) {
  const query = useSittingsAround(true, { refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const nowMs = useServerNow(everyMinute)
  const around = query.data ?? (isFailed ? [] : undefined)
  const now = schedules && around ? sittingNow(schedules, around, nowMs) : null
  return (
    <div className="grid grid-cols-1 gap-3">
      {now && (
        <Card title={t('Now')}>
          <Facts schedule={{ ...now.schedule, together: true, sitting: now.sitting }} today={today}>
            {now.isOneMore && <span>{` · ${t('started by a host')}`}</span>}
          </Facts>
          <Room today={today} />
          <Actions schedule={now.schedule} hasRoom />
        </Card>
      )}
      <Card title={t('The next sitting')}>
        {schedules && around ? (
          <Next {...{ schedules, today, nowMs, now }} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </Card>
    </div>
  )
}

interface NextProps {
  schedules: readonly Schedule[]
  today: string
  nowMs: number
  /** The sitting that is on. */
  now: ReturnType<typeof sittingNow>
}

function Next({ schedules, today, nowMs, now }: NextProps) {
  const ahead = schedules.filter((schedule) => schedule !== now?.schedule || now.isOneMore)
  const next = nextSchedule(pageDays(), ahead, nowMs)
  return (
    <>
      {next ? (
        <Facts schedule={next} today={today} />
      ) : (
        <p>{t('Nothing is scheduled for today or later.')}</p>
      )}
      {!now && <Room today={today} />}
      <Gaps schedules={schedules} today={today} />
      {/* The menu of a schedule is about its sitting that is on. */}
      {next && next !== now?.schedule && <Actions schedule={next} hasRoom={!now} />}
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid justify-items-start gap-1.5 rounded-panel border border-line bg-surface px-5 py-4"
    >
      <h2 id={id} className="text-small font-strong text-ink-2">
        {title}
      </h2>
      {children}
    </section>
  )
}

const everyMinute = () => minuteMs

function Facts({
  schedule,
  today,
  children,
}: {
  schedule: Schedule
  today: string
  /** After the other facts. */
  children?: ReactNode
}) {
  const { template, date } = schedule
  return (
    <>
      <p className="serif text-section wrap-anywhere">
        <CommunityText language={template.language}>{template.title}</CommunityText>
      </p>
      <p className="tabular-nums">
        <span>{`${dayLabel(date, today)} · `}</span>
        <ScheduleTime schedule={schedule} isAlone beginsLine={false} />
        <span>{` · ${formatMinutes(template.duration)}`}</span>
        {children}
      </p>
    </>
  )
}

function Gaps({ schedules, today }: { schedules: readonly Schedule[]; today: string }) {
  return (
    <p className="text-small text-ink-2">
      <Link
        to="/admin"
        hash="schedules"
        activeOptions={{ includeHash: true }}
        className="inline-block py-1 underline"
      >
        {describeGaps(schedules, { today, until: addDays(today, copiedDays - 1) })}
      </Link>
    </p>
  )
}

function Actions({ schedule, hasRoom }: { schedule: Schedule; hasRoom: boolean }) {
  return (
    <div className="mt-2.5 flex flex-wrap gap-3">
      {hasRoom && (
        <Link to="/meditation" className={buttonVariants({ variant: 'primary' })}>
          {t('Open the room')}
        </Link>
      )}
      <HostMenu key={schedule.id} schedule={schedule} isWide />
    </div>
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
