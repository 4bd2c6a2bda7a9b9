// Care texts as members receive them; a separate file, to keep the other community calls out of the first load.
import * as z from 'zod/mini'
import { textLanguageSchema } from '#shared/i18n/translations.ts'

/** Where a member finds help outside the community. */
export const careResourceSchema = z.object({
  name: z.string(),
  /** A phone number or an https address. */
  contact: z.string(),
  /** Place or audience; may be empty. */
  where: z.string(),
})
export type CareResource = z.infer<typeof careResourceSchema>

export const careSchema = z.object({
  /** One thing that helps on each line. */
  text: z.string(),
  /** Of the text; the resources are in the community's own. */
  language: textLanguageSchema,
  resources: z.array(careResourceSchema),
})
export type Care = z.infer<typeof careSchema>
