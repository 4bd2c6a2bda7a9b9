// The room's energy as a sentence, or when it will be published (PULSE-07, PULSE-08).
import './room-reflection.css'
import { useEffect, useState } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import { reflectionPairsMinLeast } from '#shared/constants.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall } from '#web/use-call.ts'
import { reflectionOptInCalls } from '../contract.ts'
import { reflectionSentence } from '../format-reflection.ts'
import { reflectionAt, type Reflection } from '../reflection.ts'
import { RoomRise } from './room-rise.tsx'

/** How long a late number is expected; after that, the sitting has none. */
const graceMs = 10_000
/** Timers are late on a device that slept. */
const recheckMs = 10_000

interface RoomReflectionProps {
  /** Null on a day without one, and when its sharing is over. */
  sitting: Sitting | null
  reflection: Reflection | null
  /** How many are in the room, the viewer among them. */
  present: number
}

/** When the number comes, then the number; announced to screen readers. */
export function RoomReflection({ otherwise, ...props }: RoomReflectionProps & Otherwise) {
  return (
    <p role="status" className="text-balance tabular-nums">
      <span>{useReflectionLine(props) ?? otherwise}</span>
    </p>
  )
}

interface Otherwise {
  /** The words where there is no number, and none comes. */
  otherwise: string | null
}

interface EndingReflectionProps extends RoomReflectionProps, Otherwise {
  isShown: boolean
}

/** In the ending, with a drawing of the number. Once it has a place, it keeps it: the buttons below don't move. */
export function EndingReflection({ isShown, otherwise, ...props }: EndingReflectionProps) {
  const line = useReflectionLine(props)
  const [keepsPlace, setKeepsPlace] = useState(line !== null)
  if (line !== null && !keepsPlace) setKeepsPlace(true)
  return (
    <div className="grid justify-items-center gap-2.5">
      {keepsPlace && (
        <RoomRise changeTenths={isShown && props.reflection ? props.reflection.changeTenths : null} />
      )}
      <p className="reflection-sentence serif">{line ?? otherwise}</p>
    </div>
  )
}

/** The number as a sentence, or when it comes; null without either. */
function useReflectionLine({ sitting, reflection, present }: RoomReflectionProps): string | null {
  const publishedAt = sitting === null ? 0 : reflectionAt(sitting)
  const isAwaited = useIsWithin(sitting?.sharingAt ?? 0, sitting === null ? 0 : publishedAt + graceMs)
  const canCome = useReached(present, isAwaited)
  if (reflection !== null) return reflectionSentence(reflection)
  return isAwaited && canCome
    ? t('The room’s energy comes at {timeOfDay}.', { timeOfDay: formatTimeOfDay(publishedAt, displayZone()) })
    : null
}

/** Whether as many as a number needs were ever in the room (PULSE-06); who leaves may have left their pair. */
function useReached(present: number, isAwaited: boolean): boolean {
  const [most, setMost] = useState(present)
  if (present > most) setMost(present)
  const mayReach = most >= reflectionPairsMinLeast
  const { data } = useCall(reflectionOptInCalls.reflectionOptIn, {}, { enabled: isAwaited && mayReach })
  return mayReach && data !== undefined && most >= data.pairsMin
}

/** Whether the server's clock is between two moments, in epoch milliseconds. */
function useIsWithin(fromMs: number, untilMs: number): boolean {
  const [isWithin, setWithin] = useState(() => isBetween(serverNow(), fromMs, untilMs))
  useEffect(
    () =>
      runOnTime(() => {
        const now = serverNow()
        setWithin(isBetween(now, fromMs, untilMs))
        return now < untilMs ? Math.min((now < fromMs ? fromMs : untilMs) - now, recheckMs) : null
      }),
    [fromMs, untilMs],
  )
  return isWithin
}

function isBetween(nowMs: number, fromMs: number, untilMs: number): boolean {
  return nowMs >= fromMs && nowMs < untilMs
}
