// View of a sitting: what a page shows and offers at a moment. Pure, so that every case is one row of a table.
import { isChatPaused, type Phase } from '../../phases.ts'
import type { PageMoment, Seat } from '../hooks/use-sitting.ts'

/** The inputs of the view. */
export interface ViewFacts extends PageMoment {
  seat: Pick<Seat, 'isTaken' | 'isOnOwn'>
  /** Whether the member took a seat in this sitting, perhaps before a reload, or saved their level before it. */
  hasSat: boolean
  /** Whether the member's video plays. */
  isPlaying: boolean
  /** Whether the group's video has ended here; it may be shorter than its measured length. */
  isVideoOver: boolean
}

/**
 * `unlisted`: the choice to sit without being in any list. `after`: the level after the sitting. `entry`: an energy
 * entry of the member's own. `reflection`: the room's energy, below the stage.
 */
export type Offer = 'unlisted' | 'help' | 'thanks' | 'after' | 'reflection' | 'entry' | 'new-day'

export interface SittingView {
  /**
   * `own`: the member's own video. `cover`: what is shown until the video starts, in the silence, and to late joiners.
   * `group`: the video in step with everyone. `ending`: the end of the sitting, for a member who sat.
   */
  stage: 'own' | 'cover' | 'group' | 'ending'
  chat: 'open' | 'paused'
  /** The line below the title; null without a sitting ahead or under way. */
  times: 'ahead' | 'under-way' | 'sharing' | null
  /** `in`: the member is in the group. `left`: they watch at their own pace. `joinable`: its video plays without them. */
  group: 'in' | 'left' | 'joinable' | null
  offers: readonly Offer[]
}

export function sittingView(facts: ViewFacts): SittingView {
  const { phase, isAhead } = facts
  const stage = stageOf(facts)
  return {
    stage,
    chat: isChatPaused(phase) ? 'paused' : 'open',
    times: phase === 'sharing' ? 'sharing' : phase !== 'open' ? 'under-way' : isAhead ? 'ahead' : null,
    group: groupOf(facts),
    offers: offersOf(stage, facts),
  }
}

function stageOf(facts: ViewFacts): SittingView['stage'] {
  const { phase, seat, hasSat, isPlaying } = facts
  if (phase === 'open' || seat.isOnOwn) return 'own'
  if (phase === 'sharing') return hasSat ? 'ending' : 'own'
  if (seat.isTaken) return isGroupPlaying(facts) ? 'group' : 'cover'
  // Someone who watches as the doors open isn't interrupted before the bell.
  return isPlaying && isArriving(phase) ? 'own' : 'cover'
}

function groupOf({ phase, isSilence, seat }: ViewFacts): SittingView['group'] {
  const isOn = phase !== 'open' && phase !== 'sharing' && !isSilence
  if (seat.isTaken) return seat.isOnOwn ? 'left' : isOn ? 'in' : null
  return isOn && phase === 'meditation' ? 'joinable' : null
}

function offersOf(stage: SittingView['stage'], { phase, hasSat }: ViewFacts): Offer[] {
  if (phase === 'open') return ['entry', 'new-day']
  if (isArriving(phase)) return ['unlisted', 'help']
  if (phase !== 'sharing') return ['help']
  const offers: Offer[] = ['help', 'thanks']
  if (hasSat) offers.push('after')
  // The ending has it, too.
  if (stage !== 'ending') offers.push('reflection')
  return offers
}

/** Whether the group's video plays at this moment. */
export function isGroupPlaying({
  phase,
  isSilence,
  isVideoOver,
}: Pick<ViewFacts, 'phase' | 'isSilence' | 'isVideoOver'>): boolean {
  return phase === 'meditation' && !isSilence && !isVideoOver
}

function isArriving(phase: Phase): boolean {
  return phase === 'doors' || phase === 'gather'
}
