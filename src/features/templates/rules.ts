// The rules of templates: what a search finds, what a copy is called, and the steps of one that is imported.
import { templateTitleMaxChars } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { truncateUtf16 } from '#shared/text.ts'
import type { TemplateFields } from './contract.ts'

/** Those whose title or instructor holds all that was typed, whatever its case and accents; all for an empty text. */
export function searchTemplates<Found extends { title: string; instructor: string }>(
  templates: readonly Found[],
  text: string,
): readonly Found[] {
  const wanted = normalizeForSearch(text)
  if (wanted === '') return templates
  return templates.filter(({ title, instructor }) =>
    [title, instructor].some((field) => normalizeForSearch(field).includes(wanted)),
  )
}

/** Without case, accents and more than one space at a time. */
function normalizeForSearch(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

const copySuffix = ' (Copy)'

/** The title of a copy (TPL-11); a long one is cut so that the mark still fits. */
export function copyTitle(title: string): string {
  const room = templateTitleMaxChars - copySuffix.length
  const kept = title.length <= room ? title : truncateUtf16(title, room).trimEnd()
  return kept + copySuffix
}

/** More of them would hide the rest of the sentence. */
const datesListedMax = 5

/** What the 409 says of a template that is scheduled on `dates`, in their order (TPL-13). */
export function templateInUseMessage(dates: readonly string[]): string {
  const named = dates.slice(0, datesListedMax).map((date) => formatDay(date, 'full'))
  const more = dates.length > datesListedMax ? [`and ${dates.length - datesListedMax} more`] : []
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
