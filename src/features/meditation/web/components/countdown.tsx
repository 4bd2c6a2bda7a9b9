// Countdown to the next meditation by the server's clock, updated once a second (MED-03), and the lines of the day's start.
import { clsx } from 'clsx'
import { useCallback, useEffect, useState } from 'react'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { localZone } from '#web/local-zone.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall } from '#web/use-call.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { useViewerToday } from '#web/use-viewer-today.ts'
import { previewCalls } from '../../contract.ts'
import { countdownTarget, type ComingMeditation } from '../../countdown-target.ts'
import { countdownParts, msToNextTick, msUntilSitting, startSentence, upcomingStartMs } from '../../rules.ts'

interface CountdownProps {
  size: 'line' | 'large'
  /** The target in epoch milliseconds; without it, or once it is over, the next midnight. */
  startsAt?: number | null
  /** The title of the target's meditation where the page doesn't name it. */
  title?: string | null
  /** Of the title; null for the community's own. */
  language?: Language | null
  /** Invisible, but in place: from the doors to the end of the sharing, the stage has the only clock. */
  isHidden?: boolean
}

interface NextCountdownProps extends Pick<CountdownProps, 'size' | 'isHidden'> {
  /** The meditations of today and the days after it; null until they are known. */
  coming: readonly ComingMeditation[] | null
  /** The title of the page's meditation; by default the one of tomorrow, which a page without a meditation names. */
  pageTitle?: string | undefined
}

/** Counts down to the next bell, else to the day of the next meditation; says so when none is scheduled (MED-03). */
export function NextCountdown({ size, coming, pageTitle, isHidden = false }: NextCountdownProps) {
  const preview = useCall(previewCalls.preview, {}, { uncached: true, refetchOnFocus: true })
  const { nextDay, tomorrow } = preview.data ?? {}
  const target = useTarget(coming ?? noMeditations, nextDay ?? null)
  const isPending = coming === null || (target === null && preview.isPending)
  if (target === null && nextDay === null && !isPending)
    return (
      <p className={clsx(size === 'line' && 'text-meta text-ink-2', isHidden && 'invisible')}>
        {t('The next meditation isn’t scheduled yet.')}
      </p>
    )
  const named = pageTitle ?? tomorrow?.title
  return (
    <Countdown
      size={size}
      startsAt={target?.atMs ?? null}
      title={target === null || target.title === named ? null : target.title}
      language={target?.language ?? null}
      isHidden={isHidden || isPending}
    />
  )
}

const noMeditations: readonly ComingMeditation[] = []

/** The target of the moment; another one follows once it is reached. */
function useTarget(coming: readonly ComingMeditation[], nextDay: string | null) {
  const days = useCommunityDays()
  const targetAt = useCallback(
    (nowMs: number) => countdownTarget(coming, { days, nextDay, nowMs }),
    [coming, days, nextDay],
  )
  const msToNext = useCallback(
    (nowMs: number) => {
      const leftMs = (targetAt(nowMs)?.atMs ?? nowMs) - nowMs
      const midnightMs = days.msUntilMidnight(nowMs)
      return leftMs > 0 ? Math.min(leftMs, midnightMs) : midnightMs
    },
    [targetAt, days],
  )
  return targetAt(useServerNow(msToNext))
}

/** Screen readers can read the timer on demand; it doesn't announce every second. */
function Countdown({
  size,
  startsAt = null,
  title = null,
  language = null,
  isHidden = false,
}: CountdownProps) {
  const { hours, minutes, seconds } = countdownParts(useTimeLeft(startsAt))
  const isLarge = size === 'large'
  const unit = clsx(isLarge && 'me-1 text-section font-normal')
  return (
    <p
      role="timer"
      aria-live="off"
      className={clsx('tabular-nums', isLarge ? 'text-center' : 'text-meta', isHidden && 'invisible')}
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
      {title !== null && (
        <>
          <span className={clsx(isLarge && 'sr-only')}>{' · '}</span>
          <span dir="auto" lang={contentLang(language)} className={clsx('wrap-anywhere', isLarge && 'block')}>
            {title}
          </span>
        </>
      )}
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

export function StartTime({ date, startMs }: { date: string; startMs: number }) {
  const [local] = useState(localZone)
  const today = useViewerToday()
  return <p>{startSentence(startMs, { community: pageDays().zoneOf(date), local, today })}</p>
}

/** The start in epoch milliseconds; null once it is reached. */
export function useUpcomingStart({ date, scheduledTime, timeZone, dayShift }: ScheduledStart): number | null {
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
