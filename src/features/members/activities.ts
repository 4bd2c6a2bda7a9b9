// Activity log: what administrators change of members.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const memberActivities = defineActivities({
  target: memberTarget,
  fields: {
    isGardenAngel: { isHidden: true },
    totalTimeSpent: { label: text('Time spent'), format: 'minutes' },
  },
  kinds: {
    'grant-garden-angel': {
      label: text('Made a garden angel'),
      sentence: (names) => t('{actor} made {target} a garden angel', names),
    },
    'remove-garden-angel': {
      label: text('Garden angel role removed'),
      sentence: (names) => t('{actor} removed the garden angel role from {target}', names),
    },
    'adjust-time': {
      label: text('Time corrected'),
      sentence: (names) => t('{actor} corrected the time of {target}', names),
    },
  },
})
