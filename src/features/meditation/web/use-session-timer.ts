// useSessionTimer: tracks a visit's time while a screen is mounted; connects the timer to page and endpoints.
import { useEffect, useEffectEvent } from 'react'
import { beacon, call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { meditationCalls } from '../contract.ts'
import { createSessionTimer, type SessionTimerOptions } from './session-timer.ts'

interface VisitOptions {
  /** The day of the meditation. */
  sessionDate: string
  /** Whether a member is signed in; otherwise nothing is sent. */
  isSignedIn: () => boolean
  /** Called when the sitting has just been completed. */
  onCompleted: () => void
}

/** Tracks the visit's time while `isOn`. */
export function useSessionTimer(isOn: boolean, { sessionDate, isSignedIn, onCompleted }: VisitOptions): void {
  const notifyCompleted = useEffectEvent(onCompleted)
  const isMemberSignedIn = useEffectEvent(isSignedIn)
  useEffect(() => {
    if (!isOn) return
    const timer = createSessionTimer({
      ...browserTimerOptions(),
      start: () => call(meditationCalls.startSession, { body: { sessionDate } }),
      onCompleted: () => notifyCompleted(),
    })
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('pagehide', timer.leave, { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && timer.start(), { signal })
    addEventListener('online', timer.resume, { signal })
    const onVisible = () => document.visibilityState === 'visible' && timer.resume()
    document.addEventListener('visibilitychange', onVisible, { signal })
    timer.start()
    return () => {
      controller.abort()
      if (isMemberSignedIn()) timer.leave()
      else timer.stop()
    }
  }, [isOn, sessionDate])
}

function browserTimerOptions(): Omit<SessionTimerOptions, 'start' | 'onCompleted'> {
  return {
    report: (id, body) => call(meditationCalls.reportTime, { params: { id: String(id) }, body }),
    sendGoodbye: (id, additionalDuration) =>
      beacon(meditationCalls.reportLeaving, { params: { id: String(id) }, body: { additionalDuration } }),
    nowMs: createMonotonicClock(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    classifyError: classifyReportError,
  }
}

function classifyReportError(error: unknown): 'missing' | 'ended' | 'retry' {
  logFailure('The time of this visit could not be reported.', error)
  if (!isCallError(error)) return 'retry'
  if (error.errorBody?.code === 'unauthenticated') publishSessionSignal('ended')
  if (error.errorBody?.code === 'banned') publishSessionSignal('denied')
  if (error.status === 404) return 'missing'
  return error.status === 409 ? 'ended' : 'retry'
}

/**
 * Monotonic milliseconds. On some systems `performance.now()` pauses while the device sleeps, and the date may be
 * set back: the larger elapsed time wins. The server credits no more than was possible.
 */
function createMonotonicClock(): () => number {
  let lastMonotonicMs = performance.now()
  let lastDateMs = Date.now()
  let elapsedMs = 0
  return () => {
    const [monotonicMs, dateMs] = [performance.now(), Date.now()]
    elapsedMs += Math.max(monotonicMs - lastMonotonicMs, dateMs - lastDateMs, 0)
    lastMonotonicMs = monotonicMs
    lastDateMs = dateMs
    return elapsedMs
  }
}
