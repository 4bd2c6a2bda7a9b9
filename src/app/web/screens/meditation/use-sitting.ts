// The sitting on the screen: its state, the member's seat, and what both do to the page.
import { useCallback, useEffect, useState } from 'react'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { heldPlacesAt, isChatPaused } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { SilenceSoundProps } from '#features/sittings/web/components/silence-sound.tsx'
import { useBell } from '#features/sittings/web/data/bell.ts'
import { recordSat } from '#features/sittings/web/data/sat-sittings.ts'
import {
  isGroupPlaying,
  isOwnVideo,
  sittingState,
  type SittingState,
  type UnderWay,
} from '#features/sittings/web/data/sitting-state.ts'
import { usePhase } from '#features/sittings/web/hooks/use-phase.ts'
import { useRefreshedSitting } from '#features/sittings/web/hooks/use-refreshed-sitting.ts'
import { useSeat, type Seat } from '#features/sittings/web/hooks/use-seat.ts'
import { streamOnPage } from '#features/streams/web/stream-on-page.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { setHeldPlaces, setMeditating, setSeated } from '#web/visit-state.ts'
import { useSatMeditation, useSatOfDay, useSatToday, useWatched } from './day.ts'

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
  /** The sound of a sitting in silence, while it is under way; null for a video. */
  silence: SilenceSoundProps | null
  seat: Seat
  /** No sitting of the day is over without another ahead, and the member hasn't sat. */
  isBefore: boolean
  /** A bell of the day is still to begin this meditation, and its doors are closed. */
  hasBellAhead: boolean
  /** The last sitting of the day in which the member sat, once the day after it is shown. */
  satSitting: Sitting | null
  /** Called when the group's video has ended here. */
  onVideoOver: () => void
}

/** `ofMoment` is the day's meditation of the moment; its `sitting` decides. */
export function useSitting(
  ofMoment: DailyMeditation,
  { isPlaying, refresh, prepareEnding }: UseSittingOptions,
): SittingOnScreen {
  const { sitting, title, plays } = ofMoment
  const phase = usePhase(sitting)
  const videoAt = sitting?.videoAt ?? null
  const [overVideoAt, setOverVideoAt] = useState<number | null>(null)
  const onVideoOver = useCallback(() => setOverVideoAt(videoAt), [videoAt])
  // A video may be shorter than its measured length: the rest is silence.
  const isVideoOver = overVideoAt !== null && overVideoAt === videoAt
  const blocks = plays.kind === 'silence' ? plays.blocks : null
  const hasVideo = plays.kind === 'video'
  const { isListening } = streamOnPage.use()
  const seat = useSeat(sitting, {
    isUnderWay: phase.phase !== 'open',
    isWatched: (isPlaying || !isGroupPlaying({ ...phase, isVideoOver, hasVideo })) && !isListening,
  })
  const { isAhead } = phase
  const {
    hasSat: hasSatToday,
    hasSatInShown,
    satSitting,
  } = useSatOfDay(ofMoment, { isAtRest: phase.phase === 'open', isAhead })
  const hasSat = seat.wasTaken || hasSatInShown
  const stateInput = { ...phase, seat, hasSat, isPlaying, isVideoOver, hasVideo, sitting }
  const meditation = useWatched(
    useSatMeditation(ofMoment, satSitting),
    isPlaying && isOwnVideo(sittingState({ ...stateInput, satToday: null })),
  )
  const satToday = useSatToday(meditation, {
    hasSat: hasSatToday,
    satSitting,
    isAhead,
    isMeditating: isChatPaused(phase.phase),
    isPlaying,
    prepareEnding,
  })
  const state = sittingState({ ...stateInput, satToday })
  const { underWay } = state
  useRefreshedSitting(sitting, refresh)
  const { isTaken: isSeated, isOnOwn, setOnOwn } = seat
  const isRinger = useBell(sitting, isSeated)
  useRecordedSat(underWay, seat.wasTaken)
  useWhile(seat.isTaken, setSeated)
  useWhile(underWay?.isMeditating ?? false, setMeditating)
  usePlacesHeld(sitting)
  const isBefore = satToday === null && (sitting === null || isAhead)
  const silence =
    underWay !== null && blocks !== null
      ? { sitting: underWay.sitting, blocks, title, isSeated, isOnOwn, setOnOwn, isRinger }
      : null
  return {
    meditation,
    state,
    isBefore,
    hasBellAhead: isAhead && sitting?.scheduleId === meditation.scheduleId,
    isSilence: phase.isSilence,
    silence,
    seat,
    satSitting,
    onVideoOver,
  }
}

/** From the bell on, who took a seat has sat. */
function useRecordedSat(underWay: UnderWay | null, wasSeated: boolean): void {
  const id = underWay !== null && !underWay.isArriving && wasSeated ? underWay.sitting.id : null
  useEffect(() => {
    if (id !== null) recordSat(id, null)
  }, [id])
}

/** Around its bell and its end no data moves the page. */
function usePlacesHeld(sitting: Sitting | null): void {
  const nowMs = useServerNow(useCallback((nowMs) => heldPlacesAt(sitting, nowMs).leftMs, [sitting]))
  const { held } = heldPlacesAt(sitting, nowMs)
  useEffect(() => setHeldPlaces(held), [held])
  useEffect(() => () => setHeldPlaces(null), [])
}

/** Sets a value of the page while the screen shows it. */
function useWhile(value: boolean, set: (value: boolean) => void): void {
  useEffect(() => {
    set(value)
    return () => set(false)
  }, [value, set])
}
