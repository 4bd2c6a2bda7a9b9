// Arrival at the day's meditation: a new member's first steps, and on a day without a bell the level before it.
import { useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { ArrivalLevels } from '#features/energy/web/components/sitting-levels.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { FirstSteps, type useFirstSteps } from '#features/meditation/web/components/first-steps.tsx'
import type { LayoutPhase } from '#features/meditation/web/lights/use-layout-phase.ts'
import type { SittingState } from '#features/sittings/web/data/sitting-state.ts'

interface WelcomeProps {
  firstSteps: ReturnType<typeof useFirstSteps>
  member: Account
  meditation: DailyMeditation
  state: SittingState
  layout: LayoutPhase
  /** A bell of the day is still to begin it. */
  hasBellAhead: boolean
}

/** A new member's first steps, unless something else is shown over the stage. */
export function Welcome({ firstSteps, member, meditation, state, layout, hasBellAhead }: WelcomeProps) {
  const isSeated = state.kind === 'gathering' ? state.isSeated : state.kind !== 'own-pace'
  // Their place was given up in the dark.
  const [wasCleared, setWasCleared] = useState(false)
  if (layout === 'cleared' && !wasCleared) setWasCleared(true)
  if ((state.kind === 'own-pace' && state.satToday !== null) || layout === 'cleared') return null
  return (
    <FirstSteps
      {...firstSteps}
      name={member.name}
      isSeated={isSeated}
      comesWithLight={wasCleared}
      isTogether={layout !== 'open'}
      hasBellAhead={hasBellAhead}
      kind={meditation.plays.kind}
    />
  )
}

interface ArrivalProps {
  meditation: DailyMeditation
  state: SittingState
  /** The first play offers the entry itself, in place of the row. */
  hasPlayed: boolean
}

/** The level on arrival on a day without a bell (PULSE-01). */
export function Arrival({ meditation: { date, sittings }, state, hasPlayed }: ArrivalProps) {
  const hasBell = sittings.some(({ cancelled }) => !cancelled)
  if (hasBell || state.kind !== 'own-pace' || state.underWay !== null || state.satToday !== null) return null
  return (
    <div className="room-part px-4 pb-4 empty:hidden writing:hidden lg:p-0">
      <ArrivalLevels day={date} isAsked={!hasPlayed} />
    </div>
  )
}
