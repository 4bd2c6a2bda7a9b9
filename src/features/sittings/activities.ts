// Activity log: what hosts do with sittings.
import { formatDatedLabel } from '#features/activity/dated-label.ts'
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const sittingActivities = defineActivities({
  target: { type: 'sitting', label: message('Sittings'), nameOf: formatDatedLabel },
  fields: {
    bell: { label: message('Bell') },
    sharing: { label: message('Sharing') },
    note: { label: message('Note') },
  },
  kinds: {
    begin: {
      label: message('Sitting begun'),
      sentence: (names) => t('{actor} began the sitting {target}', names),
    },
    delay: {
      label: message('Sitting delayed'),
      sentence: (names) => t('{actor} delayed the sitting {target}', names),
    },
    extend: {
      label: message('Sitting made longer'),
      sentence: (names) => t('{actor} made the sitting {target} longer', names),
    },
    end: {
      label: message('Sitting ended'),
      sentence: (names) => t('{actor} ended the sitting {target}', names),
    },
    cancel: {
      label: message('Sitting canceled'),
      sentence: (names) => t('{actor} canceled the sitting {target}', names),
    },
    restore: {
      label: message('Sitting restored'),
      sentence: (names) => t('{actor} restored the sitting {target}', names),
    },
  },
})
