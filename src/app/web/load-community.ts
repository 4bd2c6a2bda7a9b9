// Loads the community, without which no screen knows the day.
import { publicCommunityCalls } from '#features/community/public-contract.ts'
import { call } from '#web/call.ts'
import { setCommunity } from '#web/community.ts'
import { logFailure } from '#web/log.ts'
import { onSessionSignal } from '#web/session-signals.ts'

const retryMs = 2_000

/** Resolves once the community is known: at once, since pages bring it along, else when its call succeeds. */
export function loadCommunity(): Promise<void> {
  return call(publicCommunityCalls.community, {}).then(setCommunity, async (error: unknown) => {
    logFailure('Loading the community failed.', error)
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs)
    })
    return loadCommunity()
  })
}

/** Reads the community again after a socket was lost, which may have missed a change. */
export function followCommunity(): void {
  onSessionSignal((signal) => {
    if (signal !== 'changed') return
    call(publicCommunityCalls.community, {}).then(setCommunity, (error: unknown) =>
      logFailure('Loading the community failed.', error),
    )
  })
}
