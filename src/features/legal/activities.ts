// Activity log: changes of the legal texts.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const legalActivities = defineActivities({
  target: { type: 'legal-text', label: text('Legal texts') },
  fields: {
    mode: {
      label: text('Text'),
      values: {
        shipped: text('Shipped'),
        added: text('Shipped, with additions'),
        replaced: text('The community’s own'),
      },
    },
    text: { label: text('The community’s text') },
    responsible: { label: text('Who is responsible') },
    isMaterial: { label: text('Members accept again') },
  },
  kinds: {
    update: {
      label: text('Text changed'),
      sentence: (names) => t('{actor} changed the legal text {target}', names),
    },
    undo: {
      label: text('Change undone'),
      sentence: (names) => t('{actor} undid the last change of the legal text {target}', names),
    },
  },
})
