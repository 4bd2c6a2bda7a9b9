// State of a day's screen: the member's own pace, the group, or the ending. Pure, so that every case is a row of a table.
import { isChatPaused, type Phase } from '../../phases.ts'
import type { Sitting } from '../../sitting.ts'
import type { PagePhase } from '../hooks/use-phase.ts'
import type { Seat } from '../hooks/use-seat.ts'

interface VideoInput extends PagePhase {
  seat: Pick<Seat, 'isTaken' | 'isOnOwn'>
  /** Whether the member's video plays. */
  isPlaying: boolean
}

export interface SittingStateInput extends VideoInput {
  sitting: Sitting | null
  /** Whether the member took a seat in this sitting, perhaps before a reload, or saved their level before it. */
  hasSat: boolean
  /** Whether the group's video has ended here; it may be shorter than its measured length. */
  isVideoOver: boolean
  satToday: SatToday
}

/**
 * Where the member's day is shown once they have sat. `over`: over the stage, in place of the play button. `after`: in
 * place of the video's ending.
 */
export type SatToday = 'over' | 'after' | null

/** A sitting from its doors to the end of its sharing. */
export interface UnderWay {
  sitting: Sitting
  phase: Exclude<Phase, 'open'>
  /** Before the bell: the level on arrival, and the choice to be unlisted. */
  isArriving: boolean
  /** Everyone sits: the chat is paused, and nothing speaks (PHASE-11). */
  isMeditating: boolean
  /** The thanks and the room's energy. */
  isSharing: boolean
}

/**
 * States decide what is over the video and beside it. The video element stays through all of them: a press has allowed it
 * to play, and its position survives the bell and the end.
 */
export type SittingState =
  /** The member's own video, beside a sitting or without one. */
  | { kind: 'own-pace'; underWay: UnderWay | null; satToday: SatToday }
  /**
   * The cover over the video: in the doors, at the bell, in the silence, and for late joiners. Below it the group's video
   * waits, or plays on and can be joined.
   */
  | { kind: 'gathering'; underWay: UnderWay; isSeated: boolean; video: 'group' | 'joinable' | null }
  /** The video in step with everyone, or left for the member's own pace. */
  | { kind: 'together'; underWay: UnderWay; pace: 'group' | 'own' }
  /** The end of the sitting, for a member who sat. */
  | { kind: 'ending'; underWay: UnderWay }

export function sittingState(input: SittingStateInput): SittingState {
  const { isSilence, seat, hasSat, satToday } = input
  const underWay = underWayOf(input)
  if (underWay === null) return { kind: 'own-pace', underWay, satToday }
  const { phase } = underWay
  if (seat.isTaken && seat.isOnOwn) return { kind: 'together', underWay, pace: 'own' }
  if (phase === 'sharing' && hasSat) return { kind: 'ending', underWay }
  if (showsOwnVideo(input)) return { kind: 'own-pace', underWay, satToday: null }
  if (seat.isTaken && isGroupPlaying(input)) return { kind: 'together', underWay, pace: 'group' }
  const isJoinable = !seat.isTaken && phase === 'meditation'
  const video = isSilence ? null : seat.isTaken ? 'group' : isJoinable ? 'joinable' : null
  return { kind: 'gathering', underWay, isSeated: seat.isTaken, video }
}

/** Whether the stage is the member's own. Who watches as the doors open isn't interrupted before the bell (PHASE-09). */
export function showsOwnVideo({ phase, seat, isPlaying }: VideoInput): boolean {
  if (phase === 'open' || phase === 'sharing' || seat.isOnOwn) return true
  return !seat.isTaken && isPlaying && isArriving(phase)
}

/** Whether the group's video plays at this moment. */
export function isGroupPlaying({
  phase,
  isSilence,
  isVideoOver,
}: Pick<SittingStateInput, 'phase' | 'isSilence' | 'isVideoOver'>): boolean {
  return phase === 'meditation' && !isSilence && !isVideoOver
}

function underWayOf({ sitting, phase }: SittingStateInput): UnderWay | null {
  if (sitting === null || phase === 'open') return null
  return {
    sitting,
    phase,
    isArriving: isArriving(phase),
    isMeditating: isChatPaused(phase),
    isSharing: phase === 'sharing',
  }
}

function isArriving(phase: Phase): boolean {
  return phase === 'doors' || phase === 'gather'
}
