// Activity log: changes of the community's settings.
import { defineActivities } from '#features/activity/kinds.ts'

export const communityActivities = defineActivities({
  target: { type: 'community', label: 'Community' },
  fields: { reflectionPairsMin: { label: 'People for the room’s energy' } },
  kinds: {
    update: { verb: 'changed the community’s settings', label: 'Settings changed' },
  },
})
