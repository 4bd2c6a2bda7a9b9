// Legal rules: how a page is composed from the shipped text, the community's text, and facts of the server.
import * as z from 'zod/mini'
import { loadsFromYoutube } from '#features/templates/media-address.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { legalNoticeName, operatorPlaceholders, type LegalMode, type LegalPage } from './pages.ts'

export const legalTextMaxChars = 50_000
export const responsibleMaxChars = 2_000

/** The parts of a page that the community writes. */
export interface LegalInput {
  mode: LegalMode
  text: string
  /** The operator's name, address, and how to reach them. */
  responsible: string
}

/** What a page states by itself, in place of its `{{…}}`. */
export const legalPlaceholdersSchema = z.object({
  /** The community's name. */
  app: z.string(),
  /** Days after which chat messages are deleted. */
  chatDays: z.int(),
  /** The services that process members' data, as Markdown: see `listProcessors`. */
  processors: z.string(),
})
export type LegalPlaceholders = z.infer<typeof legalPlaceholdersSchema>

/** The paragraph of the shipped texts that asks for the operator's name. */
const placeholderParagraph = new RegExp(
  `^> \\*\\*(?:${Object.values(operatorPlaceholders).join('|')}):\\*\\*.*$`,
  'm',
)

/** A page without its facts: the text whose versions are stored. */
export function composeLegalText(
  page: LegalPage,
  shipped: string,
  { mode, text, responsible }: LegalInput,
): string {
  if (mode === 'replaced')
    return page === 'privacy' && !text.includes('{{processors}}')
      ? `${text}\n\n## ${t('Who else processes your data')}\n\n{{processors}}\n`
      : text
  const added = mode === 'added' && text !== '' ? `## ${t('From this community')}\n\n${text}` : ''
  return fillLegalText(fillPlaceholder(page, shipped, { added, responsible }), { added })
}

/** The terms ask for nothing more once the community has added to them. */
function fillPlaceholder(
  page: LegalPage,
  shipped: string,
  { added, responsible }: { added: string; responsible: string },
): string {
  const intro = page === 'terms' ? `${t('{app} is run by:', { app: '{{app}}' })}\n\n` : ''
  if (responsible !== '')
    return shipped.replace(placeholderParagraph, () => `${intro}${withLineBreaks(responsible)}`)
  return page === 'terms' && added !== '' ? shipped.replace(placeholderParagraph, '') : shipped
}

/** The page /legal-notice. */
export function composeLegalNotice(responsible: string): string {
  const text = responsible === '' ? t('This community hasn’t filled in this page yet.') : responsible
  return `# ${translate(legalNoticeName)}\n\n${withLineBreaks(text)}\n`
}

/** Each line of an address is a line of the page, too: Markdown joins them, unless two spaces end them. */
function withLineBreaks(text: string): string {
  return text.replaceAll(/(?<=\S)[ \t]*\n(?=[ \t]*\S)/g, '  \n')
}

/** Fills the facts into a page. */
export function fillLegalPlaceholders(text: string, { app, ...others }: LegalPlaceholders): string {
  return fillLegalText(text, { ...others, app: escapeMarkdown(app) })
}

/** A name as it is, whatever its characters mean in Markdown. */
function escapeMarkdown(name: string): string {
  return name
    .replaceAll(/[\\`*_[\]<>]|&(?=#?\w+;)/g, String.raw`\$&`)
    .replace(/^[-+#=~]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
}

/** A code span; its marks are longer than those within. */
function inlineCode(name: string): string {
  const longest = Math.max(0, ...(name.match(/`+/g) ?? []).map((marks) => marks.length))
  const marks = '`'.repeat(longest + 1)
  return longest > 0 ? `${marks} ${name} ${marks}` : `${marks}${name}${marks}`
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
  if (isAlone && mediaHosts.length === 0) return t('No other service: all of it stays on the server.')
  const otherHosts = [...new Set(mediaHosts)]
    .filter((host) => !loadsFromYoutube(`https://${host}/`))
    .toSorted()
  return [
    mailHost !== null &&
      t('**Email:** {host} delivers the emails to you, and so learns your address.', {
        host: inlineCode(mailHost),
      }),
    firebaseProject !== null &&
      t('**Sign-in:** Firebase by Google (project {project}) keeps your email address and your password.', {
        project: inlineCode(firebaseProject),
      }),
    google &&
      t(
        '**Google**, if you choose to sign in with it: Google learns that you come here, and sends your name and address.',
      ),
    mediaHosts.some((host) => loadsFromYoutube(`https://${host}/`)) &&
      t(
        '**YouTube by Google**, while a video from there is on your screen: it learns your internet address.',
      ),
    ...otherHosts.map((host) =>
      t('**{host}** holds videos, sound or pictures, and learns the same.', { host: inlineCode(host) }),
    ),
  ]
    .filter((line) => line !== false)
    .map((line) => `- ${line}`)
    .join('\n')
}
