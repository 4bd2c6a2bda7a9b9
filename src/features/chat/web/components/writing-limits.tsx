// What keeps the member from writing: a mute with its end and its reason, and slow mode with its countdown.
import { useCallback, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { formatUntil } from '../../format-until.ts'
import type { OwnMute } from '../../writing-limits.ts'

interface WritingLimitsProps {
  /** It may have ended. */
  mute: OwnMute | null
  slowSeconds: number
  slowUntilMs: number
  /** Nothing is announced meanwhile. */
  isChatPaused: boolean
}

export function WritingLimits({ mute, slowSeconds, slowUntilMs, isChatPaused }: WritingLimitsProps) {
  const untilMs = mute?.untilMs ?? 0
  const nowMs = useServerNow(useCallback((nowMs) => (nowMs < untilMs ? untilMs - nowMs : null), [untilMs]))
  const role = isChatPaused ? undefined : 'status'
  if (mute && nowMs < untilMs) return <MuteLine mute={mute} role={role} />
  return (
    <p className="flex flex-wrap gap-x-1.5">
      {slowSeconds > 0 && <span role={role}>{slowModeSentence(slowSeconds)}</span>}
      <Countdown untilMs={slowUntilMs} />
    </p>
  )
}

function MuteLine({ mute: { untilMs, reason }, role }: { mute: OwnMute; role: 'status' | undefined }) {
  const [zone] = useState(displayZone)
  return (
    <div role={role} className="grid gap-0.5">
      <p className="text-ink-2">
        {t('You can’t write in the chat {until}.', {
          until: formatUntil(untilMs, { zone, nowMs: serverNow() }),
        })}
      </p>
      {reason !== '' && <p dir="auto">{reason}</p>}
    </div>
  )
}

function slowModeSentence(seconds: number): string {
  return seconds < 60
    ? t('Slow mode: one message in {seconds} seconds', { seconds })
    : t(
        '{minutes, plural, one {Slow mode: one message in # minute} other {Slow mode: one message in # minutes}}',
        {
          minutes: seconds / 60,
        },
      )
}

/** Not announced. */
function Countdown({ untilMs }: { untilMs: number }) {
  const nowMs = useServerNow(
    useCallback((nowMs) => (nowMs < untilMs ? (untilMs - nowMs) % 1_000 || 1_000 : null), [untilMs]),
  )
  const leftMs = untilMs - nowMs
  if (leftMs <= 0) return null
  const seconds = Math.ceil(leftMs / 1_000)
  return (
    <span role="timer" aria-live="off" className="text-ink-2 tabular-nums">
      <span aria-hidden>{`· ${t('{seconds} s', { seconds })}`}</span>
      <span className="sr-only">{t('You can write again in {seconds} s', { seconds })}</span>
    </span>
  )
}
