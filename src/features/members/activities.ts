// Activity log: what administrators change of members.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const memberActivities = defineActivities({
  target: memberTarget,
  fields: {
    isGardenAngel: { isHidden: true },
    downloaded: { label: message('Users') },
    totalTimeSpent: { label: message('Time spent'), format: 'minutes' },
  },
  kinds: {
    'grant-garden-angel': {
      label: message('Made a garden angel'),
      sentence: (names) => t('{actor} made {target} a garden angel', names),
    },
    'remove-garden-angel': {
      label: message('Garden angel role removed'),
      sentence: (names) => t('{actor} removed the garden angel role from {target}', names),
    },
    download: {
      label: message('Users downloaded'),
      sentence: (names) => t('{actor} downloaded a list of users', names),
    },
    'adjust-time': {
      label: message('Time corrected'),
      sentence: (names) => t('{actor} corrected the time of {target}', names),
    },
  },
})
