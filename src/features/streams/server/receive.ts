// Receiving a stream: its first bytes and its segments, each in one transaction that holds the stream's lock; and its end.
import { datedLabel } from '#features/activity/dated-label.ts'
import { recordActivity } from '#features/activity/server/service.ts'
import { assertHolds, findStoredSitting, type StoredSitting } from '#features/sittings/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { shownMemberName } from '#shared/former-member.ts'
import { contentText } from '#shared/i18n/translations.ts'
import { streamActivities } from '../activities.ts'
import {
  defaultLeadMs,
  delayMs,
  nextLead,
  placeSegment,
  reserveMs,
  type SegmentArrival,
  type Lead,
} from '../arrivals.ts'
import type { Rendition, SegmentReceipt, Stream } from '../contract.ts'
import { streamErrors } from '../errors.ts'
import { isInit, isSegment } from '../formats.ts'
import { streamWindow } from '../stream-window.ts'
import type { LiveSitting } from './live-sittings.ts'
import {
  arrivalsSince,
  deleteSegments,
  stopStreamRow,
  findRenditions,
  findStream,
  insertSegment,
  isStoredSegment,
  latestInit,
  lockStream,
  nameOf,
  renditionOf,
  saveInit,
  saveRendition,
  shiftSegments,
  updateStream,
  type StoredRendition,
  type StoredStream,
} from './sql.ts'

export interface StreamSender {
  /** The caller. */
  hostId: number
  sittingId: number
  /** By the room clock, once the whole body is here. */
  nowMs: number
}

interface Upload extends StreamSender {
  rendition: Rendition
  deskId: string
  bytes: Uint8Array
}

/** Throws `not_found` unless the sitting is streamed from this site, or `forbidden`. */
async function findHeld(
  tx: Executor,
  { hostId, sittingId, nowMs }: StreamSender,
): Promise<{ stored: StoredSitting & Pick<LiveSitting, 'plays'>; mayHostAll: boolean }> {
  const stored = await findStoredSitting(tx, sittingId)
  if (stored?.plays.kind !== 'live' || stored.plays.source !== 'here') throw appError('not_found')
  const live = { ...stored, plays: stored.plays }
  return { stored: live, ...(await assertHolds(tx, { hostId, nowMs }, stored, undefined)) }
}

/** Throws as {@link findHeld}, `stream_too_early`, or `stream_ended` after the sitting. Locks the stream. */
async function lockOpenStream(tx: Executor, sender: StreamSender): Promise<StoredStream> {
  const { stored, mayHostAll } = await findHeld(tx, sender)
  const { fromMs, untilMs } = streamWindow(stored.sitting, stored.plays)
  if (sender.nowMs < fromMs) throw appError(streamErrors.stream_too_early)
  if (stored.sitting.cancelled || sender.nowMs >= untilMs) throw appError(streamErrors.stream_ended)
  const stream = await lockStream(tx, sender.sittingId)
  if (stream.isClosed && !mayHostAll) throw appError('forbidden')
  return stream
}

/** Stores first bytes, and makes the caller's desk the one that sends. Returns whether the state has changed. */
export async function receiveInit(tx: Executor, upload: Upload): Promise<{ hasChanged: boolean }> {
  const { sittingId, rendition, deskId, hostId } = upload
  const bytes = Buffer.from(upload.bytes)
  if (!isInit(bytes)) throw appError(streamErrors.stream_format)
  const stream = await lockOpenStream(tx, upload)
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
    ...(hasEnded && { ...restarted, version: stream.version + 1 }),
  })
  const latest = await latestInit(tx, sittingId, rendition)
  if (!latest?.bytes.equals(bytes)) await saveInit(tx, { sittingId, rendition, fromSeq, bytes })
  return { hasChanged: hasEnded }
}

const restarted = {
  state: 'off',
  isClosed: false,
  leadMs: defaultLeadMs,
  leadAtMs: null,
  offsetMs: null,
  arrivedAtMs: null,
} as const

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
  const stream = await lockOpenStream(tx, upload)
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
  const lead = nextLead(stream, arrivals, offsetMs)
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

/**
 * Ends a stream; where no one speaks it changes nothing. What a moderator ends of someone else only moderators start
 * again. Returns whether it has ended now.
 */
export async function stopStream(tx: Executor, sender: StreamSender): Promise<{ hasChanged: boolean }> {
  const { hostId, sittingId, nowMs } = sender
  const { stored, mayHostAll } = await findHeld(tx, sender)
  const stream = await lockStream(tx, sittingId)
  if (stream.state === 'ended' || stream.teacherId === null) return { hasChanged: false }
  await stopStreamRow(tx, sittingId)
  const isOwn = stream.teacherId === hostId || stored.hostId === hostId
  await updateStream(tx, sittingId, { isClosed: mayHostAll && !isOwn })
  await recordActivity(tx, {
    actorId: hostId,
    kind: streamActivities.end,
    targetId: sittingId,
    label: datedLabel(stored.title, stored.sitting.day),
    createdAt: new Date(nowMs),
  })
  return { hasChanged: true }
}

/** As the desk reads it. Throws as {@link findHeld}. */
export async function readStream(tx: Executor, sender: StreamSender): Promise<Stream> {
  const { sittingId } = sender
  const { stored } = await findHeld(tx, sender)
  const { sitting, plays } = stored
  const { text: title, language } = contentText(stored.title, stored.titles)
  const stream = await findStream(tx, sittingId)
  const renditions = await findRenditions(tx, sittingId)
  const nextOf = (rendition: Rendition) =>
    renditions.find((each) => each.rendition === rendition)?.nextSeq ?? 0
  const name = stream?.teacherId == null ? null : await nameOf(tx, stream.teacherId)
  return {
    sittingId,
    version: stream?.version ?? 0,
    state: stream?.state ?? 'off',
    leadMs: stream?.leadMs ?? defaultLeadMs,
    offsetMs: 0,
    sitting,
    title,
    language,
    bellBy: plays.bellBy,
    inSharing: plays.inSharing,
    ...streamWindow(sitting, plays),
    isClosed: stream?.isClosed ?? false,
    teacher:
      stream?.teacherId == null || name === null
        ? null
        : { id: stream.teacherId, name: shownMemberName(name) },
    next: { picture: nextOf('picture'), sound: nextOf('sound'), test: nextOf('test') },
  }
}
