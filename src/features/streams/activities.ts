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
    lead: {
      label: message('Time behind the teacher set'),
      sentence: (names) => t('{actor} set how far the group is behind the teacher of {target}', names),
    },
    key: {
      label: message('Stream key made'),
      sentence: (names) => t('{actor} made a key for the stream of {target}', names),
    },
  },
})
