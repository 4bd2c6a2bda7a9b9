// Countdown to the next sitting by the server's clock, updated once a second (MED-03), and today's start time (MED-04).
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { pageDays } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall } from '#web/use-call.ts'
import { previewCalls } from '../../preview-contract.ts'
import {
  countdownParts,
  msToNextTick,
  msUntilSitting,
  sharingSentence,
  startSentence,
  togetherSentence,
  upcomingStartMs,
} from '../../rules.ts'
import { t } from '#shared/t.ts'

interface CountdownProps {
  size: 'line' | 'large'
  /** The target in epoch milliseconds; without it, or once it is over, the next midnight. */
  startsAt?: number | null
  /** Invisible, but in place: from the doors to the end of the sharing, the stage has the only clock. */
  isHidden?: boolean
}

interface NextCountdownProps extends Pick<CountdownProps, 'size' | 'isHidden'> {
  /** The bell of today's sitting while it is ahead or under way, in epoch milliseconds. */
  bellAt?: number | null
}

/** Counts down to the bell, else to the day of the next meditation; says so when none is scheduled (MED-03). */
export function NextCountdown({ size, bellAt = null, isHidden = false }: NextCountdownProps) {
  const preview = useCall(previewCalls.preview, {}, { uncached: true, refetchOnFocus: true })
  const nextDay = preview.data?.nextDay
  if (bellAt === null && nextDay === null)
    return (
      <p className={clsx(size === 'line' && 'text-meta text-ink-2', isHidden && 'invisible')}>
        {t('The next meditation isn’t scheduled yet.')}
      </p>
    )
  return (
    <Countdown
      size={size}
      startsAt={bellAt ?? (nextDay ? pageDays().startMs(nextDay) : null)}
      isHidden={isHidden || (bellAt === null && preview.isPending)}
    />
  )
}

/** Screen readers can read the timer on demand; it doesn't announce every second. */
function Countdown({ size, startsAt = null, isHidden = false }: CountdownProps) {
  const { hours, minutes, seconds } = countdownParts(useTimeLeft(startsAt))
  const isLarge = size === 'large'
  const unit = clsx(isLarge && 'me-1 text-section font-normal')
  return (
    <p
      role="timer"
      aria-live="off"
      className={clsx(
        'flex-none tabular-nums',
        isLarge ? 'text-center' : 'text-meta',
        isHidden && 'invisible',
      )}
    >
      <span className={clsx(isLarge && 'mb-1 block')}>{t('Next Meditation in')} </span>
      <b
        translate="no"
        className={clsx(
          'font-medium tracking-[-0.01em] whitespace-nowrap',
          isLarge ? 'text-clock/none' : 'text-ink-2',
        )}
      >
        {hours}
        <span className={unit}>{t('h')}</span> {minutes}
        <span className={unit}>{t('m')}</span>{' '}
        <span className={clsx(isLarge && 'text-section')}>
          {seconds}
          <span className={unit}>{t('s')}</span>
        </span>
      </b>
    </p>
  )
}

/** Milliseconds to the bell, or to the next midnight, as of the last tick. */
function useTimeLeft(startsAt: number | null): number {
  const [leftMs, setLeftMs] = useState(() => msUntilSitting(pageDays(), startsAt, serverNow()))
  useEffect(
    () =>
      runOnTime(() => {
        const left = msUntilSitting(pageDays(), startsAt, serverNow())
        setLeftMs(left)
        return msToNextTick(left)
      }),
    [startsAt],
  )
  return leftMs
}

interface SittingTimesProps {
  sitting: Sitting
  /** During the doors and the meditation, the stage shows the times; the line stays in place, invisible. */
  stage: 'ahead' | 'under-way' | 'sharing'
}

/** When everyone starts together, or until when the sharing is open (PHASE-07, PHASE-12). */
export function SittingTimes({ sitting, stage }: SittingTimesProps) {
  const [reader] = useState(localZone)
  const zones = { community: pageDays().zoneAt(sitting.startsAt), reader }
  return (
    <p className={clsx(stage === 'under-way' && 'invisible')}>
      {stage === 'sharing' ? sharingSentence(sitting.endsAt, zones) : togetherSentence(sitting, zones)}
    </p>
  )
}

/** When the day's sitting is cancelled (PHASE-20). */
export function CancelledHint({ cancelNote }: { cancelNote: string | null }) {
  return (
    <p dir="auto" className="wrap-anywhere">
      {cancelNote === null
        ? t('Today’s sitting was canceled.')
        : t('Today’s sitting was canceled: {cancelNote}', { cancelNote })}
    </p>
  )
}

export function StartTime({ start }: { start: ScheduledStart }) {
  const [reader] = useState(localZone)
  const startMs = useUpcomingStart(start)
  if (startMs === null) return null
  return <p>{startSentence(startMs, { community: pageDays().zoneOf(start.date), reader })}</p>
}

/** The start in epoch milliseconds; null once it is reached. */
function useUpcomingStart({ date, scheduledTime, timeZone, dayShift }: ScheduledStart): number | null {
  const [startMs, setStartMs] = useState(() =>
    upcomingStartMs(pageDays(), { date, scheduledTime, timeZone, dayShift }, serverNow()),
  )
  useEffect(
    () =>
      runOnTime(() => {
        const now = serverNow()
        const start = upcomingStartMs(pageDays(), { date, scheduledTime, timeZone, dayShift }, now)
        setStartMs(start)
        return start === null ? null : start - now
      }),
    [date, scheduledTime, timeZone, dayShift],
  )
  return startMs
}
