// Activity log: changes of the legal texts.
import { defineActivities } from '#features/activity/kinds.ts'

export const legalActivities = defineActivities({
  target: { type: 'legal-text', label: 'Legal texts' },
  fields: {
    mode: {
      label: 'Text',
      values: { shipped: 'Shipped', added: 'Shipped, with additions', replaced: 'The community’s own' },
    },
    text: { label: 'The community’s text' },
    responsible: { label: 'Who is responsible' },
    isMaterial: { label: 'Members accept again' },
  },
  kinds: {
    update: { verb: 'changed the legal text', label: 'Text changed' },
    undo: { verb: 'undid the last change of the legal text', label: 'Change undone' },
  },
})
