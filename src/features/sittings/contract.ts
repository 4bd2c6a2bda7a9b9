// Sittings API contract: the list of sittings, and what hosts do.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, perHour } from '#shared/endpoint.ts'
import { t, message } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { sittingErrors } from './errors.ts'
import { sittingSchema, wholeBetween } from './sitting.ts'

export const cancelNoteMaxChars = 200

const byId = z.object({ id: idInPathSchema })
const bySchedule = z.object({ scheduleId: idInPathSchema })
const hostCall = {
  method: 'POST',
  needs: 'sitting.hold',
  params: byId,
  response: sittingSchema,
} as const
// Neither limit keeps a host from stopping a sitting: that has another.
const movingLimits = [
  { per: 'caller', bucket: 'sitting-move', counts: 'carried-out', ...perHour(10) },
  { per: 'caller', bucket: 'sitting-move-refused', counts: 'refused', ...perHour(60) },
] as const
const stoppingLimits = [{ per: 'caller', bucket: 'sitting-stop', ...perHour(30) }] as const

export const sittingsCalls = {
  /** The sittings of the days from `from` to `to`, both included, or of yesterday to tomorrow, in the order of their doors. */
  sittings: endpoint({
    method: 'GET',
    path: '/api/sittings',
    needs: 'meditation.join',
    query: z.strictObject({ from: z.optional(daySchema), to: z.optional(daySchema) }).check(
      z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
        error: 'Give both from and to, or neither.',
        path: ['to'],
      }),
      z.refine(({ from = '', to = from }) => from <= to, {
        error: 'from is after to.',
        path: ['from'],
      }),
    ),
    response: z.array(sittingSchema),
    isCompressed: true,
  }),
  /** Starts the meditation of one of today's schedules together in so many seconds (PHASE-24). */
  begin: endpoint({
    ...hostCall,
    path: '/api/sittings/:scheduleId/begin',
    params: bySchedule,
    limits: movingLimits,
    body: z.strictObject({ inSeconds: wholeBetween(message('Seconds until the bell'), 10, 3_600) }),
    errors: ['not_found', sittingErrors.too_late, sittingErrors.sittings_overlap],
  }),
  delay: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/delay',
    limits: movingLimits,
    body: z.strictObject({ minutes: wholeBetween(message('Minutes'), 1, 60) }),
    errors: ['not_found', sittingErrors.too_late, sittingErrors.sittings_overlap],
  }),
  /** Makes a live sitting longer while its meditation runs, three times at most; `sittings_overlap` names what it would meet. */
  extend: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/extend',
    limits: movingLimits,
    body: z.strictObject({
      minutes: z.union([z.literal(5), z.literal(10)], { error: () => t('5 or 10 minutes.') }),
    }),
    errors: [
      'not_found',
      sittingErrors.too_late,
      sittingErrors.not_extendable,
      sittingErrors.sittings_overlap,
    ],
  }),
  end: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/end',
    limits: stoppingLimits,
    errors: ['not_found', sittingErrors.too_late],
  }),
  cancel: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/cancel',
    limits: stoppingLimits,
    body: z.strictObject({
      note: textSchema({
        max: cancelNoteMaxChars,
        tooLong: (facts) => t('A note has at most {max} characters.', facts),
      }),
    }),
    errors: ['not_found', sittingErrors.too_late],
  }),
  /** Gives a schedule its sitting back at its own time (PHASE-24). */
  restore: endpoint({
    ...hostCall,
    needs: 'sitting.host',
    path: '/api/sittings/:scheduleId/restore',
    params: bySchedule,
    limits: stoppingLimits,
    errors: ['not_found', sittingErrors.too_late, sittingErrors.sittings_overlap],
  }),
}
