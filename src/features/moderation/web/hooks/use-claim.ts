// The claim of an open case: held while it is shown, and given back when it is left (MOD-04).
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { casesCalls, type Case } from '../../cases-contract.ts'
import { refetchCases } from './use-case-updates.ts'

const renewMs = minuteMs

/** The name of another moderator who has the case open; null for none. */
export function useTakenBy({ claim }: Pick<Case, 'claim'>, moderatorId: number): string | null {
  const untilMs = claim === null ? 0 : timestampToMs(claim.untilAt)
  const nowMs = useServerNow(useCallback((now) => (now < untilMs ? untilMs - now : null), [untilMs]))
  return claim !== null && claim.by.id !== moderatorId && nowMs < untilMs ? claim.by.name : null
}

/** Claims a case while it is open here; `mayClaim` is false for one that is decided, taken, or one's own. */
export function useClaim({ id, version }: Pick<Case, 'id' | 'version'>, mayClaim: boolean): void {
  const client = useQueryClient()
  const shownId = useRef<number | null>(null)
  useEffect(() => {
    if (!mayClaim) return undefined
    const params = { id: String(id) }
    let isClaimed = false
    shownId.current = id
    const release = () => {
      if (!isClaimed) return
      isClaimed = false
      // Lost, it ends by itself.
      call(casesCalls.releaseCase, { params }, { keepalive: true }).catch(() => undefined)
    }
    const claim = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        await call(casesCalls.claimCase, { params, body: { version } })
        isClaimed = true
        if (shownId.current !== id) release()
      } catch (error) {
        if (isCallError(error) && [404, 409].includes(error.status)) refetchCases(client)
        else logFailure('A case was not claimed.', error)
      }
    }
    const stop = runOnTime(() => {
      void claim()
      return renewMs
    })
    window.addEventListener('pagehide', release)
    return () => {
      stop()
      window.removeEventListener('pagehide', release)
      shownId.current = null
      release()
    }
  }, [client, id, version, mayClaim])
}
