// Community API contract: what administrators set for everyone, and the care texts that members read.
import * as z from 'zod/mini'
import {
  careResourcesMax,
  careTextMaxChars,
  reflectionPairsMinLeast,
  reflectionPairsMinMost,
} from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { textSchema } from '#shared/text.ts'
import { careResourceSchema, careSchema } from './care.ts'
import { contactHref } from './rules.ts'

const nameSchema = textSchema({ name: 'A name', max: 100 })
const contactSchema = textSchema({ name: 'A phone number or address', max: 300 })
const whereSchema = textSchema({ name: 'A place', min: 0, max: 100 })

export const communitySettingsSchema = z.object({
  version: z.int(),
  /** The pairs that the room's energy needs at least. */
  reflectionPairsMin: z.int(),
  /** Empty for the product's own text. */
  careText: z.string(),
  careResources: z.array(careResourceSchema),
})
export type CommunitySettings = z.infer<typeof communitySettingsSchema>

const pairsMinError = `A whole number from ${reflectionPairsMinLeast} to ${reflectionPairsMinMost}.`

export const communityCalls = {
  /** What the care card, the help panel and /care say. */
  care: endpoint({
    method: 'GET',
    path: '/api/care',
    isSilent: true,
    needs: 'public',
    response: careSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
  }),
  communitySettings: endpoint({
    method: 'GET',
    path: '/api/admin/community',
    needs: 'community.administer',
    response: communitySettingsSchema,
  }),
  /** A stale `version` is responded to with 409 `changed_meanwhile`. */
  saveCommunitySettings: endpoint({
    method: 'PUT',
    path: '/api/admin/community',
    needs: 'community.administer',
    body: z.strictObject({
      version: z.int(),
      reflectionPairsMin: z
        .int({ error: pairsMinError })
        .check(
          z.minimum(reflectionPairsMinLeast, { error: pairsMinError }),
          z.maximum(reflectionPairsMinMost, { error: pairsMinError }),
        ),
      careText: textSchema({ name: 'The text', min: 0, max: careTextMaxChars }),
      careResources: z
        .array(
          z.strictObject({
            name: nameSchema,
            contact: contactSchema.check(
              z.refine((contact) => contactHref(contact) !== null, {
                error: 'A phone number, or an address that starts with https://.',
              }),
            ),
            where: whereSchema,
          }),
        )
        .check(z.maxLength(careResourcesMax, { error: `At most ${careResourcesMax} resources.` })),
    }),
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile'],
  }),
}
