// Activity log: what hosts do with sittings.
import { formatDatedLabel } from '#features/activity/dated-label.ts'
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const sittingActivities = defineActivities({
  target: { type: 'sitting', label: text('Sittings'), nameOf: formatDatedLabel },
  fields: {
    bell: { label: text('Bell') },
    sharing: { label: text('Sharing') },
    note: { label: text('Note') },
  },
  kinds: {
    begin: {
      label: text('Sitting begun'),
      sentence: (names) => t('{actor} began the sitting {target}', names),
    },
    delay: {
      label: text('Sitting delayed'),
      sentence: (names) => t('{actor} delayed the sitting {target}', names),
    },
    end: {
      label: text('Sitting ended'),
      sentence: (names) => t('{actor} ended the sitting {target}', names),
    },
    cancel: {
      label: text('Sitting canceled'),
      sentence: (names) => t('{actor} canceled the sitting {target}', names),
    },
    restore: {
      label: text('Sitting restored'),
      sentence: (names) => t('{actor} restored the sitting {target}', names),
    },
  },
})
