// Activity log: deletions of messages by moderators.
import { defineActivities } from '#features/activity/kinds.ts'
import { isDay } from '#shared/day-schema.ts'
import { formatDay } from '#shared/day.ts'
import { t, message } from '#shared/i18n/t.ts'

export const messageActivities = defineActivities({
  target: { type: 'message', label: message('Messages') },
  fields: {
    userId: { format: 'member', isHidden: true },
    sessionDate: { isHidden: true },
  },
  kinds: {
    delete: {
      label: message('Message deleted'),
      namedMember: ({ before, findMember }) => findMember(before?.['userId']),
      sentence: (names, { before, findMember }) => {
        const hasAuthor = findMember(before?.['userId']) !== null
        const stored = before?.['sessionDate']
        const day = typeof stored === 'string' && isDay(stored) ? formatDay(stored, 'long') : null
        if (hasAuthor && day !== null)
          return t('{actor} deleted a message by {target} of {day}', { ...names, day })
        if (hasAuthor) return t('{actor} deleted a message by {target}', names)
        if (day !== null) return t('{actor} deleted a message of {day}', { ...names, day })
        return t('{actor} deleted a message', names)
      },
    },
  },
})

export const slowModeActivities = defineActivities({
  target: { type: 'chat', label: message('Chat') },
  fields: { slowSeconds: { label: message('Seconds between two messages') } },
  kinds: {
    change: {
      label: message('Slow mode changed'),
      sentence: (names, { after }) =>
        Number(after?.['slowSeconds']) > 0
          ? t('{actor} set the chat to one message in {seconds} seconds', {
              actor: names.actor,
              seconds: Number(after?.['slowSeconds']),
            })
          : t('{actor} switched the slow mode of the chat off', names),
    },
  },
})
