// The community's settings for schedules: the start of a new one (PHASE-27), and whether a date can have several (PLAN-01).
import { communityCalls, type CommunitySettings } from '#features/community/contract.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { useCall } from '#web/use-call.ts'

export type NewSchedules = CommunitySettings['newSchedules']

/** The product's own values until the settings are loaded, and where they can't be. */
const productDefaults: NewSchedules = {
  ...sittingDefaults,
  scheduledTime: scheduledTimeDefault,
  together: true,
}

/** Whether a date can have several meditations; false until the settings are loaded. */
export function useSeveralADay(): boolean {
  return useCall(communityCalls.communitySettings, {}).data?.severalADay ?? false
}

/** A list that opens the form calls this too, so that the settings are there when the form opens. */
export function useNewSchedules(): NewSchedules {
  const { data } = useCall(communityCalls.communitySettings, {})
  return data?.newSchedules ?? productDefaults
}
