// Receiving a stream of this site: its first bytes and its segments, each in one transaction that holds the stream's lock.
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { delayMs, nextLead, placeSegment, reserveMs, type SegmentArrival, type Lead } from '../arrivals.ts'
import type { Rendition, SegmentReceipt } from '../contract.ts'
import { streamErrors } from '../errors.ts'
import { isInit, isSegment } from '../formats.ts'
import { lockOpenStream, restarted, type StreamSender } from './held-stream.ts'
import {
  arrivalsSince,
  deleteSegments,
  insertSegment,
  isStoredSegment,
  latestInit,
  renditionOf,
  saveInit,
  saveRendition,
  shiftSegments,
  updateStream,
  type StoredRendition,
  type StoredStream,
} from './sql.ts'

interface Upload extends StreamSender {
  rendition: Rendition
  deskId: string
  bytes: Uint8Array
}

/** Stores first bytes, and makes the caller's desk the one that sends. Returns whether the state has changed. */
export async function receiveInit(tx: Executor, upload: Upload): Promise<{ hasChanged: boolean }> {
  const { sittingId, rendition, deskId, hostId } = upload
  const bytes = Buffer.from(upload.bytes)
  if (!isInit(bytes)) throw appError(streamErrors.stream_format)
  const { stream } = await lockOpenStream(tx, upload, 'here')
  const isOther = stream.deskId !== deskId
  if (isOther && stream.state === 'on') throw appError(streamErrors.stream_not_yours)
  const { nextSeq: fromSeq } = await renditionOf(tx, sittingId, rendition)
  if (rendition === 'test') {
    await deleteSegments(tx, sittingId, rendition)
    await updateStream(tx, sittingId, { testDeskId: deskId })
    await saveInit(tx, { sittingId, rendition, fromSeq, bytes })
    return { hasChanged: false }
  }
  const hasEnded = stream.state === 'ended'
  await updateStream(tx, sittingId, {
    teacherId: hostId,
    deskId,
    ...(hasEnded && { ...restarted(stream), version: stream.version + 1 }),
  })
  const latest = await latestInit(tx, sittingId, rendition)
  if (!latest?.bytes.equals(bytes)) await saveInit(tx, { sittingId, rendition, fromSeq, bytes })
  return { hasChanged: hasEnded }
}

interface SegmentUpload extends Upload {
  seq: number
  stampMs: number
  durationMs: number
}

/** Stores the next segment. Throws `stream_gap` for another number than the next, unless the same bytes have it. */
export async function receiveSegment(
  tx: Executor,
  upload: SegmentUpload,
): Promise<{ receipt: SegmentReceipt; hasChanged: boolean }> {
  const { sittingId, rendition, seq, deskId, stampMs, durationMs, nowMs } = upload
  const bytes = Buffer.from(upload.bytes)
  if (!isSegment(bytes)) throw appError(streamErrors.stream_format)
  const { stream } = await lockOpenStream(tx, upload, 'here')
  const isTest = rendition === 'test'
  if (!isTest && stream.state === 'ended') throw appError(streamErrors.stream_ended)
  if ((isTest ? stream.testDeskId : stream.deskId) !== deskId) throw appError(streamErrors.stream_not_yours)
  const stored = await renditionOf(tx, sittingId, rendition)
  const arrival: SegmentArrival = { stampMs, durationMs, arrivedAtMs: nowMs }
  const hasInit = (await latestInit(tx, sittingId, rendition)) !== null
  if (seq === stored.nextSeq && hasInit) {
    const segment = { ...arrival, sittingId, rendition, seq, bytes }
    return isTest ? storeTest(tx, segment, { stream, stored }) : store(tx, segment, { stream, stored })
  }
  if (await isStoredSegment(tx, { sittingId, rendition, seq, bytes }))
    return { receipt: receiptOf(stream, stored.nextSeq, arrival), hasChanged: false }
  throw gapError(stored.nextSeq, hasInit)
}

function gapError(nextSeq: number, hasInit: boolean) {
  return appError(streamErrors.stream_gap, { parameters: { nextSeq, ...(!hasInit && { needsInit: 1 }) } })
}

type Received = SegmentArrival & { sittingId: number; rendition: Rendition; seq: number; bytes: Buffer }
interface Before {
  stream: StoredStream
  stored: StoredRendition
}

/** A test moves nothing that members see. */
async function storeTest(tx: Executor, segment: Received, { stream, stored }: Before) {
  const { sittingId, seq, stampMs, durationMs } = segment
  const isStored = await insertSegment(tx, { ...segment, startsAtMs: stampMs, gaps: stored.gaps })
  if (!isStored) throw gapError(stored.nextSeq, true)
  const nextSeq = seq + 1
  await saveRendition(tx, sittingId, { ...stored, nextSeq, stampEndMs: stampMs + durationMs })
  return { receipt: receiptOf(stream, nextSeq, segment), hasChanged: false }
}

const windowMs = 60_000

async function store(tx: Executor, segment: Received, { stream, stored }: Before) {
  const { sittingId, rendition, seq, stampMs, durationMs, arrivedAtMs } = segment
  const recent =
    stream.offsetMs === null
      ? []
      : await arrivalsSince(tx, sittingId, { offsetMs: stream.offsetMs, afterMs: arrivedAtMs - windowMs })
  const placement = placeSegment(segment, { ...stream, stampEndMs: stored.stampEndMs, recent })
  const { offsetMs, isAfterGap, shiftMs } = placement
  if (stream.offsetMs !== null && shiftMs !== 0)
    await shiftSegments(tx, sittingId, { offsetMs: stream.offsetMs, byMs: shiftMs })
  const gaps = stored.gaps + (isAfterGap ? 1 : 0)
  const startsAtMs = stampMs + offsetMs
  if (!(await insertSegment(tx, { ...segment, startsAtMs, gaps }))) throw gapError(stored.nextSeq, true)
  const nextSeq = seq + 1
  await saveRendition(tx, sittingId, { rendition, nextSeq, stampEndMs: stampMs + durationMs, gaps })
  const isOfClock = offsetMs - shiftMs === stream.offsetMs
  const arrivals = [...(isOfClock ? recent : []), { ...segment }].filter(
    (each) => each.rendition === rendition,
  )
  const lead = stream.chosenLeadMs === null ? nextLead(stream, arrivals, offsetMs) : {}
  const after = { ...stream, ...lead, offsetMs, state: 'on' as const, arrivedAtMs }
  const hasChanged = isSeen(after, stream)
  const version = stream.version + (hasChanged ? 1 : 0)
  const { leadMs, leadAtMs, state } = after
  await updateStream(tx, sittingId, { leadMs, leadAtMs, offsetMs, state, arrivedAtMs, version })
  return { receipt: receiptOf({ ...after, version }, nextSeq, segment), hasChanged }
}

/** Whether members learn of a change. */
function isSeen(after: Lead & { state: string }, before: Lead & { state: string }): boolean {
  return after.state !== before.state || after.leadMs !== before.leadMs
}

function receiptOf(stream: StoredStream, nextSeq: number, arrival: SegmentArrival): SegmentReceipt {
  const { version, state, leadMs } = stream
  const offsetMs = stream.offsetMs ?? arrival.arrivedAtMs - arrival.stampMs - arrival.durationMs
  return {
    version,
    state,
    leadMs,
    offsetMs: 0,
    nextSeq,
    delayMs: delayMs(arrival, offsetMs),
    reserveMs: reserveMs(arrival, { offsetMs, leadMs }),
  }
}
