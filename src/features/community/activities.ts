// Activity log: changes of the community's settings.
import { defineActivities } from '#features/activity/kinds.ts'
import { bellLabels } from '#features/sittings/bell-labels.ts'
import { t, text } from '#shared/t.ts'
import { joiningLabels, settingsFieldLabels } from './field-labels.ts'
import { formatNewSchedulesItem } from './new-schedules-entry.ts'

export const communityActivities = defineActivities({
  target: { type: 'community', label: text('Community') },
  fields: {
    name: { label: settingsFieldLabels.name },
    logo: { label: settingsFieldLabels.logo },
    hue: { label: settingsFieldLabels.hue },
    welcome: { label: settingsFieldLabels.welcome },
    language: { label: settingsFieldLabels.language },
    translations: { label: settingsFieldLabels.translations },
    links: { label: settingsFieldLabels.links },
    careText: { label: settingsFieldLabels.careText },
    careResources: { label: settingsFieldLabels.careResources },
    joining: {
      label: settingsFieldLabels.joining,
      values: joiningLabels,
    },
    bell: {
      label: settingsFieldLabels.bell,
      values: bellLabels,
    },
    reflectionPairsMin: { label: settingsFieldLabels.reflectionPairsMin },
    chatDays: { label: settingsFieldLabels.chatDays },
    newSchedules: { label: settingsFieldLabels.newSchedules, formatItem: formatNewSchedulesItem },
    severalADay: { label: settingsFieldLabels.severalADay },
    zone: { label: settingsFieldLabels.zone },
    fromDay: { label: text('First day') },
  },
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
