// Loads the community, without which no screen knows the day.
import { publicCommunityCalls } from '#features/community/public-contract.ts'
import { call } from '#web/call.ts'
import { setCommunity } from '#web/community.ts'
import { logFailure } from '#web/log.ts'

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
