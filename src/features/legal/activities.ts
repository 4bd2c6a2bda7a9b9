// Activity log: changes of the legal texts.
import { defineActivities } from '#features/activity/kinds.ts'
import { englishOf, t, text, translate } from '#shared/t.ts'
import { legalPageNames } from './pages.ts'

export const legalActivities = defineActivities({
  target: { type: 'legal-text', label: text('Legal texts'), nameOf: pageName },
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
    translations: { label: text('In other languages') },
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

/** Stored in English. */
function pageName(label: string | null): string | null {
  const name = Object.values(legalPageNames).find((page) => englishOf(page) === label)
  return name ? translate(name) : label
}
