// API contract of hosts: who holds which of the coming sittings.
import * as z from 'zod/mini'
import { sittingErrors } from '#features/sittings/errors.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { textLanguageSchema } from '#shared/i18n/translations.ts'
import { idInBodySchema, idInPathSchema } from '#shared/id.ts'
import { hostErrors } from './errors.ts'

/** A coming sitting, and who holds it; null while it looks for a host. */
export const heldSittingSchema = z.object({
  scheduleId: z.int(),
  date: daySchema,
  title: z.string(),
  language: textLanguageSchema,
  /** The bell, in epoch milliseconds; null for a meditation without one. */
  startsAt: z.nullable(z.int()),
  /** Whether later days of its series come as well. */
  isSeries: z.boolean(),
  host: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type HeldSitting = z.infer<typeof heldSittingSchema>

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
  /** The sittings from today on, for at most 60 days, by date. */
  heldSittings: endpoint({
    method: 'GET',
    path: '/api/held-sittings',
    needs: 'sitting.hold',
    response: z.array(heldSittingSchema),
    isCompressed: true,
  }),
  /**
   * Whether the caller may hold a sitting in place of a host who isn't in its room: in the last two minutes before its bell
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
