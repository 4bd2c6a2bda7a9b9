// Activity log: changes of schedules.
import { defineActivities } from '#features/activity/kinds.ts'

export const scheduleActivities = defineActivities({
  target: { type: 'schedule', label: 'Schedules' },
  fields: {
    templateId: { isHidden: true },
    scheduledTime: { label: 'Time' },
    timeZone: { label: 'Time zone' },
  },
  kinds: {
    create: { verb: 'scheduled', label: 'Scheduled' },
    update: { verb: 'changed the schedule', label: 'Schedule changed' },
    delete: { verb: 'deleted the schedule', label: 'Schedule deleted' },
  },
})
