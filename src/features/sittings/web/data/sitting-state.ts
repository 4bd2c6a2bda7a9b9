// State of a day's screen: the member's own pace, the group, or the ending. Pure, so that every case is a row of a table.
import { isChatPaused, type Phase } from '../../phases.ts'
import type { Sitting } from '../../sitting.ts'
import type { PagePhase } from '../hooks/use-phase.ts'
import type { Seat } from '../hooks/use-seat.ts'

export interface SittingStateInput extends PagePhase {
  sitting: Sitting | null
  seat: Pick<Seat, 'isTaken' | 'isOnOwn'>
  /** Whether the member's video plays. */
  isPlaying: boolean
  /** Whether the member took a seat in this sitting, perhaps before a reload, or saved their level after it. */
  hasSat: boolean
  /** Whether the group's video has ended here; it may be shorter than its measured length. */
  isVideoOver: boolean
  /** A silence and a live sitting have none: a pause of the silence's sound leaves the stage as it is (SEQ-03). */
  hasVideo: boolean
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
 * A state decides what is over the video and beside it. All states share the video element: the browser lets it play
 * because it was pressed, and its position survives the bell and the end.
 */
export type SittingState =
  /** The member's own video, beside a sitting or without one. */
  | { kind: 'own-pace'; underWay: UnderWay | null; satToday: SatToday }
  /**
   * The cover over the video: in the doors, at the bell, in the silence, and for late joiners. Below it the group's video
   * waits, or plays on and can be joined. Without a video it stays from the doors to the end.
   */
  | { kind: 'gathering'; underWay: UnderWay; isSeated: boolean; video: 'group' | 'joinable' | null }
  /** The video in step with everyone, or left for the member's own pace. */
  | { kind: 'together'; underWay: UnderWay; pace: 'group' | 'own' }
  /** The end of the sitting, for a member who sat. */
  | { kind: 'ending'; underWay: UnderWay }

export function sittingState(input: SittingStateInput): SittingState {
  const { isSilence, hasVideo, seat, hasSat, isPlaying, satToday } = input
  const underWay = underWayOf(input)
  if (underWay === null) return { kind: 'own-pace', underWay, satToday }
  if (seat.isTaken && seat.isOnOwn && hasVideo) return { kind: 'together', underWay, pace: 'own' }
  if (underWay.isSharing) return hasSat ? { kind: 'ending', underWay } : ownPaceBeside(underWay)
  if (seat.isTaken && isGroupPlaying(input)) return { kind: 'together', underWay, pace: 'group' }
  // Who watches as the doors open isn't interrupted before the bell (PHASE-09).
  if (!seat.isTaken && isPlaying && underWay.isArriving) return ownPaceBeside(underWay)
  const waiting = seat.isTaken ? 'group' : underWay.phase === 'meditation' ? 'joinable' : null
  return {
    kind: 'gathering',
    underWay,
    isSeated: seat.isTaken,
    video: isSilence || !hasVideo ? null : waiting,
  }
}

function ownPaceBeside(underWay: UnderWay): SittingState {
  return { kind: 'own-pace', underWay, satToday: null }
}

/** Whether the stage shows the member's own video. */
export function isOwnVideo(state: SittingState): boolean {
  return state.kind === 'own-pace' || (state.kind === 'together' && state.pace === 'own')
}

/** Whether the group's video plays at this moment. */
export function isGroupPlaying({
  phase,
  isSilence,
  isVideoOver,
  hasVideo,
}: Pick<SittingStateInput, 'phase' | 'isSilence' | 'isVideoOver' | 'hasVideo'>): boolean {
  return phase === 'meditation' && hasVideo && !isSilence && !isVideoOver
}

function underWayOf({ sitting, phase }: SittingStateInput): UnderWay | null {
  if (sitting === null || phase === 'open') return null
  return {
    sitting,
    phase,
    isArriving: phase === 'doors' || phase === 'gather',
    isMeditating: isChatPaused(phase),
    isSharing: phase === 'sharing',
  }
}
