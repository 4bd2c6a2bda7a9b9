// Links of the footer: their kinds, what is accepted, and how they read.
import * as z from 'zod/mini'
import type { CommunityLink } from '#shared/community.ts'
import { linkLabelMaxChars, urlMaxChars } from '#shared/constants.ts'
import { t, message, translate, type Message } from '#shared/i18n/t.ts'
import { textSchema } from '#shared/text.ts'
import { isHttpsAddress, withoutControls } from './rules.ts'

/** The kinds with a name and an address of the community's. */
const ownLinkKinds = ['privacy', 'terms', 'donations', 'website', 'other'] as const
export const communityLinkKinds = [...ownLinkKinds, 'legal-notice'] as const

const kindLabels: Readonly<Record<(typeof communityLinkKinds)[number], Message>> = {
  privacy: message('Privacy, in place of the page here'),
  terms: message('Terms, in place of the page here'),
  donations: message('Donations'),
  website: message('Our website'),
  other: message('Something else'),
  'legal-notice': message('Legal notice'),
}

/** The label of a link's kind; of an unknown one its name. */
export function linkKindLabel(kind: string): string {
  const known = communityLinkKinds.find((each) => each === kind)
  return known === undefined ? kind : translate(kindLabels[known])
}

export function linkLines(links: readonly CommunityLink[]): string[] {
  return links.map(({ kind, label, url }) =>
    [linkKindLabel(kind), label, url].filter((part) => part !== '').join(', '),
  )
}

/** Dropped: the name and the address of /legal-notice are the app's. */
const dropped = z.pipe(
  z.string(),
  z.transform(() => ''),
)

export const linkInputSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('legal-notice'), label: dropped, url: dropped }),
  z.strictObject({
    kind: z.enum(ownLinkKinds),
    label: withoutControls(
      textSchema({
        max: linkLabelMaxChars,
        empty: () => t('The text of a link can’t be empty.'),
        tooLong: (facts) => t('The text of a link has at most {max} characters.', facts),
      }),
    ),
    url: withoutControls(
      textSchema({
        max: urlMaxChars,
        empty: () => t('An address can’t be empty.'),
        tooLong: (facts) => t('An address has at most {max} characters.', facts),
      }).check(
        z.refine(isHttpsAddress, {
          error: () => t('An address that starts with https://, without spaces or hidden signs.'),
        }),
      ),
    ),
  }),
])
