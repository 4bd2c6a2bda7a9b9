// The settings of a community in tests.
import type { CommunitySettings } from '#features/community/contract.ts'
import { testCommunity } from '../web/community.ts'

export const testSettings: CommunitySettings = {
  ...testCommunity,
  reflectionPairsMin: 8,
  careText: '',
  translations: {},
  careResources: [],
  chatDays: 90,
  newSchedules: {
    scheduledTime: '00:00',
    together: true,
    doorsMinutes: 15,
    gatherSeconds: 60,
    bellSeconds: 8,
    silenceMinutes: 0,
    sharingMinutes: 15,
  },
  severalADay: false,
  undoUntil: null,
}
