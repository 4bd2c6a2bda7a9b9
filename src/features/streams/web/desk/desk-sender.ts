// Desk sender: one queue for each rendition, and what arrives of them.
import { secondMs } from '#shared/durations.ts'
import { call } from '#web/call.ts'
import { serverNow } from '#web/server-clock.ts'
import { targetMs } from '../../arrivals.ts'
import { streamsCalls, type Rendition } from '../../contract.ts'
import { createSegmentQueue, type Segment, type SegmentQueue } from './segment-queue.ts'
import { sendFailureOf, type StopReason } from './send-failure.ts'

/** What arrives at the server. */
export interface Arrived {
  /** When the server took the last segment of the picture, or of the test, by the room clock; null before the first. */
  storedAtMs: number | null
  segments: number
  /** Of the last segment. */
  bytes: number
  /** Of all renditions, in the last ten seconds. */
  bitsPerSecond: number
  /** How long before the group needs it the last segment came; null before the first. */
  reserveMs: number | null
  /** The lead as the server has it; null before the first segment. */
  leadMs: number | null
  /** How much sound waits to be sent. */
  waitingMs: number
  /** How much sound was lost, and when the last of it, by the room clock; null without a loss. */
  lostMs: number
  lostAtMs: number | null
}

export const nothingArrived: Arrived = {
  storedAtMs: null,
  segments: 0,
  bytes: 0,
  bitsPerSecond: 0,
  reserveMs: null,
  leadMs: null,
  waitingMs: 0,
  lostMs: 0,
  lostAtMs: null,
}

interface DeskSenderInput {
  sittingId: number
  deskId: string
  renditions: readonly Rendition[]
  onArrived: (arrived: Arrived) => void
  onStop: (reason: StopReason) => void
}

export interface DeskSender {
  setInit: (rendition: Rendition, bytes: Uint8Array<ArrayBuffer>) => void
  add: (rendition: Rendition, segment: Segment) => void
  /** Resolves once nothing waits any more. */
  whenEmpty: () => Promise<void>
  close: () => void
}

/** A request of a line that is gone must not hold up the queue. */
const requestMaxMs = 20 * secondMs
const rateWindowMs = 10 * secondMs

/** Sends the segments of a desk. Its first rendition is the one that is watched. */
export function createDeskSender({
  sittingId,
  deskId,
  renditions,
  onArrived,
  onStop,
}: DeskSenderInput): DeskSender {
  let arrived = nothingArrived
  const rate = createRate()
  const [watched] = renditions
  const change = (next: Partial<Arrived>) => {
    const waitingMs = watched === undefined ? 0 : (queues.get(watched)?.waitingMs() ?? 0)
    arrived = { ...arrived, ...next, waitingMs }
    onArrived(arrived)
  }
  const close = () => {
    removeEventListener('online', retry)
    clearInterval(timer)
    for (const queue of queues.values()) queue.close()
  }
  const createQueue = (rendition: Rendition): SegmentQueue => {
    return createSegmentQueue({
      ...callsOf({ sittingId, deskId, rendition }),
      failureOf: sendFailureOf,
      now: () => performance.now(),
      onReceipt: ({ reserveMs, leadMs }, { bytes }) => {
        change({
          leadMs,
          bitsPerSecond: rate(bytes.length),
          ...(rendition === watched && {
            storedAtMs: serverNow(),
            segments: arrived.segments + 1,
            bytes: bytes.length,
            reserveMs,
          }),
        })
      },
      onLoss: ({ durationMs }) => {
        if (rendition === watched) change({ lostMs: arrived.lostMs + durationMs, lostAtMs: serverNow() })
      },
      onStop: (reason) => {
        close()
        onStop(reason)
      },
    })
  }
  const queues = new Map(renditions.map((rendition) => [rendition, createQueue(rendition)]))
  const retry = () => {
    for (const queue of queues.values()) queue.retry()
  }
  addEventListener('online', retry)
  // What waits grows while nothing arrives.
  const timer = setInterval(change, secondMs, {})
  return {
    setInit: (rendition, bytes) => queues.get(rendition)?.setInit(bytes),
    add: (rendition, segment) => queues.get(rendition)?.add(segment),
    whenEmpty: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.whenEmpty()))
    },
    close,
  }
}

/** Of the last ten seconds, in bits a second, after so many bytes more. */
function createRate(): (bytes: number) => number {
  let recent: { atMs: number; bytes: number }[] = []
  return (bytes) => {
    const nowMs = performance.now()
    recent = [...recent, { atMs: nowMs, bytes }].filter(({ atMs }) => atMs > nowMs - rateWindowMs)
    const sum = recent.reduce((total, each) => total + each.bytes, 0)
    const overMs = nowMs - (recent[0]?.atMs ?? nowMs) + targetMs
    return Math.round((sum * 8 * secondMs) / overMs)
  }
}

interface CallsInput extends Pick<DeskSenderInput, 'sittingId' | 'deskId'> {
  rendition: Rendition
}

/** The calls that send a rendition. */
function callsOf({ sittingId, deskId: desk, rendition }: CallsInput) {
  const params = { id: String(sittingId), rendition }
  const type = rendition === 'sound' ? 'audio/mp4' : 'video/mp4'
  const options = () => ({ signal: AbortSignal.timeout(requestMaxMs) })
  return {
    sendInit: async (bytes: Uint8Array<ArrayBuffer>) => {
      const body = new Blob([bytes], { type })
      const { next } = await call(streamsCalls.putInit, { params, query: { desk }, body }, options())
      return next[rendition]
    },
    send: ({ bytes, startsAtMs, durationMs }: Segment, seq: number) => {
      const query = { desk, startsAtMs: String(startsAtMs), durationMs: String(durationMs) }
      const body = new Blob([bytes], { type })
      const input = { params: { ...params, seq: String(seq) }, query, body }
      return call(streamsCalls.putSegment, input, options())
    },
  }
}
