// Segment queue: sends a rendition's segments in their order, each until the server has it. What waits for more than a
// minute is dropped, the oldest first (STREAM-29).
import { minuteMs, secondMs } from '#shared/durations.ts'
import type { SegmentReceipt } from '../../contract.ts'
import type { SendFailure, StopReason } from './send-failure.ts'

export interface Segment {
  bytes: Uint8Array<ArrayBuffer>
  /** Its first moment, by the clock of this device. */
  startsAtMs: number
  durationMs: number
}

interface SegmentQueueDeps {
  /** Sends first bytes; returns the number of the next segment. */
  sendInit: (bytes: Uint8Array<ArrayBuffer>) => Promise<number>
  send: (segment: Segment, seq: number) => Promise<SegmentReceipt>
  failureOf: (thrown: unknown) => SendFailure
  /** In milliseconds, of a clock that nobody sets. */
  now: () => number
  onReceipt: (receipt: SegmentReceipt, segment: Segment) => void
  /** A segment is lost: it waited too long, or the server doesn't take it. */
  onLoss: (segment: Segment) => void
  /** Nothing more is sent. */
  onStop: (reason: StopReason) => void
}

export interface SegmentQueue {
  /** First bytes for the segments from now on. */
  setInit: (bytes: Uint8Array<ArrayBuffer>) => void
  add: (segment: Segment) => void
  /** How much waits, in milliseconds of sound. */
  waitingMs: () => number
  /** Tries again at once: the line is back. */
  retry: () => void
  /** Resolves once nothing waits any more. */
  whenEmpty: () => Promise<void>
  /** Drops what waits, and sends nothing more. */
  close: () => void
}

const waitMaxMs = minuteMs
/** Between two tries; a lost line shows within it. */
const retryMs = secondMs

interface WaitingSegment {
  segment: Segment
  init: Uint8Array<ArrayBuffer>
  addedAtMs: number
}

export function createSegmentQueue({
  sendInit,
  send,
  failureOf,
  now,
  onReceipt,
  onLoss,
  onStop,
}: SegmentQueueDeps): SegmentQueue {
  let init: Uint8Array<ArrayBuffer> | null = null
  let waiting: WaitingSegment[] = []
  /** The first bytes that the server has, and the number that it expects. */
  let known: { init: Uint8Array<ArrayBuffer>; nextSeq: number } | null = null
  let isRunning = false
  let isClosed = false
  const pause = createPause()
  let onEmpty: (() => void)[] = []

  const dropOld = () => {
    const addedAfterMs = now() - waitMaxMs
    const lost = waiting.filter(({ addedAtMs }) => addedAtMs < addedAfterMs)
    waiting = waiting.slice(lost.length)
    for (const { segment } of lost) onLoss(segment)
  }
  const sendFirst = async (first: WaitingSegment) => {
    // A dropped segment's number is used again: its gap is seen by the stamps.
    if (known?.init !== first.init) known = { init: first.init, nextSeq: await sendInit(first.init) }
    const receipt = await send(first.segment, known.nextSeq)
    known = { ...known, nextSeq: receipt.nextSeq }
    if (isClosed) return
    waiting.shift()
    onReceipt(receipt, first.segment)
  }
  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (;;) {
      dropOld()
      const [first] = waiting
      if (!first || isClosed) break
      try {
        await sendFirst(first)
      } catch (thrown) {
        if (isClosed) break
        const failure = failureOf(thrown)
        if (failure.kind === 'stop') {
          close()
          onStop(failure.reason)
          break
        }
        if (failure.kind === 'skip') {
          waiting.shift()
          onLoss(first.segment)
          continue
        }
        // The response to the first bytes names the number.
        if (failure.kind === 'resync') known = null
        await pause.wait((failure.kind === 'again' ? failure.afterMs : null) ?? retryMs)
      }
    }
    isRunning = false
    for (const resolve of onEmpty) resolve()
    onEmpty = []
  }
  const close = () => {
    isClosed = true
    waiting = []
    pause.end()
  }
  return {
    setInit: (bytes) => {
      init = bytes
    },
    add: (segment) => {
      if (init === null || isClosed) return
      waiting.push({ segment, init, addedAtMs: now() })
      void run()
    },
    waitingMs: () => waiting.reduce((sum, { segment }) => sum + segment.durationMs, 0),
    retry: pause.end,
    whenEmpty: () => (isRunning ? new Promise((resolve) => onEmpty.push(resolve)) : Promise.resolve()),
    close,
  }
}

/** A wait that can be ended. */
function createPause() {
  let end = () => {}
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: () => end(),
  }
}
