// Activity log: changes of the community's settings.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'
import { settingsFields } from './field-versions.ts'

export const communityActivities = defineActivities({
  target: { type: 'community', label: message('Community') },
  fields: { ...settingsFields, fromDay: { label: message('First day') } },
  kinds: {
    update: {
      label: message('Settings changed'),
      sentence: (names) => t('{actor} changed the community’s settings', names),
    },
    undo: {
      label: message('Settings undone'),
      sentence: (names) => t('{actor} undid the last change of the community’s settings', names),
    },
    'change-zone': {
      label: message('Time zone changed'),
      sentence: (names) => t('{actor} changed the time zone', names),
    },
    'withdraw-zone': {
      label: message('Change of the time zone withdrawn'),
      sentence: (names) => t('{actor} withdrew the change of the time zone', names),
    },
  },
})
