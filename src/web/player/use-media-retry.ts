// useMediaRetry: reloads a video or audio that the network interrupted, until it plays or a person is asked.
import { useEffect, useReducer, useRef } from 'react'
import { reconnectDelayMs } from '#shared/backoff.ts'
import { mayPlay, type PlayerStage } from './player-stage.ts'

/** About three minutes. Then a person is asked, and only a line that returns makes another attempt. */
const attemptsMax = 8

/** `other`: the file is broken, so another attempt fails too. */
export type MediaFailure = 'network' | 'other'

interface MediaRetryOptions {
  /** Of a stream that hls.js feeds, which the element doesn't report. */
  streamFailure: MediaFailure | null
  /** It has waited for data too long: it is reloaded when the line returns. */
  isStuck: boolean
  /** Whether the live channel is connected: it returns together with the line. */
  isConnected: boolean
  /** Under a cover and an ending nothing is loaded again, and what played before needs another press afterwards. */
  stage: PlayerStage
  /** Loads it again, and plays on. May change with every render. */
  reload: () => void
}

interface MediaRetry {
  /** It was interrupted, and hasn't played again yet. */
  isInterrupted: boolean
  /** Another attempt comes by itself. */
  isRetrying: boolean
}

/**
 * A file that was never there stays an error, and so does one that its member had paused. Attempts come at once when
 * the line returns, and otherwise with a growing delay (MED-41).
 */
export function useMediaRetry(
  element: HTMLMediaElement | null,
  { streamFailure, isStuck, isConnected, stage, reload }: MediaRetryOptions,
): MediaRetry {
  const [{ wasLoaded, isWanted, failure, attempts }, dispatch] = useReducer(mediaReducer, initialState)
  const isAllowed = mayPlay(stage)
  const isFailed = (failure ?? streamFailure) === 'network' && wasLoaded && isWanted
  const isRetrying = isAllowed && isFailed && attempts < attemptsMax
  const latest = useRef({ reload, retryNow: () => {} })
  useEffect(() => {
    const retryNow = () => {
      if (!isAllowed || !(isFailed || isStuck)) return
      dispatch({ type: 'line-back' })
      reload()
    }
    latest.current = { reload, retryNow }
  })
  useEffect(() => {
    if (!element) return
    const controller = new AbortController()
    for (const type of mediaEvents)
      element.addEventListener(type, () => dispatch({ type, element }), { signal: controller.signal })
    window.addEventListener('online', () => latest.current.retryNow(), { signal: controller.signal })
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) dispatch({ type: 'loadedmetadata', element })
    return () => controller.abort()
  }, [element])
  useEffect(() => dispatch({ type: 'stage', stage }), [stage])
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) latest.current.retryNow()
    wasConnected.current = isConnected
  }, [isConnected])
  useEffect(() => {
    if (!isRetrying) return
    const timer = setTimeout(
      () => {
        dispatch({ type: 'attempt' })
        latest.current.reload()
      },
      reconnectDelayMs(attempts, Math.random()),
    )
    return () => clearTimeout(timer)
  }, [isRetrying, attempts])
  const isInterrupted = isAllowed && (isFailed || attempts > 0)
  return { isInterrupted, isRetrying: isInterrupted && attempts < attemptsMax }
}

interface MediaState {
  wasLoaded: boolean
  /** The last command was to play: a member's, or the group's clock's. */
  isWanted: boolean
  failure: MediaFailure | null
  /** Since it played last. */
  attempts: number
}

const initialState: MediaState = { wasLoaded: false, isWanted: false, failure: null, attempts: 0 }

const mediaEvents = ['loadedmetadata', 'loadstart', 'play', 'playing', 'pause', 'error'] as const

type MediaEvent =
  | { type: (typeof mediaEvents)[number]; element: HTMLMediaElement }
  | { type: 'attempt' | 'line-back' }
  | { type: 'stage'; stage: PlayerStage }

function mediaReducer(state: MediaState, event: MediaEvent): MediaState {
  switch (event.type) {
    case 'loadedmetadata':
      return { ...state, wasLoaded: true }
    case 'loadstart':
      return { ...state, failure: null }
    case 'play':
      return { ...state, isWanted: true }
    case 'playing':
      return { ...state, attempts: 0 }
    case 'pause':
      // Loading it again pauses it for a moment, and Chromium pauses what has failed.
      return event.element.paused && event.element.error === null
        ? { ...state, isWanted: false, attempts: 0 }
        : state
    case 'error':
      return { ...state, failure: failureOf(event.element) }
    case 'stage':
      if (!mayPlay(event.stage)) return { ...state, isWanted: false, attempts: 0 }
      return event.stage === 'group' ? { ...state, isWanted: true } : state
    case 'attempt':
      return { ...state, attempts: state.attempts + 1 }
    case 'line-back':
      return { ...state, attempts: 1 }
  }
}

/** A file that was there before and isn't found is the network's failure too. */
function failureOf({ error }: HTMLMediaElement): MediaFailure {
  return error?.code === MediaError.MEDIA_ERR_DECODE ? 'other' : 'network'
}
