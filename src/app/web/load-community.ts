// Loads the community's zone, without which no screen knows the day.
import { zoneCalls } from '#features/community/zone-contract.ts'
import { call } from '#web/call.ts'
import { setZoneEras } from '#web/community-days.ts'
import { logFailure } from '#web/log.ts'

const retryMs = 2_000

/** Resolves once the zone is known: at once, since pages bring it along, else when its call succeeds. */
export async function loadCommunity(): Promise<void> {
  try {
    setZoneEras((await call(zoneCalls.community, {})).zones)
  } catch (error) {
    logFailure('The zone of the community failed to load.', error)
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs)
    })
    await loadCommunity()
  }
}
