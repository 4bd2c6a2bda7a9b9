// Whether the powers of who holds the sitting are in force. The server judges each use of them (TEACH-03).
import { useCallback, useEffect } from 'react'
import { ownMute } from '#features/chat/web/data/own-mute.ts'
import { isHeldNow, msToHeldChange } from '#features/sittings/rules.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { useServerNow } from '#web/use-server-now.ts'

interface HostPowersProps {
  /** The member holds it. */
  sitting: Sitting
  /** Called with whether it is their time, and they aren't muted. */
  onChange: (isHeld: boolean) => void
}

/** Renders nothing. */
export function HostPowers({ sitting, onChange }: HostPowersProps) {
  const mutedUntilMs = ownMute.use()?.untilMs ?? 0
  const nowMs = useServerNow(
    useCallback(
      (nowMs) => {
        const mutedMs = mutedUntilMs > nowMs ? mutedUntilMs - nowMs : Number.POSITIVE_INFINITY
        const leftMs = Math.min(msToHeldChange(sitting, nowMs) ?? Number.POSITIVE_INFINITY, mutedMs)
        return Number.isFinite(leftMs) ? leftMs : null
      },
      [sitting, mutedUntilMs],
    ),
  )
  const isHeld = isHeldNow(sitting, nowMs) && mutedUntilMs <= nowMs
  useEffect(() => {
    onChange(isHeld)
    return () => onChange(false)
  }, [isHeld, onChange])
  return null
}
