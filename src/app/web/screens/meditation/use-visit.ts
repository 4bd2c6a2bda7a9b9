// The member's visit to the day's meditation: its time, which completes the sitting, and what offers an energy entry.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import type { EntryTrigger } from '#features/energy/rules.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { DayChange } from '#features/meditation/web/data/day-change.ts'
import { useVisitTimer } from '#features/meditation/web/data/visit-timer.ts'
import { setVisitActive } from '#web/visit-state.ts'

interface VisitOptions {
  change: DayChange
  isUnderWay: boolean
  isSeated: boolean
  /** Called when an entry may be offered; the ending of a sitting that starts together asks for the level itself. */
  onTrigger: (trigger: EntryTrigger) => void
  onPlayingChange: (isPlaying: boolean) => void
  prepareEnding: () => void
}

/** Returns what the video calls, and whether it has played. */
export function useVisit({ date, scheduleId }: DailyMeditation, options: VisitOptions) {
  const { change, isUnderWay, isSeated, onTrigger, onPlayingChange: setPlaying, prepareEnding } = options
  const session = useSession()
  const { status } = useUser()
  const hasEnded = useRef(false)
  const [hasPlayed, setPlayed] = useState(false)
  useVisitTimer(status === 'ready', {
    day: date,
    scheduleId,
    isSignedIn: () => session.state().status === 'ready',
    isSeated,
    // The end of the video has already offered the entry.
    onCompleted: () => !hasEnded.current && !isUnderWay && onTrigger('completed'),
  })
  const onFirstPlay = useCallback(() => {
    setPlayed(true)
    if (!isUnderWay) onTrigger('first-play')
  }, [onTrigger, isUnderWay])
  const onEnded = useCallback(() => {
    prepareEnding()
    hasEnded.current = true
    if (isUnderWay) return
    onTrigger('video-ended')
    change.videoEnded()
    setVisitActive(false)
  }, [onTrigger, change, isUnderWay, prepareEnding])
  const onPlayingChange = useCallback(
    (isPlaying: boolean) => {
      setPlaying(isPlaying)
      if (isPlaying) prepareEnding()
      if (!isUnderWay) change.setPlaying(isPlaying)
      if (isPlaying) setVisitActive(true)
    },
    [setPlaying, change, isUnderWay, prepareEnding],
  )
  useVisitActivity(change, isUnderWay, prepareEnding)
  return { hasPlayed, onFirstPlay, onEnded, onPlayingChange }
}

/** Reports the member's visit to the day change and the page; a sitting under way prepares its ending. */
function useVisitActivity(change: DayChange, isUnderWay: boolean, prepareEnding: () => void): void {
  useEffect(() => {
    if (!isUnderWay) return
    prepareEnding()
    // A sitting that crosses midnight keeps its day until its sharing ends (PHASE-16).
    change.setPlaying(true)
    setVisitActive(true)
    return () => {
      change.videoEnded()
      setVisitActive(false)
    }
  }, [change, isUnderWay, prepareEnding])
  useEffect(() => {
    setVisitActive(true)
    return () => setVisitActive(false)
  }, [])
}
