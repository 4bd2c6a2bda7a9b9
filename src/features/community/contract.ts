// Community API contract: what administrators set for everyone, and the care texts that members read.
import * as z from 'zod/mini'
import { pictureFileMaxBytes, pictureTypes } from '#features/profile/rules.ts'
import { communitySchema } from '#shared/community.ts'
import { endpoint, fileSchema } from '#shared/endpoint.ts'
import { timeZoneSchema } from '#shared/time-zone.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { careSchema } from './care.ts'
import { communityErrors } from './errors.ts'
import { readVersionSchema } from './read-version-schema.ts'
import { partOf } from './settings.ts'

export const communitySettingsSchema = z.extend(communitySchema, {
  ...partOf('stored'),
  /** Until when the last change can be undone; null if there is none. */
  undoUntil: z.nullable(timestampSchema),
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

export const careTextCalls = {
  /** The texts of the care card, the help panel and /care. */
  care: endpoint({
    method: 'GET',
    path: '/api/care',
    isSilent: true,
    needs: 'public',
    response: careSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
  }),
}

/** The maximum number of moved sittings in a preview. */
export const movedSittingsMax = 100

const zonePreviewSchema = z.object({
  /** Of the settings; `saveZone` expects it. */
  version: z.int(),
  /** The first day by the new zone's clock; null if there is no such day, or nothing changes. */
  fromDay: z.nullable(z.string()),
  /** Its start in epoch milliseconds. */
  startsAtMs: z.nullable(z.int()),
  /** Whether the change applies at once: the community has no visit, message or entry yet. */
  atOnce: z.boolean(),
  /** The sittings that get another moment, in the order of their doors; at most a hundred. */
  moved: z.array(
    z.object({
      date: z.string(),
      title: z.string(),
      /** Its bell before and after, in epoch milliseconds. */
      fromMs: z.int(),
      toMs: z.int(),
    }),
  ),
  /** The number of all of them. */
  movedCount: z.int(),
  /** Why the change can't be saved, as a sentence; null if it can. */
  refused: z.nullable(z.string()),
})
export type ZonePreview = z.infer<typeof zonePreviewSchema>

const zoneStateSchema = z.extend(z.pick(communitySchema, { zone: true, zones: true }), {
  /** Of the settings. */
  version: z.int(),
})

const limits = [{ per: 'caller', perMinute: 30 }] as const

export const zoneAdminCalls = {
  /** Previews a change of the zone; saves nothing. */
  previewZone: endpoint({
    method: 'POST',
    path: '/api/admin/community/zone/preview',
    needs: 'community.administer',
    body: z.strictObject({ zone: timeZoneSchema }),
    response: zonePreviewSchema,
    limits,
  }),
  /**
   * Changes the zone from the first day whose midnight is at least ten minutes ahead by both clocks (COM-05), and replaces
   * a pending change. If the zone, several a day or joining changed after `version`, the response is 409
   * `changed_meanwhile` with the settings as `current`.
   */
  saveZone: endpoint({
    method: 'PUT',
    path: '/api/admin/community/zone',
    needs: 'community.administer',
    body: z.strictObject({ zone: timeZoneSchema, version: z.int() }),
    response: zoneStateSchema,
    limits,
    errors: ['changed_meanwhile', communityErrors.zones_too_distant, communityErrors.zone_conflicts],
  }),
  /** Withdraws a change until ten minutes before its first day. */
  withdrawZone: endpoint({
    method: 'DELETE',
    path: '/api/admin/community/zone',
    needs: 'community.administer',
    query: readVersionSchema,
    response: zoneStateSchema,
    limits,
    errors: ['changed_meanwhile', communityErrors.zone_change_final, communityErrors.zone_conflicts],
  }),
}
