// Activity log: administrators who take a request for help over. Neither its member nor its holder is named.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const helpActivities = defineActivities({
  target: { type: 'help', label: message('Help') },
  kinds: {
    'take-over': {
      label: message('Request for help taken over'),
      sentence: ({ actor }) => t('{actor} took over a request for technical help', { actor }),
    },
  },
})
