// Activity log: who holds which sittings.
import { formatDatedLabel } from '#features/activity/dated-label.ts'
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const hostActivities = defineActivities({
  target: { type: 'host', label: message('Hosts'), nameOf: formatDatedLabel },
  fields: {
    hostId: { label: message('Held by'), format: 'member' },
    // Whether it has one of its own; never the address.
    meetingUrl: { label: message('Meeting link') },
  },
  kinds: {
    set: {
      label: message('Host chosen'),
      sentence: (names) => t('{actor} chose who holds {target}', names),
    },
    take: {
      label: message('Sitting taken'),
      sentence: (names) => t('{actor} holds {target}', names),
    },
    remove: {
      label: message('Sitting given back'),
      sentence: (names) => t('{actor} gave back {target}', names),
    },
    meeting: {
      label: message('Meeting link changed'),
      sentence: (names) => t('{actor} changed where {target} meets', names),
    },
  },
})
