// Care resources as administrators enter them: what is accepted, and how they read.
import * as z from 'zod/mini'
import { t } from '#shared/i18n/t.ts'
import { textSchema } from '#shared/text.ts'
import type { CareResource } from './care.ts'
import { contactHref } from './rules.ts'

export const careResourceInputSchema = z.strictObject({
  name: textSchema({
    max: 100,
    empty: () => t('A name can’t be empty.'),
    tooLong: (facts) => t('A name has at most {max} characters.', facts),
  }),
  contact: textSchema({
    max: 300,
    empty: () => t('A phone number or address can’t be empty.'),
    tooLong: (facts) => t('A phone number or address has at most {max} characters.', facts),
  }).check(
    z.refine((contact) => contactHref(contact) !== null, {
      error: () => t('A phone number, or an address that starts with https://.'),
    }),
  ),
  where: textSchema({
    max: 100,
    tooLong: (facts) => t('A place has at most {max} characters.', facts),
  }),
})

export function careResourceLines(resources: readonly CareResource[]): string[] {
  return resources.map(({ name, contact, where }) =>
    [name, contact, where].filter((part) => part !== '').join(', '),
  )
}
