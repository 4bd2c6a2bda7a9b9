// Whether the member holds the sitting that the room shows. The server judges each use of it (TEACH-03).
import { useCallback } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { ownMute } from '#features/chat/web/data/own-mute.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { shownHost } from '#features/meditation/host-of-sitting.ts'
import { isHeldNow, msToHeldChange } from '#features/sittings/rules.ts'
import { useServerNow } from '#web/use-server-now.ts'

/** Its powers are in force, and the member isn't muted. */
export function useHolds(member: Account, meditation: DailyMeditation | null | undefined): boolean {
  const sitting = meditation?.sitting ?? null
  const untilMs = ownMute.use()?.untilMs ?? 0
  const nowMs = useServerNow(
    useCallback(
      (nowMs) => {
        const changes = sitting === null ? null : msToHeldChange(sitting, nowMs)
        const mute = untilMs > nowMs ? untilMs - nowMs : null
        return changes === null || mute === null ? (changes ?? mute) : Math.min(changes, mute)
      },
      [sitting, untilMs],
    ),
  )
  if (!meditation || sitting === null || shownHost(meditation)?.id !== member.id) return false
  return isHeldNow(sitting, nowMs) && untilMs <= nowMs
}
