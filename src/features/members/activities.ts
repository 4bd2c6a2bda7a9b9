// Activity log: what administrators change of members.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'

export const memberActivities = defineActivities({
  target: memberTarget,
  fields: {
    isGardenAngel: { isHidden: true },
    totalTimeSpent: { label: 'Time spent', format: 'minutes' },
  },
  kinds: {
    'grant-garden-angel': { verb: 'made', rest: ' a garden angel', label: 'Made a garden angel' },
    'remove-garden-angel': {
      verb: 'removed the garden angel role from',
      label: 'Garden angel role removed',
    },
    'adjust-time': { verb: 'corrected the time of', label: 'Time corrected' },
  },
})
