// Activity log: who ended the picture of a sitting.
import { formatDatedLabel } from '#features/activity/dated-label.ts'
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const streamActivities = defineActivities({
  target: { type: 'stream', label: message('Live pictures'), nameOf: formatDatedLabel },
  fields: {},
  kinds: {
    end: {
      label: message('Live picture ended'),
      sentence: (names) => t('{actor} ended the live picture of {target}', names),
    },
    start: {
      label: message('Live picture shown again'),
      sentence: (names) => t('{actor} let the live picture of {target} begin again', names),
    },
  },
})
