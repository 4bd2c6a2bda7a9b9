// Activity log: changes of the community's settings.
import { bellLabels } from '#features/sittings/bell-labels.ts'
import { defineActivities } from '#features/activity/kinds.ts'

export const communityActivities = defineActivities({
  target: { type: 'community', label: 'Community' },
  fields: {
    hue: { label: 'Color' },
    welcome: { label: 'Welcome text' },
    joining: {
      label: 'Who may join',
      values: { open: 'Everyone', invitation: 'By invitation', closed: 'No one' },
    },
    bell: { values: bellLabels },
    reflectionPairsMin: { label: 'People for the room’s energy' },
    chatDays: { label: 'Days of chat' },
    newSchedules: { label: 'New schedules' },
    severalADay: { label: 'Several sittings a day' },
    zone: { label: 'Time zone' },
    fromDay: { label: 'First day' },
  },
  kinds: {
    update: { verb: 'changed the community’s settings', label: 'Settings changed' },
    undo: { verb: 'undid the last change of the community’s settings', label: 'Settings undone' },
    'change-zone': { verb: 'changed the time zone', label: 'Time zone changed' },
    'withdraw-zone': {
      verb: 'withdrew the change of the time zone',
      label: 'Change of the time zone withdrawn',
    },
  },
})
