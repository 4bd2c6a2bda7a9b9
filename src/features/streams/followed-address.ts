// An outside stream as one node follows it, read by read. Pure; kept as JSON between two reads, whichever node makes them.
import * as z from 'zod/mini'
import { secondMs } from '#shared/durations.ts'
import { defaultLeadMs, nextLead, placeSegment, stateOfArrivals, type SegmentArrival } from './arrivals.ts'
import { stampJumpSchema, type StreamState } from './live-messages.ts'
import type { OutsidePlaylist, OutsideSegment } from './parsed-playlist.ts'

const arrivalSchema = z.object({ stampMs: z.number(), durationMs: z.number(), arrivedAtMs: z.number() })

export const followedSchema = z.object({
  /** The latest segment seen. */
  lastSeq: z.nullable(z.number()),
  /** When a new one was seen last; the first read shows none to be new. */
  arrivedAtMs: z.nullable(z.number()),
  targetMs: z.number(),
  isEnded: z.boolean(),
  /** The end of the latest segment by the encoder's clock; null without stamps. */
  stampEndMs: z.nullable(z.number()),
  offsetMs: z.nullable(z.number()),
  /** The last jump of the encoder's clock; its seq is that of the first segment after it. */
  jump: z.nullable(stampJumpSchema),
  leadMs: z.number(),
  leadAtMs: z.nullable(z.number()),
  /** With stamps, of the last minute. */
  arrivals: z.array(arrivalSchema),
})
export type Followed = z.infer<typeof followedSchema>

export const nothingFollowed: Followed = {
  lastSeq: null,
  arrivedAtMs: null,
  targetMs: 2 * secondMs,
  isEnded: false,
  stampEndMs: null,
  offsetMs: null,
  jump: null,
  leadMs: defaultLeadMs,
  leadAtMs: null,
  arrivals: [],
}

type Media = Extract<OutsidePlaylist, { kind: 'media' }>
const keptMs = 60 * secondMs

/** What is known after reading a playlist; a segment with a number above the last one is new. */
export function followPlaylist(
  before: Followed,
  { segments, targetMs, isEnded }: Media,
  nowMs: number,
): Followed {
  const last = segments.at(-1)
  const known = { ...before, targetMs, isEnded }
  if (!last) return known
  // The first read, or a source that counts anew: when those arrived is unknown.
  if (before.lastSeq === null || last.seq < before.lastSeq)
    return { ...known, lastSeq: last.seq, stampEndMs: null, jump: null }
  const added = segments.filter(({ seq }) => seq > (before.lastSeq ?? 0))
  const [first] = added
  if (!first) return known
  return place({ ...known, lastSeq: last.seq, arrivedAtMs: nowMs }, { first, last }, nowMs)
}

/** Of several new segments only the last has just arrived. */
function place(
  known: Followed,
  { first, last }: { first: OutsideSegment; last: OutsideSegment },
  nowMs: number,
): Followed {
  if (first.stampMs === null || last.stampMs === null) return { ...known, stampEndMs: null }
  const arrival: SegmentArrival = { stampMs: last.stampMs, durationMs: last.durationMs, arrivedAtMs: nowMs }
  const recent = known.arrivals.filter(({ arrivedAtMs }) => arrivedAtMs > nowMs - keptMs)
  const gap = known.stampEndMs === null ? null : first.stampMs - known.stampEndMs
  const placement = placeSegment(arrival, {
    offsetMs: known.offsetMs,
    stampEndMs: gap === null ? null : arrival.stampMs - gap,
    recent,
  })
  const { offsetMs, shiftMs } = placement
  const hasJumped = known.offsetMs !== null && shiftMs === 0 && offsetMs !== known.offsetMs
  const arrivals = hasJumped ? [arrival] : [...recent, arrival]
  const lead = nextLead(known, arrivals, offsetMs)
  const jump = hasJumped ? { seq: first.seq, byMs: Math.round((known.offsetMs ?? 0) - offsetMs) } : known.jump
  const stampEndMs = last.stampMs + last.durationMs
  return { ...known, ...lead, offsetMs, stampEndMs, arrivals, jump }
}

/** What pages are told: the offset of stamps before the jump, which they reach a lead later, and the jump. */
export function stateOfFollowed(followed: Followed, nowMs: number) {
  const { isEnded, arrivedAtMs, targetMs, leadMs, jump } = followed
  const state: StreamState = isEnded ? 'ended' : stateOfArrivals(arrivedAtMs, nowMs, targetMs)
  return { state, leadMs, offsetMs: Math.round((followed.offsetMs ?? 0) + (jump?.byMs ?? 0)), jump }
}

const readMinMs = 2 * secondMs
const readMaxMs = 6 * secondMs

/** When to read again: once per target duration. */
export function msToNextRead({ targetMs }: Followed): number {
  return Math.min(readMaxMs, Math.max(readMinMs, targetMs))
}
