// The endpoints that change the community's zone; a separate file, since only administrators load them.
import * as z from 'zod/mini'
import { communitySchema } from '#shared/community.ts'
import { endpoint } from '#shared/endpoint.ts'
import { timeZoneSchema } from '#shared/time-zone.ts'
import { communityErrors } from './errors.ts'
import { readVersionSchema } from './read-version-schema.ts'

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
