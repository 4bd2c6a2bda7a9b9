// The rules of templates: what a search finds, what a copy is called, and the steps of one that is imported.
import { templateTitleMaxChars } from '#shared/constants.ts'
import { dayInWords } from '#shared/day.ts'
import { firstUnits } from '#shared/text.ts'
import type { TemplateFields } from './contract.ts'

/** Those whose title or instructor holds all that was typed, whatever its case and accents; all for an empty text. */
export function searchTemplates<Found extends { title: string; instructor: string }>(
  templates: readonly Found[],
  text: string,
): readonly Found[] {
  const wanted = folded(text)
  if (wanted === '') return templates
  return templates.filter(({ title, instructor }) =>
    [title, instructor].some((field) => folded(field).includes(wanted)),
  )
}

/** Without case, accents and more than one space at a time. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

const copyMark = ' (Copy)'

/** The title of a copy (TPL-11); a long one is cut so that the mark still fits. */
export function copyTitle(title: string): string {
  const room = templateTitleMaxChars - copyMark.length
  const kept = title.length <= room ? title : firstUnits(title, room).trimEnd()
  return kept + copyMark
}

/** More of them would hide the rest of the sentence. */
const datesNamed = 5

/** What the 409 says of a template that is scheduled on `dates`, in their order (TPL-13). */
export function inUseInWords(dates: readonly string[]): string {
  const named = dates.slice(0, datesNamed).map((date) => dayInWords(date, 'full'))
  const more = dates.length > datesNamed ? [`and ${dates.length - datesNamed} more`] : []
  const listed = [...named, ...more].join('; ')
  const days = dates.length === 1 ? listed : `these dates: ${listed}`
  return `This template is scheduled for ${days}. Please schedule another one there first.`
}

const importedSteps = [
  {
    number: 1,
    title: 'Preparation',
    description: 'Find a quiet place and a seat that lets your back be long.',
  },
  {
    number: 2,
    title: 'Practice',
    description: 'Follow the guidance. When the mind wanders, come back to it.',
  },
  { number: 3, title: 'Integration', description: 'Stay a moment longer, and notice what goes with you.' },
]

/** What every imported template has, whatever its row says (TPL-17). */
export const importedFields = {
  difficulty: 'Beginner',
  sessionSteps: importedSteps,
} satisfies Partial<TemplateFields>
