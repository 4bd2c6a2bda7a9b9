// Arrivals of a stream's segments: where they belong on the room clock, how far the group is behind, and whether any
// come. Pure, so that every node decides alike (STREAM-04, STREAM-05, STREAM-11).
import { minuteMs, secondMs } from '#shared/durations.ts'
import { leadBounds } from './contract.ts'
import type { StreamState } from './live-messages.ts'

/** A segment by the encoder's clock, and when it arrived by the room clock; in epoch milliseconds. */
export interface SegmentArrival {
  stampMs: number
  durationMs: number
  arrivedAtMs: number
}

/** What is added to stamps to get the room clock, as one arrival shows it: as if it had taken no time. */
function offsetSample({ stampMs, durationMs, arrivedAtMs }: SegmentArrival): number {
  return arrivedAtMs - (stampMs + durationMs)
}

/** Less than this is not corrected: pages would move for it. */
const toleranceMs = 300
/** Stamps that differ more from the end of the segment before don't continue it. */
const gapMs = 500
const windowMs = minuteMs
/** After a jump of its clock an encoder that went on is seen within two segments and this. */
const jumpSeenWithinMs = secondMs
/** Arrivals that span this much of the window are enough to see a clock that is behind. */
const fullWindowMs = 50 * secondMs

export interface SegmentPlacement {
  /** In force from this segment on. */
  offsetMs: number
  /** It doesn't continue the segment before. */
  isAfterGap: boolean
  /** To be added to the segments placed so far, except those from before a jump of the encoder's clock. */
  shiftMs: number
}

interface PlacedSoFar {
  /** Null before the first segment. */
  offsetMs: number | null
  /** The end of the rendition's segment before, by the encoder's clock; null before its first. */
  stampEndMs: number | null
  /** Those of the last minute that the offset in force has placed, of all renditions. */
  recent: readonly SegmentArrival[]
}

/**
 * Places a segment on the room clock. Stamps are trusted only relatively: the smallest difference of a minute is the
 * offset, and a clock that jumps gets another one.
 */
export function placeSegment(
  arrival: SegmentArrival,
  { offsetMs, stampEndMs, recent }: PlacedSoFar,
): SegmentPlacement {
  const sample = offsetSample(arrival)
  const gap = stampEndMs === null ? 0 : arrival.stampMs - stampEndMs
  const isAfterGap = Math.abs(gap) > gapMs
  if (offsetMs === null) return { offsetMs: sample, isAfterGap, shiftMs: 0 }
  const isPlausible = Math.abs(sample - offsetMs) <= toleranceMs
  const hasJumped = (gap > gapMs && sample < offsetMs - toleranceMs) || (gap < -gapMs && !isPlausible)
  if (hasJumped) return { offsetMs: offsetAfterJump(arrival, offsetMs - gap), isAfterGap, shiftMs: 0 }
  const next = correctedOffset(offsetMs, [...recent, arrival])
  return { offsetMs: next, isAfterGap, shiftMs: next - offsetMs }
}

/** `continued` is the offset of an encoder that went on; one that was away meanwhile begins anew. */
function offsetAfterJump(arrival: SegmentArrival, continued: number): number {
  const sample = offsetSample(arrival)
  const delay = sample - continued
  const wentOn = delay >= -toleranceMs && delay <= 2 * arrival.durationMs + jumpSeenWithinMs
  return wentOn ? continued : sample
}

/** The offset after more arrivals of the same clock. Without a reason it stays, so that no page moves. */
function correctedOffset(offsetMs: number, arrivals: readonly SegmentArrival[]): number {
  const last = arrivals.at(-1)
  if (!last) return offsetMs
  const since = last.arrivedAtMs - windowMs
  const recent = arrivals.filter(({ arrivedAtMs }) => arrivedAtMs > since)
  const smallest = Math.min(...recent.map(offsetSample))
  if (smallest < offsetMs - toleranceMs) return smallest
  const span = last.arrivedAtMs - (recent[0]?.arrivedAtMs ?? last.arrivedAtMs)
  return span >= fullWindowMs && smallest > offsetMs + toleranceMs ? smallest : offsetMs
}

/** How long an arrival took beyond the quickest. */
export function delayMs(arrival: SegmentArrival, offsetMs: number): number {
  return Math.max(0, Math.round(offsetSample(arrival) - offsetMs))
}

/** How long before the group needs a segment it arrived; negative when it came too late. */
export function reserveMs(
  arrival: SegmentArrival,
  { offsetMs, leadMs }: { offsetMs: number; leadMs: number },
): number {
  return leadMs - delayMs(arrival, offsetMs) - arrival.durationMs
}

/** Until it is known. */
export const defaultLeadMs = 12 * secondMs
const leadSegments = 3
const firstSegments = 6
const emptyForMs = 30 * secondMs
const leadStaysMs = 5 * minuteMs

export interface Lead {
  leadMs: number
  /** When it was measured last; null until then. */
  leadAtMs: number | null
}

/**
 * The lead after more arrivals of one rendition, the latest of the last minute in their order. It is fixed when six
 * segments are in. It changes at most once in five minutes, when none came in time for half a minute.
 */
export function nextLead(lead: Lead, arrivals: readonly SegmentArrival[], offsetMs: number): Lead {
  const last = arrivals.at(-1)
  if (!last) return lead
  const leadAtMs = last.arrivedAtMs
  if (lead.leadAtMs === null)
    return arrivals.length < firstSegments ? lead : { leadMs: measuredLead(arrivals, offsetMs), leadAtMs }
  if (leadAtMs - lead.leadAtMs < leadStaysMs) return lead
  const late = arrivals.slice(
    1 + arrivals.findLastIndex((arrival) => reserveMs(arrival, { offsetMs, leadMs: lead.leadMs }) > 0),
  )
  const [first] = late
  if (!first || leadAtMs - first.arrivedAtMs < emptyForMs) return lead
  return { leadMs: measuredLead(late, offsetMs), leadAtMs }
}

/** The largest delay plus three segments, in whole seconds. */
function measuredLead(arrivals: readonly SegmentArrival[], offsetMs: number): number {
  const largest = Math.max(...arrivals.map((arrival) => delayMs(arrival, offsetMs)))
  const longest = Math.max(...arrivals.map(({ durationMs }) => durationMs))
  const seconds = Math.ceil((largest + leadSegments * longest) / secondMs)
  return Math.min(leadBounds.max, Math.max(leadBounds.min, seconds)) * secondMs
}

/** Of this site's streams. */
export const targetMs = 2 * secondMs

/** How long no segment may come before a stream is off. */
export function silentForMs(target: number): number {
  return 3 * target + 4 * secondMs
}

/** Whether segments arrive, by the last new one. */
export function stateOfArrivals(
  lastArrivedAtMs: number | null,
  nowMs: number,
  target = targetMs,
): Exclude<StreamState, 'ended'> {
  return lastArrivedAtMs !== null && nowMs - lastArrivedAtMs <= silentForMs(target) ? 'on' : 'off'
}
