// Activity log: changes of the legal texts.
import { defineActivities } from '#features/activity/kinds.ts'
import { sourceText, t, message, translate } from '#shared/i18n/t.ts'
import { legalPageNames } from './pages.ts'

export const legalActivities = defineActivities({
  target: { type: 'legal-text', label: message('Legal texts'), nameOf: pageName },
  fields: {
    mode: {
      label: message('Text'),
      values: {
        shipped: message('Standard'),
        added: message('Standard, with additions'),
        replaced: message('The community’s own'),
      },
    },
    text: { label: message('The community’s text') },
    translations: { label: message('In other languages') },
    responsible: { label: message('Who is responsible') },
    isMaterial: { label: message('Members accept again') },
  },
  kinds: {
    update: {
      label: message('Text changed'),
      sentence: (names) => t('{actor} changed the legal text {target}', names),
    },
    undo: {
      label: message('Change undone'),
      sentence: (names) => t('{actor} undid the last change of the legal text {target}', names),
    },
  },
})

/** Stored in English. */
function pageName(label: string | null): string | null {
  const name = Object.values(legalPageNames).find((page) => sourceText(page) === label)
  return name ? translate(name) : label
}
