// API contract of hosts: who holds which of the coming sittings.
import * as z from 'zod/mini'
import { reflectionSchema } from '#features/reflections/reflection.ts'
import { sittingErrors } from '#features/sittings/errors.ts'
import { livePlaces } from '#features/sittings/live-place.ts'
import { meetingUrlSchema } from '#features/sittings/meeting.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { textLanguageSchema } from '#shared/i18n/translations.ts'
import { idInBodySchema, idInPathSchema } from '#shared/id.ts'
import { hostErrors } from './errors.ts'

/** A sitting that isn't over, and who holds it; null while it looks for a host. */
export const heldSittingSchema = z.object({
  scheduleId: z.int(),
  /** Null for the start of a schedule without a bell. A schedule has several on a day on which a host began another. */
  sittingId: z.nullable(z.int()),
  date: daySchema,
  title: z.string(),
  language: textLanguageSchema,
  /** Its bell, or the time of one without a bell, in epoch milliseconds; null where the day is open throughout. */
  startsAt: z.nullable(z.int()),
  /** Until then its host may give it back. */
  doorsAt: z.nullable(z.int()),
  isCancelled: z.boolean(),
  /** Whether later days of its series come as well. */
  isSeries: z.boolean(),
  host: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** Where its teacher is seen; null unless it is live. */
  livePlace: z.nullable(z.enum(livePlaces)),
  /** The id of its sitting if that is live on this site: its host speaks at the desk of that id (STREAM-27). */
  deskSittingId: z.nullable(z.int()),
  /** Its own place to meet; null for its template's. Only for its host and administrators (TEACH-11). */
  meetingUrl: z.optional(z.nullable(z.string())),
  templateMeetingUrl: z.optional(z.nullable(z.string())),
})
export type HeldSitting = z.infer<typeof heldSittingSchema>

/** A past sitting of who held it (TEACH-09). */
const pastSittingSchema = z.object({
  id: z.int(),
  date: daySchema,
  title: z.string(),
  language: textLanguageSchema,
  /** Epoch milliseconds. */
  startsAt: z.int(),
  endsAt: z.int(),
  /** How many sat; null where the number isn't published (SCH-39). */
  count: z.nullable(z.int()),
  /** How many thanked; null once thanks of that time are deleted. */
  thanks: z.nullable(z.int()),
  /** The room's energy; null unless it was published. */
  reflection: z.nullable(reflectionSchema),
})
export type PastSitting = z.infer<typeof pastSittingSchema>

const freedSittingsSchema = z.object({
  /** Who held them; null for a former member. */
  name: z.nullable(z.string()),
  sittings: z.int(),
})
export type FreedSittings = z.infer<typeof freedSittingsSchema>

const bySchedule = z.object({ scheduleId: idInPathSchema })
/** `from`: the schedule and the later ones of its series. */
const scopeSchema = z._default(z.enum(['one', 'from'], { error: 'scope is one or from.' }), 'one')
const limits = [{ per: 'caller', perMinute: 60 }] as const

const heldBySchedule = {
  path: '/api/schedules/:scheduleId/host',
  needs: 'sitting.hold',
  params: bySchedule,
} as const

export const hostsCalls = {
  /** The sittings from now on, for at most 60 days, by date. */
  heldSittings: endpoint({
    method: 'GET',
    path: '/api/held-sittings',
    needs: 'sitting.hold',
    response: z.array(heldSittingSchema),
    isCompressed: true,
  }),
  /** The caller's own of the last 60 days, the last one first (TEACH-09). */
  pastSittings: endpoint({
    method: 'GET',
    path: '/api/held-sittings/past',
    needs: 'sitting.hold',
    response: z.array(pastSittingSchema),
  }),
  /** Whom administrators may choose: marked members and moderators, by name. */
  possibleHosts: endpoint({
    method: 'GET',
    path: '/api/admin/hosts',
    needs: 'community.administer',
    response: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  /** How many coming sittings look for a host since theirs lost the right, by former host (TEACH-10). */
  freedSittings: endpoint({
    method: 'GET',
    path: '/api/admin/freed-sittings',
    needs: 'community.administer',
    response: z.array(freedSittingsSchema),
  }),
  /**
   * Its host says where it meets, administrators of any, until it is over. Null takes the template's place; 400 for a
   * sitting elsewhere whose template has none (TEACH-11).
   */
  setMeeting: endpoint({
    method: 'PUT',
    path: '/api/schedules/:scheduleId/meeting',
    needs: 'sitting.hold',
    params: bySchedule,
    body: z.strictObject({ meetingUrl: meetingUrlSchema }),
    response: z.object({ meetingUrl: z.nullable(z.string()) }),
    limits,
    errors: ['not_found', sittingErrors.too_late],
  }),
  /**
   * Whether the caller may take over a sitting whose host isn't in its room, in the last two minutes before its bell
   * (TEACH-07). Of a sitting without a host only where the community has hosts.
   */
  soughtHost: endpoint({
    ...heldBySchedule,
    method: 'GET',
    response: z.object({ mayTake: z.boolean() }),
    errors: ['not_found'],
  }),
  /**
   * Administrators choose anyone who may hold sittings; anyone else takes one that is free for themselves (TEACH-02). With
   * scope `from` those that someone else holds stay theirs, unless an administrator chooses. In the last two minutes before
   * its bell, who is in its room also takes one whose host isn't (TEACH-07).
   */
  setHost: endpoint({
    ...heldBySchedule,
    method: 'PUT',
    body: z.strictObject({ hostId: idInBodySchema('A host'), scope: scopeSchema }),
    response: z.object({ hostId: z.int(), schedules: z.int() }),
    limits,
    errors: ['not_found', hostErrors.host_taken, sittingErrors.too_late],
  }),
  /** Its host gives it back until its doors open; administrators free any. Does nothing where no one holds it. */
  removeHost: endpoint({
    ...heldBySchedule,
    method: 'DELETE',
    query: z.strictObject({ scope: scopeSchema }),
    response: successSchema,
    limits,
    errors: ['not_found', sittingErrors.too_late],
  }),
}
