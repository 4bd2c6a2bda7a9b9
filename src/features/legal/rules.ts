// Legal rules: how a page is composed from the shipped text, the community's text, and facts of the server.
import { loadsFromYoutube } from '#features/templates/media-address.ts'
import { legalTextPlaceholder } from '#shared/constants.ts'
import type { LegalMode, LegalPage } from './pages.ts'

export const legalTextMaxChars = 50_000
export const responsibleMaxChars = 2_000

/** The parts of a page that the community writes. */
export interface LegalInput {
  mode: LegalMode
  text: string
  /** The operator's name, address, and how to reach them. */
  responsible: string
}

/** The facts that a page states by itself. */
export interface LegalFacts {
  /** The community's name. */
  app: string
  /** Days after which chat messages are deleted. */
  chatDays: number
  /** The services that process members' data, as Markdown: see `listProcessors`. */
  processors: string
}

const addedHeading = '## From this community'
const processorsHeading = '## Who else processes your data'

/** The paragraph of the shipped texts that asks for the operator's name. */
const placeholderParagraph = new RegExp(`^> \\*\\*${legalTextPlaceholder}:\\*\\*.*$`, 'm')

/** A page without its facts: the text whose versions are stored. */
export function composeLegalText(
  page: LegalPage,
  shipped: string,
  { mode, text, responsible }: LegalInput,
): string {
  if (mode === 'replaced')
    return page === 'privacy' && !text.includes('{{processors}}')
      ? `${text}\n\n${processorsHeading}\n\n{{processors}}\n`
      : text
  const added = mode === 'added' && text !== '' ? `${addedHeading}\n\n${text}` : ''
  return fillLegalText(fillPlaceholder(page, shipped, { added, responsible }), { added })
}

/** The terms ask for nothing more once the community has added to them. */
function fillPlaceholder(
  page: LegalPage,
  shipped: string,
  { added, responsible }: { added: string; responsible: string },
): string {
  const intro = page === 'terms' ? '{{app}} is run by:\n\n' : ''
  if (responsible !== '') return shipped.replace(placeholderParagraph, () => `${intro}${responsible}`)
  return page === 'terms' && added !== '' ? shipped.replace(placeholderParagraph, '') : shipped
}

/** Fills `{{name}}` where the name is known. */
export function fillLegalText(text: string, values: object): string {
  const known = new Map(Object.entries(values))
  return text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => String(known.get(name) ?? mark))
}

/** The configured services that process members' data. */
export interface ConfiguredServices {
  /** The host of the mail server; null if mails stay on the server. */
  mailHost: string | null
  google: boolean
  /** The Firebase project; null without one. */
  firebaseProject: string | null
  /** The hosts of videos, sound and pictures of the templates, except this server. */
  mediaHosts: readonly string[]
}

/** The services that process members' data, as a Markdown list. */
export function listProcessors({
  mailHost,
  google,
  firebaseProject,
  mediaHosts,
}: ConfiguredServices): string {
  const isAlone = mailHost === null && firebaseProject === null && !google
  if (isAlone && mediaHosts.length === 0) return 'No other service: all of it stays on the server.'
  const otherHosts = [...new Set(mediaHosts)]
    .filter((host) => !loadsFromYoutube(`https://${host}/`))
    .toSorted()
  return [
    mailHost !== null && `**Mails:** \`${mailHost}\` carries the mails to you, and so learns your address.`,
    firebaseProject !== null &&
      `**Sign-in:** Firebase by Google (project \`${firebaseProject}\`) keeps your email address and your password.`,
    google &&
      '**Google**, if you choose to sign in with it: Google learns that you come here, and sends your name and address.',
    mediaHosts.some((host) => loadsFromYoutube(`https://${host}/`)) &&
      '**YouTube by Google**, while a video from there is on your screen: it learns your address on the internet.',
    ...otherHosts.map((host) => `**\`${host}\`** holds videos, sound or pictures, and learns the same.`),
  ]
    .filter((line) => line !== false)
    .map((line) => `- ${line}`)
    .join('\n')
}
