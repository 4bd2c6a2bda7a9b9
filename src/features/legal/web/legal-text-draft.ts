// Unsaved input of the form of a legal text.
import * as z from 'zod/mini'
import { translationsSchema } from '#shared/i18n/translations.ts'
import type { LegalText } from '../contract.ts'
import { legalModes } from '../pages.ts'

export const legalDraftSchema = z.object({
  /** The version that was edited: a later one makes the save stale. */
  version: z.int(),
  mode: z.enum(legalModes),
  text: z.string(),
  translations: z._default(translationsSchema(z.string()), {}),
  responsible: z.string(),
})
export type LegalDraft = z.infer<typeof legalDraftSchema>

export function draftOf({ version, mode, text, translations, responsible }: LegalText): LegalDraft {
  return { version, mode, text, translations, responsible }
}
