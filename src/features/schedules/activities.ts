// Activity log: changes of schedules.
import { formatDatedLabel } from '#features/activity/dated-label.ts'
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const scheduleActivities = defineActivities({
  target: { type: 'schedule', label: message('Schedules'), nameOf: formatDatedLabel },
  fields: {
    date: { label: message('Date') },
    templateId: { isHidden: true },
    scheduledTime: { label: message('Time') },
    timeZone: { label: message('Time zone') },
    dayShift: { label: message('Day shift') },
    isActive: { label: message('Active') },
    meetingUrl: { label: message('Meeting link') },
    template: { label: message('Template') },
    together: { label: message('Together') },
    doorsMinutes: { label: message('Doors minutes') },
    gatherSeconds: { label: message('Gather seconds') },
    bellSeconds: { label: message('Bell seconds') },
    silenceMinutes: { label: message('Silence minutes') },
    sharingMinutes: { label: message('Sharing minutes') },
  },
  kinds: {
    create: {
      label: message('Scheduled'),
      sentence: (names) => t('{actor} scheduled {target}', names),
    },
    update: {
      label: message('Schedule changed'),
      sentence: (names) => t('{actor} changed the schedule {target}', names),
    },
    delete: {
      label: message('Schedule deleted'),
      sentence: (names) => t('{actor} deleted the schedule {target}', names),
    },
  },
})
