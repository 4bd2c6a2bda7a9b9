// Unsaved input of the form of a legal text: a draft of this tab, so the forms of other pages don't lose it.
import * as z from 'zod/mini'
import { readTabDraft, writeTabDraft } from '#web/drafts.ts'
import type { LegalText } from '../contract.ts'
import { translationsSchema } from '#shared/translations.ts'
import { legalModes, type LegalPage } from '../pages.ts'

const draftSchema = z.object({
  /** The version that was edited: a later one makes the save stale. */
  version: z.int(),
  mode: z.enum(legalModes),
  text: z.string(),
  translations: z._default(translationsSchema(z.string()), {}),
  responsible: z.string(),
})
export type LegalDraft = z.infer<typeof draftSchema>

const nameOf = (page: LegalPage) => `legal-${page}`

export function readLegalDraft(page: LegalPage): LegalDraft | null {
  try {
    return z.parse(draftSchema, JSON.parse(readTabDraft(nameOf(page)) ?? 'null'))
  } catch {
    return null
  }
}

/** Null deletes it. */
export function writeLegalDraft(page: LegalPage, draft: LegalDraft | null): void {
  writeTabDraft(nameOf(page), draft === null ? '' : JSON.stringify(draft))
}

export function draftOf({ version, mode, text, translations, responsible }: LegalText): LegalDraft {
  return { version, mode, text, translations, responsible }
}
