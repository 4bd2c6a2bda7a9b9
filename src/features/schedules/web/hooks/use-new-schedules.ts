// The community's settings for schedules: the start of a new one (PHASE-27), and whether a date can have several (PLAN-01).
import { useEffect } from 'react'
import { communityCalls, type CommunitySettings } from '#features/community/contract.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { useCommunity } from '#web/community.ts'
import { useCall } from '#web/use-call.ts'

export type NewSchedules = CommunitySettings['newSchedules']

/** The product's own values until the settings are loaded, and where they can't be. */
const productDefaults: NewSchedules = {
  ...sittingDefaults,
  scheduledTime: scheduledTimeDefault,
  together: true,
}

/** Read again once the page learns of a change, such as another administrator's. */
function useSettings(): CommunitySettings | undefined {
  const { version } = useCommunity()
  const { data, refetch } = useCall(communityCalls.communitySettings, {})
  const isOlderThanPage = data !== undefined && data.version < version
  useEffect(() => {
    // Several components ask at once.
    if (isOlderThanPage) void refetch({ cancelRefetch: false })
  }, [isOlderThanPage, version, refetch])
  return data
}

/** Whether a date can have several meditations; false until the settings are loaded. */
export function useSeveralADay(): boolean {
  return useSettings()?.severalADay ?? false
}

/** A list that opens the form calls this too, so that the settings are there when the form opens. */
export function useNewSchedules(): NewSchedules {
  return useSettings()?.newSchedules ?? productDefaults
}
