// Activity log: changes of schedules.
import { formatDatedLabel } from '#features/activity/dated-label.ts'
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const scheduleActivities = defineActivities({
  target: { type: 'schedule', label: text('Schedules'), nameOf: formatDatedLabel },
  fields: {
    date: { label: text('Date') },
    templateId: { isHidden: true },
    scheduledTime: { label: text('Time') },
    timeZone: { label: text('Time zone') },
    dayShift: { label: text('Day shift') },
    isActive: { label: text('Active') },
    template: { label: text('Template') },
    together: { label: text('Together') },
    doorsMinutes: { label: text('Doors minutes') },
    gatherSeconds: { label: text('Gather seconds') },
    bellSeconds: { label: text('Bell seconds') },
    silenceMinutes: { label: text('Silence minutes') },
    sharingMinutes: { label: text('Sharing minutes') },
  },
  kinds: {
    create: {
      label: text('Scheduled'),
      sentence: (names) => t('{actor} scheduled {target}', names),
    },
    update: {
      label: text('Schedule changed'),
      sentence: (names) => t('{actor} changed the schedule {target}', names),
    },
    delete: {
      label: text('Schedule deleted'),
      sentence: (names) => t('{actor} deleted the schedule {target}', names),
    },
  },
})
