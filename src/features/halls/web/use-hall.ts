// useHall: what a hall's screen follows, read every 15 seconds and at the phases of its sitting.
import { useCallback, useEffect, useState } from 'react'
import { msToNextPhase } from '#features/sittings/phases.ts'
import type { Block } from '#features/sittings/silence.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow, watchServerClock } from '#web/server-clock.ts'
import { hallsCalls, type Hall } from '../contract.ts'

/** A hall whose link was taken away is dark within 15 s, the request included. */
const readEveryMs = 14_000
/** A response that takes longer is given up: the next read is due. */
const readMaxMs = 8_000
/** Between two reads. */
const readGapMs = 1_000

export interface HallContent extends Pick<
  Hall,
  'title' | 'language' | 'kind' | 'videoUrl' | 'bellBy' | 'present' | 'people'
> {
  /** As pages know it. The same object until it changes, as its timers depend on it. */
  sitting: Sitting
  /** The same array until it changes; null but for a silence. */
  blocks: readonly Block[] | null
}

export type HallState =
  /** The first response isn't here yet. */
  | { kind: 'loading' }
  /** It failed; the next read is on its way. */
  | { kind: 'failed' }
  /** The link doesn't work, or no longer. */
  | { kind: 'closed' }
  /** `isOffline`: the last read failed, and the hall goes on with what it knows. */
  | { kind: 'open'; hall: HallContent; isOffline: boolean }

/** `retry` reads once more. A null token is that of an address without one. */
export function useHall(token: string | null): { state: HallState; retry: () => void } {
  const [state, setState] = useState<HallState>({ kind: token === null ? 'closed' : 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => (token === null ? undefined : followHall(token, setState)), [token, attempt])
  const retry = useCallback(() => {
    setState({ kind: 'loading' })
    setAttempt((before) => before + 1)
  }, [])
  return { state: token === null ? { kind: 'closed' } : state, retry }
}

/** Reads until the link ends; returns the function that stops it. */
function followHall(token: string, setState: (next: HallState) => void): () => void {
  let reading: AbortController | null = null
  let readAtMs = Number.NEGATIVE_INFINITY
  let known: HallContent | null = null
  let isClosed = false
  const read = async () => {
    const controller = new AbortController()
    const { signal } = controller
    reading = controller
    const timer = setTimeout(() => controller.abort(), readMaxMs)
    try {
      const hall = await call(hallsCalls.hall, {}, { token, signal })
      if (reading !== controller) return
      known = contentOf(hall, known)
      setState({ kind: 'open', hall: known, isOffline: false })
    } catch (error) {
      if (reading !== controller) return
      isClosed = isCallError(error) && error.status === 401
      if (!isClosed) logFailure('The hall could not be read.', error)
      if (isClosed) setState({ kind: 'closed' })
      else setState(known === null ? { kind: 'failed' } : { kind: 'open', hall: known, isOffline: true })
    } finally {
      clearTimeout(timer)
      if (reading === controller) reading = null
    }
  }
  const update = () => {
    if (isClosed) return null
    const waitMs = readAtMs + readGapMs - performance.now()
    if (waitMs > 0) return waitMs
    if (reading === null) {
      readAtMs = performance.now()
      void read()
    }
    // A moment later, for a page whose clock is a little ahead.
    const phaseMs = msToNextPhase(known?.sitting ?? null, serverNow())
    return Math.min(readEveryMs, phaseMs === null ? readEveryMs : phaseMs + 250)
  }
  const stop = runOnTime(update)
  const stopClock = watchServerClock(async () => update())
  window.addEventListener('online', update)
  return () => {
    stop()
    stopClock()
    window.removeEventListener('online', update)
    const last = reading
    reading = null
    last?.abort()
  }
}

function contentOf({ sitting, blocks, ...rest }: Hall, before: HallContent | null): HallContent {
  // A hall is told neither the day nor the schedule of its sitting, nor what a host wrote to the members.
  const known: Sitting = { ...sitting, id: 0, day: '', scheduleId: null, cancelNote: null }
  return { ...rest, sitting: sameOr(before?.sitting, known), blocks: sameOr(before?.blocks, blocks) }
}

function sameOr<Value>(before: Value | undefined, next: Value): Value {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(next) ? before : next
}
