// API contract of streams: a teacher who speaks now sends segments, and members follow the state of the stream.
import * as z from 'zod/mini'
import { bellsBy } from '#features/sittings/plays.ts'
import { sittingSchema } from '#features/sittings/sitting.ts'
import { endpoint, fileSchema, perHour } from '#shared/endpoint.ts'
import { textLanguageSchema } from '#shared/i18n/translations.ts'
import { idInPathSchema } from '#shared/id.ts'
import { streamErrors } from './errors.ts'

/** Picture with sound; the same sound alone; and the teacher's test, which no one else sees. */
export const renditions = ['picture', 'sound', 'test'] as const
export type Rendition = (typeof renditions)[number]

/** `off`: nothing arrives. `on`: segments arrive. `ended`: for good, unless its teacher starts once more. */
export const streamStates = ['off', 'on', 'ended'] as const
export type StreamState = (typeof streamStates)[number]

/** In seconds, measured or set by a host. */
export const leadBounds = { min: 6, max: 30 }

const segmentMaxBytes = 1_048_576
/** In milliseconds. */
export const segmentMaxMs = 4_000
/** In epoch milliseconds: the year 5138. */
const stampMax = 100_000_000_000_000
const seqMax = 2_147_483_646

const wholeNumberInPath = (max: number, error: string) =>
  z.pipe(
    z.string().check(z.regex(/^(?:0|[1-9]\d{0,14})$/, { error })),
    z.pipe(z.transform(Number), z.int().check(z.maximum(max, { error }))),
  )

const ofSitting = { id: idInPathSchema }
const ofRendition = {
  ...ofSitting,
  rendition: z.enum(renditions, { error: 'A rendition is picture, sound or test.' }),
}

/** Tells two tabs apart: the desk makes it up and keeps it across a reload of its tab, as in its session storage. */
const ofDesk = {
  desk: z
    .string()
    .check(z.regex(/^[\w-]{16,64}$/, { error: 'A desk is 16 to 64 letters, digits, - and _.' })),
}

/** What members follow. The group's second is room clock − leadMs; a stamp of the stream plus offsetMs is the room clock. */
const stateFields = {
  /** Grows with every change; a page applies only a higher one. */
  version: z.int(),
  state: z.enum(streamStates),
  leadMs: z.int(),
  /** 0 for a stream of this site: its playlists are stamped by the room clock. */
  offsetMs: z.int(),
}

/** As hosts and the teacher's desk read it. */
export const streamSchema = z.object({
  sittingId: z.int(),
  ...stateFields,
  sitting: sittingSchema,
  title: z.string(),
  language: textLanguageSchema,
  bellBy: z.enum(bellsBy),
  /** The picture stays until the end of the sharing. */
  inSharing: z.boolean(),
  /** When it may be seen and sent, in epoch milliseconds of the room clock. */
  fromMs: z.int(),
  untilMs: z.int(),
  /** The lead as a host has set it; null while it is measured. */
  chosenLeadMs: z.nullable(z.int()),
  /** It is its time: from an hour before the doors to the end of its picture. */
  isOpen: z.boolean(),
  /** Of this site's desk, or the address of a playlist. */
  place: z.enum(['here', 'address']),
  /** An ended one may begin again at the caller's word: what a moderator ended only at a moderator's. */
  mayStart: z.boolean(),
  /** Who speaks; null while no one does. */
  teacher: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The numbers of the next segments: after a reload the desk goes on from there. */
  next: z.object({ picture: z.int(), sound: z.int(), test: z.int() }),
})
export type Stream = z.infer<typeof streamSchema>

/** After a segment is stored. */
const receiptSchema = z.object({
  ...stateFields,
  /** The number of the next segment. */
  nextSeq: z.int(),
  /** How long after its end the segment arrived, beyond the quickest of the last minute. */
  delayMs: z.int(),
  /** How long before the group needs the segment it arrived; negative when it came too late. */
  reserveMs: z.int(),
})
export type SegmentReceipt = z.infer<typeof receiptSchema>

const segmentTypes = ['video/mp4', 'audio/mp4'] as const
const upload = {
  method: 'PUT',
  needs: 'sitting.hold',
  fileTypes: segmentTypes,
  bodyMaxBytes: segmentMaxBytes,
  body: fileSchema,
  // Two renditions of 2 s are 60 a minute; after a minute without a line another 60 are due at once.
  limits: [{ per: 'caller', bucket: 'stream', perMinute: 240, burst: 90 }],
} as const
const uploadErrors = [
  'not_found',
  streamErrors.stream_not_yours,
  streamErrors.stream_too_early,
  streamErrors.stream_ended,
  streamErrors.stream_format,
] as const

export const streamsCalls = {
  /** For who holds the sitting, and moderators; `off` before the first segment. */
  stream: endpoint({
    method: 'GET',
    path: '/api/sittings/:id/stream',
    needs: 'sitting.hold',
    params: z.object(ofSitting),
    response: streamSchema,
    errors: ['not_found'],
  }),
  /**
   * The first bytes for the segments from the next number on; starts the stream, also again after its end. While segments of
   * another desk arrive it is `stream_not_yours`.
   */
  putInit: endpoint({
    ...upload,
    path: '/api/sittings/:id/stream/:rendition/init',
    params: z.object(ofRendition),
    query: z.strictObject(ofDesk),
    response: streamSchema,
    errors: uploadErrors,
  }),
  /**
   * A segment, in order. The same bytes under the same number change nothing. Other bytes, or a later number than the
   * next, are `stream_gap` with `nextSeq`; `needsInit` is 1 if the first bytes are missing. A dropped segment's number is used
   * again: its gap is seen by `startsAtMs`.
   */
  putSegment: endpoint({
    ...upload,
    path: '/api/sittings/:id/stream/:rendition/:seq',
    params: z.object({
      ...ofRendition,
      seq: wholeNumberInPath(seqMax, 'This isn’t the number of a segment.'),
    }),
    query: z.strictObject({
      ...ofDesk,
      /** Its first moment, by the clock of the encoder. */
      startsAtMs: wholeNumberInPath(stampMax, 'startsAtMs is in epoch milliseconds.'),
      durationMs: wholeNumberInPath(segmentMaxMs, 'A segment lasts at most 4,000 ms.').check(
        z.minimum(1, { error: 'A segment lasts at least 1 ms.' }),
      ),
    }),
    response: receiptSchema,
    errors: [...uploadErrors, streamErrors.stream_gap],
  }),
  /** Ends the stream: its teacher's part, or what a moderator stops; then only moderators let it begin again. */
  endStream: endpoint({
    method: 'POST',
    path: '/api/sittings/:id/stream/end',
    needs: 'sitting.hold',
    params: z.object(ofSitting),
    response: streamSchema,
    limits: [{ per: 'caller', bucket: 'stream-end', ...perHour(60) }],
    errors: ['not_found'],
  }),
}

export const streamServerMessages = {
  /** The state of a live sitting's stream; `off` until the first. Sent on a change, and to a client that joins. */
  'stream-changed': {
    scope: 'room',
    schema: z.object({
      type: z.literal('stream-changed'),
      sittingId: z.int(),
      ...stateFields,
      /** Of an outside playlist: stamps from the segment `seq` on are ahead by `byMs` more than those before. */
      jump: z.optional(z.object({ seq: z.int(), byMs: z.int() })),
    }),
  },
} as const
export type StreamMessage = z.infer<(typeof streamServerMessages)['stream-changed']['schema']>
