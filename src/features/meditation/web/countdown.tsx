// Countdown to the next sitting by the server's clock, updated once a second (MED-03), and today's start time (MED-04).
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { chicagoDay } from '#shared/day.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { localZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import {
  countdownParts,
  doorsSentence,
  msToNextTick,
  msUntilSitting,
  startSentence,
  upcomingStartMs,
} from '../rules.ts'

interface CountdownProps {
  /** Called when the displayed day is over. */
  onMidnight: () => void
  size: 'line' | 'large'
  /** The bell of a sitting that starts together, in epoch milliseconds; without one it counts to midnight. */
  startsAt?: number | null
}

/** Screen readers can read the timer on demand; it doesn't announce every second. */
export function Countdown({ onMidnight, size, startsAt = null }: CountdownProps) {
  const { hours, minutes, seconds } = countdownParts(useTimeLeft(onMidnight, startsAt))
  const isLarge = size === 'large'
  const unit = clsx('font-normal', isLarge ? 'mr-1 text-section' : 'text-small text-ink-3 lg:text-[0.95rem]')
  return (
    <p
      role="timer"
      aria-live="off"
      className={clsx('flex-none tabular-nums', isLarge ? 'text-center' : 'text-right')}
    >
      <span className={clsx(isLarge ? 'mb-1 block' : 'block text-meta text-ink-3')}>Next Meditation in </span>
      <b
        translate="no"
        className={clsx(
          'font-medium tracking-[-0.01em] whitespace-nowrap',
          isLarge ? 'text-[clamp(2.25rem,1.5rem+3vw,3.75rem)]/none' : 'text-body lg:text-[1.35rem]',
        )}
      >
        {hours}
        <span className={unit}>h</span> {minutes}
        <span className={unit}>m</span>{' '}
        <span className={clsx(isLarge && 'text-section')}>
          {seconds}
          <span className={unit}>s</span>
        </span>
      </b>
    </p>
  )
}

/** Milliseconds to the bell, or to the next Chicago midnight, as of the last tick. */
function useTimeLeft(onMidnight: () => void, startsAt: number | null): number {
  const [leftMs, setLeftMs] = useState(() => msUntilSitting(startsAt, serverNow()))
  const latestOnMidnight = useRef(onMidnight)
  useEffect(() => {
    latestOnMidnight.current = onMidnight
  })
  useEffect(() => {
    let day = chicagoDay(serverNow())
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      const now = serverNow()
      const left = msUntilSitting(startsAt, now)
      setLeftMs(left)
      timer = setTimeout(tick, msToNextTick(left))
      const today = chicagoDay(now)
      if (today !== day) latestOnMidnight.current()
      day = today
    }
    tick()
    // Browsers delay a hidden tab's timers.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [startsAt])
  return leftMs
}

/** When the doors open and the bell rings (PHASE-07). */
export function SittingTimes({ sitting }: { sitting: Sitting }) {
  const [zone] = useState(localZone)
  return <p className="text-ink-2">{doorsSentence(sitting, zone)}</p>
}

/** In the countdown's place when the day's sitting is cancelled (PHASE-20). */
export function CancelledNote({ note }: { note: string | null }) {
  return (
    <p dir="auto" className="max-w-[22ch] text-right text-small wrap-anywhere text-ink-2 lg:max-w-[32ch]">
      {`Today’s sitting was cancelled${note === null ? '.' : `: ${note}`}`}
    </p>
  )
}

export function StartTime({ day, scheduledTime }: { day: string; scheduledTime: string }) {
  const [zone] = useState(localZone)
  const startMs = useUpcomingStart(day, scheduledTime)
  if (startMs === null) return null
  return <p className="text-ink-2">{startSentence(startMs, zone)}</p>
}

/** The start in epoch milliseconds; null once it is reached. */
function useUpcomingStart(day: string, scheduledTime: string): number | null {
  const [startMs, setStartMs] = useState(() => upcomingStartMs(day, scheduledTime, serverNow()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      const now = serverNow()
      const start = upcomingStartMs(day, scheduledTime, now)
      setStartMs(start)
      if (start !== null) timer = setTimeout(update, start - now)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [day, scheduledTime])
  return startMs
}
