// The sitting on the screen: its state, the member's seat, and what both do to the page.
import { useCallback, useEffect, useState } from 'react'
import { useDayLevels } from '#features/energy/web/components/sitting-levels.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { useBell } from '#features/sittings/web/data/bell.ts'
import {
  isGroupPlaying,
  isOwnVideo,
  sittingState,
  type SittingState,
} from '#features/sittings/web/data/sitting-state.ts'
import { usePhase } from '#features/sittings/web/hooks/use-phase.ts'
import { useRefreshedSitting } from '#features/sittings/web/hooks/use-refreshed-sitting.ts'
import { useSeat, type Seat } from '#features/sittings/web/hooks/use-seat.ts'
import { setMeditating, setSeated } from '#web/visit-state.ts'
import { useSatToday, useWatched } from './day.ts'

interface UseSittingOptions {
  isPlaying: boolean
  refresh: () => void
  prepareEnding: () => void
}

interface SittingOnScreen {
  /** That of the moment, or the one that the member watches. */
  meditation: DailyMeditation
  state: SittingState
  /** The video is over, and the silence after it is on. */
  isSilence: boolean
  seat: Seat
  /** Called when the group's video has ended here. */
  onVideoOver: () => void
}

/** `ofMoment` is the day's meditation of the moment; its `sitting` decides. */
export function useSitting(
  ofMoment: DailyMeditation,
  { isPlaying, refresh, prepareEnding }: UseSittingOptions,
): SittingOnScreen {
  const { sitting, date } = ofMoment
  const phase = usePhase(sitting)
  const videoAt = sitting?.videoAt ?? null
  const [overVideoAt, setOverVideoAt] = useState<number | null>(null)
  const onVideoOver = useCallback(() => setOverVideoAt(videoAt), [videoAt])
  // A video may be shorter than its measured length: the rest is silence.
  const isVideoOver = overVideoAt !== null && overVideoAt === videoAt
  const seat = useSeat(sitting, {
    isUnderWay: phase.phase !== 'open',
    isWatched: isPlaying || !isGroupPlaying({ ...phase, isVideoOver }),
  })
  const { before } = useDayLevels(date, sitting)
  const hasSat = seat.wasTaken || (sitting !== null && before != null)
  // A sitting ahead or under way asks by itself.
  const isAtRest = phase.phase === 'open' && !phase.isAhead
  const satToday = useSatToday(ofMoment, { isAtRest, isPlaying, prepareEnding })
  const state = sittingState({ ...phase, seat, hasSat, isPlaying, isVideoOver, sitting, satToday })
  const meditation = useWatched(ofMoment, isPlaying && isOwnVideo(state))
  useRefreshedSitting(sitting, refresh)
  useBell(sitting, seat.isTaken)
  useWhile(seat.isTaken, setSeated)
  useWhile(state.underWay?.isMeditating ?? false, setMeditating)
  return { meditation, state, isSilence: phase.isSilence, seat, onVideoOver }
}

/** Sets a value of the page while the screen shows it. */
function useWhile(value: boolean, set: (value: boolean) => void): void {
  useEffect(() => {
    set(value)
    return () => set(false)
  }, [value, set])
}
