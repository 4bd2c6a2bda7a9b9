// Activity log: changes of the community's settings.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'
import { settingsFields } from './field-versions.ts'

export const communityActivities = defineActivities({
  target: { type: 'community', label: text('Community') },
  fields: { ...settingsFields, fromDay: { label: text('First day') } },
  kinds: {
    update: {
      label: text('Settings changed'),
      sentence: (names) => t('{actor} changed the community’s settings', names),
    },
    undo: {
      label: text('Settings undone'),
      sentence: (names) => t('{actor} undid the last change of the community’s settings', names),
    },
    'change-zone': {
      label: text('Time zone changed'),
      sentence: (names) => t('{actor} changed the time zone', names),
    },
    'withdraw-zone': {
      label: text('Change of the time zone withdrawn'),
      sentence: (names) => t('{actor} withdrew the change of the time zone', names),
    },
  },
})
