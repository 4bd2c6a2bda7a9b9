// Activity log: the halls of a sitting.
import { formatDatedLabel } from '#features/activity/dated-label.ts'
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const hallActivities = defineActivities({
  target: { type: 'hall', label: message('Halls'), nameOf: formatDatedLabel },
  fields: { people: { label: message('People in the hall') } },
  kinds: {
    make: {
      label: message('Hall opened'),
      sentence: (names) => t('{actor} made a link for a hall of {target}', names),
    },
    people: {
      label: message('People in a hall'),
      sentence: (names) => t('{actor} said how many sit in a hall of {target}', names),
    },
    revoke: {
      label: message('Hall closed'),
      sentence: (names) => t('{actor} revoked the link of a hall of {target}', names),
    },
  },
})
