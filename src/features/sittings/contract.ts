// Sittings API contract: schedules that start together, their moments, and what hosts do.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day.ts'
import { endpoint, perHour } from '#shared/endpoint.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'

const wholeBetween = (name: string, min: number, max: number) => {
  const error = `${name}: a whole number from ${min} to ${max}.`
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

/** Whether a schedule starts together, and the length of its parts (PHASE-02). */
export const sittingSettingsSchema = z.object({
  together: z.boolean(),
  doorsMinutes: wholeBetween('Minutes that the doors are open before', 0, 60),
  gatherSeconds: wholeBetween('Seconds of gathering', 0, 600),
  bellSeconds: wholeBetween('Seconds of the bell', 0, 30),
  silenceMinutes: wholeBetween('Minutes of silence', 0, 180),
  sharingMinutes: wholeBetween('Minutes of sharing', 0, 120),
})
export type SittingSettings = z.infer<typeof sittingSettingsSchema>

const momentSchema = z.int()

/** A sitting: a schedule that starts together. Moments are epoch milliseconds of the room clock (PHASE-03). */
export const sittingSchema = z.object({
  /** The schedule's id. */
  id: z.int(),
  /** Grows with every change; a page applies only a higher one (PHASE-19). */
  version: z.int(),
  doorsAt: momentSchema,
  gatherAt: momentSchema,
  /** The bell. */
  startsAt: momentSchema,
  videoAt: momentSchema,
  /** The end of the silence: the second bell. */
  sharingAt: momentSchema,
  endsAt: momentSchema,
  mediaSeconds: z.number(),
  /** The video may never be played faster or slower. */
  keepsTempo: z.boolean(),
  cancelled: z.boolean(),
  cancelNote: z.nullable(z.string()),
})
export type Sitting = z.infer<typeof sittingSchema>

const cancelNoteMaxChars = 200

const byId = z.object({ id: idInPathSchema })
const hostCall = {
  method: 'POST',
  needs: 'sitting.host',
  params: byId,
  answer: sittingSchema,
  // One allowance for everything a host does with the room.
  limits: [{ per: 'caller', bucket: 'sitting-host', ...perHour(10) }],
} as const

export const sittingsCalls = {
  /** The sittings of the days from `from` to `to`, both included, in their order. */
  sittings: endpoint({
    method: 'GET',
    path: '/api/sittings',
    needs: 'meditation.join',
    query: z
      .strictObject({ from: daySchema, to: daySchema })
      .check(z.refine(({ from, to }) => from <= to, { error: 'from is after to.', path: ['from'] })),
    answer: z.array(sittingSchema),
    isCompressed: true,
  }),
  /** Starts today's meditation together in so many seconds (PHASE-24). */
  begin: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/begin',
    body: z.strictObject({ inSeconds: wholeBetween('Seconds until the bell', 10, 3_600) }),
    errorCodes: ['not_found', 'too_late', 'sittings_overlap'],
  }),
  delay: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/delay',
    body: z.strictObject({ minutes: wholeBetween('Minutes', 1, 60) }),
    errorCodes: ['not_found', 'too_late', 'sittings_overlap'],
  }),
  end: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/end',
    errorCodes: ['not_found', 'too_late'],
  }),
  cancel: endpoint({
    ...hostCall,
    path: '/api/sittings/:id/cancel',
    body: z.strictObject({ note: textSchema({ name: 'A note', min: 0, max: cancelNoteMaxChars }) }),
    errorCodes: ['not_found', 'too_late'],
  }),
}

export const sittingServerMessages = {
  /** A host or an administrator has changed the day's sitting; null when it no longer starts together. */
  'sitting-changed': {
    scope: 'room',
    schema: z.object({ type: z.literal('sitting-changed'), sitting: z.nullable(sittingSchema) }),
  },
} as const
export type SittingServerMessage = z.infer<(typeof sittingServerMessages)['sitting-changed']['schema']>
