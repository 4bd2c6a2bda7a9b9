// The calls of the own profile and of the stock pictures to choose from.
import * as z from 'zod/mini'
import { emailMaxChars } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { emailSchema } from '#shared/text.ts'
import { accountSchema } from '#features/auth/contract.ts'
import { displayNameSchema } from './display-name.ts'

/** The part of a user that a profile form edits, as it must fit the user shape (PROF-13). */
export const profileSchema = z.strictObject({
  name: displayNameSchema('A display name'),
  email: emailSchema(emailMaxChars),
  /** The address of an own or an offered picture, or a file as a data URL. */
  profilePicture: z
    .string({ error: 'Please choose a profile picture.' })
    .check(z.minLength(1, { error: 'Please choose a profile picture.' })),
  profileCompleted: z.boolean(),
  firebaseUid: z.string().check(z.maxLength(128)),
})

export const stockPictureSchema = z.object({
  id: z.int(),
  name: z.string(),
  imageData: z.string(),
  url: z.string(),
})
export type StockPicture = z.infer<typeof stockPictureSchema>

// A picture of 5 MB in base64, and the other fields.
const profileMaxBytes = 7_200_000

export const profileCalls = {
  saveProfile: endpoint({
    method: 'PUT',
    path: '/api/user/profile',
    needs: 'identity',
    body: profileSchema,
    answer: accountSchema,
    bodyMaxBytes: profileMaxBytes,
    limits: [{ per: 'caller', perMinute: 10, burst: 10 }],
  }),
  stockPictures: endpoint({
    method: 'GET',
    path: '/api/profile-pictures',
    needs: 'profile.prepare',
    answer: z.array(stockPictureSchema),
  }),
}
