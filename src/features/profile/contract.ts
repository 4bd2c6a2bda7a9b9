// Profile API: the member's own profile and the stock pictures.
import * as z from 'zod/mini'
import { accountSchema, reauthProofSchema } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { emailMaxChars, pictureNameMaxChars } from '#shared/constants.ts'
import { displayNameSchema } from '#shared/display-name.ts'
import { endpoint, fileSchema, perDay, successSchema, type RateLimit } from '#shared/endpoint.ts'
import { languages, t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { emailSchema, textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { pictureFileMaxBytes, pictureTypes } from './rules.ts'

/** The part of a user that the profile form edits, shaped like the user object (PROF-13). */
export const profileSchema = z.strictObject({
  name: displayNameSchema(),
  email: emailSchema(emailMaxChars),
  /** The URL of the member's own or a stock picture, or a file as a data URL. */
  profilePicture: z
    .string({ error: () => t('Please choose a profile picture.') })
    .check(z.minLength(1, { error: () => t('Please choose a profile picture.') })),
  profileCompleted: z.boolean(),
  firebaseUid: z.string().check(z.maxLength(128)),
  /** Required with a new email address, unless the sign-in is recent (PROF-27). */
  proof: z.optional(reauthProofSchema),
})

export const stockPictureSchema = z.object({
  id: z.int(),
  name: z.string(),
  imageData: z.string(),
  url: z.string(),
})
export type StockPicture = z.infer<typeof stockPictureSchema>

/** A stock picture as administrators see it, inactive ones included. */
export const managedPictureSchema = z.extend(stockPictureSchema, {
  isActive: z.boolean(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  version: z.int(),
})
export type ManagedPicture = z.infer<typeof managedPictureSchema>

/** Rate limits for a member's own pictures, shared by all ways to upload them. */
export const pictureLimits = [
  { per: 'caller', bucket: 'own pictures in a minute', perMinute: 6 },
  { per: 'caller', bucket: 'own pictures in a day', ...perDay(30) },
] as const satisfies readonly RateLimit[]

// Room for a 5 MB picture in base64 plus the other fields.
const profileMaxBytes = 7_200_000
const byId = z.object({ id: idInPathSchema })
const pictureName = textSchema({
  max: pictureNameMaxChars,
  empty: () => t('A picture’s name can’t be empty.'),
  tooLong: (facts) => t('A picture’s name has at most {max} characters.', facts),
})

export const profileCalls = {
  /**
   * A data URL in `profilePicture` is the deprecated way to send a file, accepted until the next release: see
   * `savePicture`.
   */
  saveProfile: endpoint({
    method: 'PUT',
    path: '/api/user/profile',
    needs: 'identity',
    body: profileSchema,
    response: accountSchema,
    bodyMaxBytes: profileMaxBytes,
    limits: [{ per: 'caller', perMinute: 10, burst: 10 }],
    largeBodyLimits: pictureLimits,
    errors: ['forbidden', authErrors.user_not_registered, authErrors.reauth_required],
  }),
  /** The request body is a JPEG, PNG or GIF file, which at once becomes the caller's picture. */
  savePicture: endpoint({
    method: 'PUT',
    path: '/api/user/profile/picture',
    needs: 'identity',
    body: fileSchema,
    fileTypes: pictureTypes,
    bodyMaxBytes: pictureFileMaxBytes,
    response: accountSchema,
    limits: pictureLimits,
    errors: [authErrors.user_not_registered],
  }),
  /** An unlisted member counts toward the room's number, but is in no list (TRUST-01). */
  chooseUnlisted: endpoint({
    method: 'PUT',
    path: '/api/user/unlisted',
    isSilent: true,
    needs: 'meditation.join',
    body: z.strictObject({ isUnlisted: z.boolean() }),
    response: accountSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
  /** The language of what is sent to the member later; the page itself follows its cookie (LANG-03). */
  chooseLanguage: endpoint({
    method: 'PUT',
    path: '/api/user/language',
    needs: 'profile.prepare',
    body: z.strictObject({ language: z.enum(languages) }),
    response: accountSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
  stockPictures: endpoint({
    method: 'GET',
    path: '/api/profile-pictures',
    needs: 'profile.prepare',
    response: z.array(stockPictureSchema),
  }),
}

export const picturesCalls = {
  managedPictures: endpoint({
    method: 'GET',
    path: '/api/admin/profile-pictures',
    needs: 'community.administer',
    response: z.array(managedPictureSchema),
  }),
  /** One file per call, as the request body (PIC-14); members can choose it at once. */
  uploadPicture: endpoint({
    method: 'POST',
    path: '/api/admin/profile-pictures/files',
    needs: 'community.administer',
    query: z.strictObject({ name: pictureName }),
    body: fileSchema,
    fileTypes: pictureTypes,
    bodyMaxBytes: pictureFileMaxBytes,
    response: managedPictureSchema,
    isIdempotent: true,
    limits: [{ per: 'caller', perMinute: 120 }],
    creates: true,
  }),
  /** Deprecated, accepted until the next release: `imageData` is a data URL. See `uploadPicture`. */
  addPicture: endpoint({
    method: 'POST',
    path: '/api/admin/profile-pictures',
    needs: 'community.administer',
    body: z.strictObject({
      name: pictureName,
      imageData: z.string({ error: () => t('Please choose a picture.') }).check(z.minLength(1)),
      isActive: z._default(z.boolean(), true),
    }),
    response: managedPictureSchema,
    isIdempotent: true,
    bodyMaxBytes: profileMaxBytes,
    limits: [{ per: 'caller', perMinute: 120 }],
    creates: true,
  }),
  /** A stale `version` is responded to with 409 `changed_meanwhile`. */
  updatePicture: endpoint({
    method: 'PUT',
    path: '/api/admin/profile-pictures/:id',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({
      isActive: z.optional(z.boolean()),
      name: z.optional(pictureName),
      version: z.optional(z.int()),
    }),
    response: managedPictureSchema,
    limits: [{ per: 'caller', perMinute: 120 }],
    errors: ['not_found', 'changed_meanwhile'],
  }),
  deletePicture: endpoint({
    method: 'DELETE',
    path: '/api/admin/profile-pictures/:id',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits: [{ per: 'caller', perMinute: 120 }],
    errors: ['not_found'],
  }),
}
