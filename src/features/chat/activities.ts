// Activity log: deletions of messages by moderators.
import { defineActivities } from '#features/activity/kinds.ts'
import { formatDay } from '#shared/day.ts'
import { isDay } from '#shared/day-schema.ts'

export const messageActivities = defineActivities({
  target: { type: 'message', label: 'Messages' },
  fields: {
    userId: { format: 'member', isHidden: true },
    sessionDate: { isHidden: true },
  },
  kinds: {
    delete: {
      verb: 'deleted a message',
      label: 'Message deleted',
      sentence: ({ before, findMember }) => {
        const author = findMember(before?.['userId'])
        const day = before?.['sessionDate']
        return {
          ...(author ? { verb: 'deleted a message by', target: author } : {}),
          ...(typeof day === 'string' && isDay(day) ? { rest: ` of ${formatDay(day, 'long')}` } : {}),
        }
      },
    },
  },
})
