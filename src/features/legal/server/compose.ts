// Composes the legal pages from their stored rows, for each request: a change shows at once on every node.
import { listMediaHosts } from '#features/templates/server/service.ts'
import type { Platform } from '#server/context.ts'
import { markLanguage } from '#shared/i18n/markdown-language.ts'
import type { Language } from '#shared/i18n/t.ts'
import { localized, translatedTo } from '#shared/i18n/translations.ts'
import { parseUrl } from '#shared/url.ts'
import { hasOperatorPlaceholder, legalNoticePage, legalPages, type LegalPage } from '../pages.ts'
import {
  composeLegalNotice,
  composeLegalText,
  fillLegalPlaceholders,
  listProcessors,
  type LegalPlaceholders,
  type LegalInput,
} from '../rules.ts'
import { shippedText, type ShippedTexts } from './shipped-texts.ts'
import type { StoredText } from './sql.ts'

/** The parts of a page that the community wrote, in its own language. */
export function inputOf(texts: readonly StoredText[], page: LegalPage): LegalInput {
  const { mode, text } = rowOf(texts, page)
  return { mode, text, responsible: rowOf(texts, 'privacy').responsible }
}

export function rowOf(texts: readonly StoredText[], page: LegalPage): StoredText {
  const row = texts.find((text) => text.page === page)
  if (!row) throw new Error(`The text of the page ${page} is missing.`)
  return row
}

/** A page as its viewer gets it, in Markdown; `language` is the community's. */
export function composePage(
  page: LegalPage | typeof legalNoticePage,
  shipped: ShippedTexts,
  {
    texts,
    placeholders,
    language,
  }: { texts: readonly StoredText[]; placeholders: LegalPlaceholders; language: Language },
): string {
  const responsible = markLanguage(rowOf(texts, 'privacy').responsible, language)
  if (page === legalNoticePage) return fillLegalPlaceholders(composeLegalNotice(responsible), placeholders)
  const { text, translations } = rowOf(texts, page)
  const input = {
    ...inputOf(texts, page),
    text: markLanguage(localized(text, translations), translatedTo(translations) ?? language),
    responsible,
  }
  return fillLegalPlaceholders(composeLegalText(page, shippedText(shipped, page), input), placeholders)
}

/** The pages that still ask for the operator's name. */
export function pagesWithPlaceholder(shipped: ShippedTexts, texts: readonly StoredText[]): LegalPage[] {
  return legalPages.filter((page) =>
    hasOperatorPlaceholder(composeLegalText(page, shippedText(shipped, page), inputOf(texts, page))),
  )
}

/** The facts that the pages state by themselves: read each time, for the templates change. */
export async function readLegalPlaceholders({
  community,
  config,
  database,
}: Pick<Platform, 'community' | 'config' | 'database'>): Promise<LegalPlaceholders> {
  const { name, chatDays } = community.settings()
  // A stream server of one's own is at the site's own address.
  const ownHost = parseUrl(config.publicUrl)?.hostname
  const mediaHosts = await listMediaHosts(database.query)
  return {
    app: name,
    chatDays,
    processors: listProcessors({
      mailHost: config.smtpUrl === null ? null : (parseUrl(config.smtpUrl)?.hostname ?? null),
      google: config.google !== null,
      firebaseProject: config.firebase?.projectId ?? null,
      mediaHosts: mediaHosts.filter((host) => host !== ownHost),
    }),
  }
}
