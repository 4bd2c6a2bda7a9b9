// Community API contract: what administrators set for everyone, and the care texts that members read.
import * as z from 'zod/mini'
import { pictureFileMaxBytes, pictureTypes } from '#features/profile/rules.ts'
import { communitySchema } from '#shared/community.ts'
import { endpoint, fileSchema } from '#shared/endpoint.ts'
import { timeZoneSchema } from '#shared/time-zone.ts'
import { communityErrors } from './errors.ts'
import { readVersionSchema } from './read-version-schema.ts'
import { partOf } from './settings.ts'

export const communitySettingsSchema = z.extend(communitySchema, {
  ...partOf('stored'),
  /** Until when the last change can be undone; null if there is none. */
  undoUntil: z.nullable(z.iso.datetime()),
})
export type CommunitySettings = z.infer<typeof communitySettingsSchema>

/** A read-only field: dropped unread, so that a client can send back what it received. */
const readOnly = z.optional(
  z.pipe(
    z.unknown(),
    z.transform(() => undefined),
  ),
)

const settingsInputSchema = z.extend(z.exactPartial(z.strictObject(partOf('input'))), {
  logo: readOnly,
  accent: readOnly,
  zones: readOnly,
  languages: readOnly,
  termsVersion: readOnly,
  hasLegalNotice: readOnly,
  welcomeLanguage: readOnly,
  undoUntil: readOnly,
  /** Of the settings with which the fields were read. */
  version: z.int(),
  /** Another zone than today's changes it from a later day on; see `saveZone`. */
  zone: z.optional(timeZoneSchema),
})

export const communityCalls = {
  communitySettings: endpoint({
    method: 'GET',
    path: '/api/admin/community',
    needs: 'community.administer',
    response: communitySettingsSchema,
  }),
  /**
   * Takes what the GET returned, or a part: `version` and any fields. If one of these changed after that version, the
   * response is 409 `changed_meanwhile` with the settings as `current`. Several a day, zone and joining count as one.
   */
  saveCommunitySettings: endpoint({
    method: 'PUT',
    path: '/api/admin/community',
    needs: 'community.administer',
    body: settingsInputSchema,
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: [
      'changed_meanwhile',
      communityErrors.zones_too_distant,
      communityErrors.zone_conflicts,
      communityErrors.several_scheduled,
    ],
  }),
  /** The request body is a JPEG, PNG or GIF file; a PNG keeps its transparency. */
  saveLogo: endpoint({
    method: 'PUT',
    path: '/api/admin/community/logo',
    needs: 'community.administer',
    query: readVersionSchema,
    body: fileSchema,
    fileTypes: pictureTypes,
    bodyMaxBytes: pictureFileMaxBytes,
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile'],
  }),
  deleteLogo: endpoint({
    method: 'DELETE',
    path: '/api/admin/community/logo',
    needs: 'community.administer',
    query: readVersionSchema,
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile'],
  }),
  /** Restores the fields of the last change, within a day. */
  undoCommunitySettings: endpoint({
    method: 'POST',
    path: '/api/admin/community/undo',
    needs: 'community.administer',
    body: z.strictObject({ version: z.int() }),
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile', communityErrors.nothing_to_undo, communityErrors.several_scheduled],
  }),
}
