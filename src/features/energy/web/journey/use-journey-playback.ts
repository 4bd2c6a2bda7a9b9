// Plays a journey: one session after another while it is seen.
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
  /** Which of the days is shown. */
  index: number
  isPlaying: boolean
  /** Counts the steps. */
  step: number
  /** The last step was pressed, not played: it is to be told. */
  isByHand: boolean
  toggle: () => void
  /** Beyond the ends it goes to the last or the first. */
  goTo: (index: number) => void
  /** The same along the slider, which speaks for itself. */
  slideTo: (index: number) => void
}

/** `days` in order; paused at the first of them. In a hidden tab it waits, and gives the session its time anew. */
export function useJourneyPlayback(days: readonly HistoryDay[]): JourneyPlayback {
  const [playback, setPlayback] = useState(initialPlayback)
  const [isByHand, setByHand] = useState(false)
  const isSeen = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible')
  const { isPlaying, step } = playback
  useEffect(() => {
    if (!isPlaying || !isSeen) return
    const timer = setTimeout(() => {
      setPlayback((now) => advancePlayback(now, days))
      setByHand(false)
    }, journeyStepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isSeen, step, days])
  const move = (index: number, byHand: boolean) => {
    setPlayback((now) => seekPlayback(now, days, index))
    setByHand(byHand)
  }
  return {
    index: sessionIndex(playback, days),
    isPlaying,
    step,
    isByHand,
    toggle: () => setPlayback(togglePlayback),
    goTo: (index) => move(index, true),
    slideTo: (index) => move(index, false),
  }
}

function onVisibilityChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
