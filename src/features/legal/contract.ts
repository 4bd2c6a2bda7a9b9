// Legal API contract: how administrators edit the texts of /privacy, /terms and /care.
import * as z from 'zod/mini'
import { accountSchema } from '#features/auth/contract.ts'
import { termsErrors } from '#features/auth/terms-errors.ts'
import { communityErrors } from '#features/community/errors.ts'
import { withoutControls } from '#features/community/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { translationsSchema } from '#shared/i18n/translations.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { legalModes, legalPages } from './pages.ts'
import { legalPlaceholdersSchema, legalTextMaxChars, responsibleMaxChars } from './rules.ts'

const pageParam = z.object({ page: z.enum(legalPages) })

const legalTextSchema = z.object({
  page: z.enum(legalPages),
  mode: z.enum(legalModes),
  /** The community's own text, as Markdown. */
  text: z.string(),
  /** The same for viewers of other languages; an empty text counts as none. */
  translations: translationsSchema(z.string()),
  /** The operator's name and address, as Markdown; the same on every page, changed on the privacy page. */
  responsible: z.string(),
  /** The product's text with its placeholders, as Markdown. */
  shipped: z.string(),
  /** Whether the page still asks for the operator's name. */
  hasPlaceholder: z.boolean(),
  version: z.int(),
  /** Until when the last change can be undone; null if there is none. */
  undoUntil: z.nullable(timestampSchema),
})
export type LegalText = z.infer<typeof legalTextSchema>

const legalTextsSchema = z.object({
  texts: z.array(legalTextSchema),
  /** For a preview, which has the name from the page. */
  ...z.omit(legalPlaceholdersSchema, { app: true }).shape,
  /** How many members a material change asks. */
  members: z.int(),
})
export type LegalTexts = z.infer<typeof legalTextsSchema>

const ownText = (max: number) =>
  withoutControls(textSchema({ max, tooLong: (facts) => t('The text has at most {max} characters.', facts) }))

/** As JSON, a text takes up to six bytes a character, and there is one for each language. */
const bodyMaxBytes = 1536 * 1024

export const legalCalls = {
  legalTexts: endpoint({
    method: 'GET',
    path: '/api/admin/legal-texts',
    needs: 'community.administer',
    response: legalTextsSchema,
  }),
  /**
   * A material change of the terms asks every member to accept them at their next load, and can't be undone. A stale
   * `version` is responded to with 409 `changed_meanwhile`.
   */
  saveLegalText: endpoint({
    method: 'PUT',
    path: '/api/admin/legal-texts/:page',
    needs: 'community.administer',
    params: pageParam,
    body: z.strictObject({
      version: z.int(),
      mode: z.enum(legalModes),
      text: ownText(legalTextMaxChars),
      /** Absent: as they are. No version of the terms comes from them. */
      translations: z.optional(translationsSchema(ownText(legalTextMaxChars))),
      /** Only for the privacy page. */
      responsible: z.optional(ownText(responsibleMaxChars)),
      /** Only for the terms. */
      isMaterial: z.optional(z.boolean()),
    }),
    response: legalTextsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    bodyMaxBytes,
    errors: ['changed_meanwhile'],
  }),
  /** Restores the text before the last change, within a day. */
  undoLegalText: endpoint({
    method: 'POST',
    path: '/api/admin/legal-texts/:page/undo',
    needs: 'community.administer',
    params: pageParam,
    body: z.strictObject({ version: z.int() }),
    response: legalTextsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile', communityErrors.nothing_to_undo],
  }),
}

export const termsCalls = {
  /** Records the acceptance with its time; a version that isn't the present one gets 409 `terms_changed`. */
  acceptTerms: endpoint({
    method: 'PUT',
    path: '/api/user/terms',
    needs: 'profile.prepare',
    body: z.strictObject({ version: z.int() }),
    response: accountSchema,
    limits: [{ per: 'caller', perMinute: 20 }],
    errors: [termsErrors.terms_changed],
  }),
}
