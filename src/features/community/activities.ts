// Activity log: changes of the community's settings.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'
import { formatNewSchedulesItem } from './new-schedules-entry.ts'

export const communityActivities = defineActivities({
  target: { type: 'community', label: text('Community') },
  fields: {
    name: { label: text('Name') },
    logo: { label: text('Logo') },
    hue: { label: text('Color') },
    welcome: { label: text('Welcome text') },
    language: { label: text('Language') },
    translations: { label: text('In other languages') },
    links: { label: text('Links') },
    careText: { label: text('Care text') },
    careResources: { label: text('Care resources') },
    joining: {
      label: text('Who may join'),
      values: { open: text('Everyone'), invitation: text('By invitation'), closed: text('No one') },
    },
    bell: {
      label: text('Bell'),
      values: { bowl: text('Bowl'), chime: text('Chime'), gong: text('Gong'), off: text('Off') },
    },
    reflectionPairsMin: { label: text('People for the room’s energy') },
    chatDays: { label: text('Days of chat') },
    newSchedules: { label: text('New schedules'), formatItem: formatNewSchedulesItem },
    severalADay: { label: text('Several sittings a day') },
    zone: { label: text('Time zone') },
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
