// Journey playback hook: advances from session to session while the page is visible.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { journeyStepMs } from '#shared/constants.ts'
import type { HistoryDay } from '../../history.ts'
import {
  advancePlayback,
  initialPlayback,
  seekPlayback,
  sessionIndex,
  togglePlayback,
} from '../../journey-playback.ts'

export interface JourneyPlayback {
  /** Index of the shown day. */
  index: number
  isPlaying: boolean
  /** Incremented per step. */
  step: number
  /** The last step was manual rather than playback, so it is announced. */
  isManual: boolean
  toggle: () => void
  /** Clamped to the first and last session. */
  goTo: (index: number) => void
  /** Like `goTo`, for the slider, which announces its own value. */
  slideTo: (index: number) => void
}

/** `days` in order; starts paused at the first. A hidden tab pauses playback and restarts the session's time. */
export function useJourneyPlayback(days: readonly HistoryDay[]): JourneyPlayback {
  const [playback, setPlayback] = useState(initialPlayback)
  const [isManual, setManual] = useState(false)
  const isPageVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible')
  const { isPlaying, step } = playback
  useEffect(() => {
    if (!isPlaying || !isPageVisible) return
    const timer = setTimeout(() => {
      setPlayback((current) => advancePlayback(current, days))
      setManual(false)
    }, journeyStepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isPageVisible, step, days])
  const move = (index: number, isManualStep: boolean) => {
    setPlayback((current) => seekPlayback(current, days, index))
    setManual(isManualStep)
  }
  return {
    index: sessionIndex(playback, days),
    isPlaying,
    step,
    isManual,
    toggle: () => setPlayback(togglePlayback),
    goTo: (index) => move(index, true),
    slideTo: (index) => move(index, false),
  }
}

function onVisibilityChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
