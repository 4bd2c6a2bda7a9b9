// API contract of hosts and their streams, apart from that of the desk: a new beginning, the lead, and the keys of encoders.
import * as z from 'zod/mini'
import { endpoint, perHour } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { isStorable } from '#shared/text.ts'
import { leadBounds, streamSchema } from './contract.ts'
import { streamErrors } from './errors.ts'

/** What a teacher gives to an encoder such as OBS. */
const streamKeySchema = z.object({ server: z.string(), streamKey: z.string() })
export type StreamKey = z.infer<typeof streamKeySchema>

const leadError = () =>
  t('The time behind the teacher is a whole number of seconds, {min} to {max}.', leadBounds)

const hostCall = {
  needs: 'sitting.hold',
  params: z.object({ id: idInPathSchema }),
  response: streamSchema,
} as const
const openErrors = ['not_found', streamErrors.stream_too_early, streamErrors.stream_ended] as const

const askedText = z.optional(z.string().check(z.maxLength(2_048), z.refine(isStorable)))
/** The fields that are read of the three forms; servers send more. */
const encoderQuestionSchema = z.object({
  call: askedText,
  name: askedText,
  key: askedText,
  action: askedText,
  path: askedText,
  query: askedText,
  token: askedText,
  stream: askedText,
  param: askedText,
})
export type EncoderQuestion = z.infer<typeof encoderQuestionSchema>

export const streamHostingCalls = {
  /** Lets an ended stream begin again: the first bytes of a desk do so, too. */
  startStream: endpoint({
    ...hostCall,
    method: 'POST',
    path: '/api/sittings/:id/stream/start',
    limits: [{ per: 'caller', bucket: 'stream-start', ...perHour(60) }],
    errors: openErrors,
  }),
  /** Sets how many seconds the group is behind the teacher; null has it measured. Pages move there by a stretch. */
  setLead: endpoint({
    ...hostCall,
    method: 'PUT',
    path: '/api/sittings/:id/stream/lead',
    body: z.strictObject({
      seconds: z.nullable(
        z
          .int({ error: leadError })
          .check(
            z.minimum(leadBounds.min, { error: leadError }),
            z.maximum(leadBounds.max, { error: leadError }),
          ),
      ),
    }),
    limits: [{ per: 'caller', bucket: 'stream-lead', ...perHour(60) }],
    errors: openErrors,
  }),
  /**
   * Makes a key for the encoder of one's own stream server, which no later call returns; an earlier one ends. Only for a
   * sitting that is seen by the address of a playlist.
   */
  renewStreamKey: endpoint({
    ...hostCall,
    method: 'POST',
    path: '/api/sittings/:id/stream/key',
    response: streamKeySchema,
    limits: [{ per: 'caller', bucket: 'stream-key', ...perHour(30) }],
    errors: openErrors,
  }),
  /**
   * A stream server asks whether an encoder may publish, or go on. It sends the form of nginx-rtmp (`call`, `name`, `key`),
   * or the JSON of MediaMTX or SRS, which reads `code`.
   */
  publishStream: endpoint({
    method: 'POST',
    path: '/api/stream/publish',
    needs: 'public',
    isForServers: true,
    body: encoderQuestionSchema,
    response: z.object({ code: z.literal(0) }),
    limits: [{ per: 'address', perMinute: 240, burst: 120 }],
    errors: [streamErrors.stream_key],
  }),
  /** A stream server asks whether it may send someone its files: a member's session. */
  readStreamFiles: endpoint({
    method: 'GET',
    path: '/api/stream/read',
    needs: 'meditation.join',
    response: z.null(),
    limits: [{ per: 'caller', bucket: 'stream-read', perMinute: 240, burst: 120 }],
  }),
}
