// Host actions: what can be done now with a schedule's sitting, by a moderator or by who holds it. The server decides.
import { sittingUnderWay } from './current-sitting.ts'
import { hasRung, isOver } from './phases.ts'
import { isHeldNow, isTimeFor, mayRestore, type HostAction } from './rules.ts'
import type { Sitting } from './sitting.ts'

/** A schedule, and what is known of its sittings. */
export interface HostedSchedule {
  scheduleId: number
  day: string
  /** Its bell, in epoch milliseconds; null if it doesn't start together. */
  scheduledAt: number | null
  /** A teacher is there: it can be made longer. */
  isLive: boolean
  /** Its sitting as a list has it; null without one. */
  own: Pick<Sitting, 'id' | 'startsAt' | 'cancelled'> | null
}

export interface PossibleActions {
  actions: readonly HostAction[]
  /** The sitting that they are about, except for begin and restore; null without one. */
  sittingId: number | null
}

interface HostActionsInput extends HostedSchedule {
  /** Those of yesterday to tomorrow. */
  around: readonly Sitting[]
  today: string
  /** Moderators may host at any time. */
  isModerator: boolean
}

/** What a caller can do with a schedule's sitting at a moment (PHASE-18, PHASE-24, TEACH-03). */
export function possibleActions(
  { scheduleId, day, scheduledAt, isLive, own, around, today, isModerator }: HostActionsInput,
  nowMs: number,
): PossibleActions {
  const sittings = around.filter((sitting) => sitting.scheduleId === scheduleId)
  const current = sittingUnderWay(sittings, nowMs)
  const open = sittings.filter((sitting) => !isOver(sitting, nowMs))
  const sitting = current ?? open.find(({ cancelled }) => !cancelled) ?? null
  const judged = current ?? open.at(-1) ?? sittings.at(-1)
  const isInForce = judged ? isHeldNow(judged, nowMs) : own === null && day === today
  if (!isModerator && !isInForce) return { actions: [], sittingId: null }
  // Of a later day only the bell is known.
  const later = sittings.length === 0 && own && !own.cancelled && !hasRung(own, nowMs) ? own : null
  const known = sittings.length > 0 ? sittings : own ? [own] : []
  const isPossible: Record<HostAction, boolean> = {
    begin: (day === today || current !== null) && isTimeFor('begin', current, nowMs),
    delay: later !== null || isTimeFor('delay', sitting, nowMs),
    extend: isLive && isTimeFor('extend', sitting, nowMs),
    end: isTimeFor('end', sitting, nowMs),
    cancel: later !== null || isTimeFor('cancel', sitting, nowMs),
    restore: isModerator && scheduledAt !== null && mayRestore(known, scheduledAt, nowMs),
  }
  const actions = (['begin', 'delay', 'extend', 'end', 'cancel', 'restore'] as const).filter(
    (action) => isPossible[action],
  )
  return { actions, sittingId: sitting?.id ?? later?.id ?? null }
}
