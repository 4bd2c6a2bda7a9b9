// Loads the community's zone, without which no screen knows the day.
import { zoneCalls } from '#features/community/zone-contract.ts'
import { call } from '#web/call.ts'
import { setZoneEras } from '#web/community-days.ts'
import { logFailure } from '#web/log.ts'

const retryMs = 2_000

/** Resolves once the zone is known: at once, since pages bring it along, else when its call succeeds. */
export function loadCommunity(): Promise<void> {
  return call(zoneCalls.community, {}).then(
    ({ zones }) => setZoneEras(zones),
    async (error: unknown) => {
      logFailure('Loading the zone failed.', error)
      await new Promise((resolve) => {
        setTimeout(resolve, retryMs)
      })
      return loadCommunity()
    },
  )
}
