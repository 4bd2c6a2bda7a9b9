// Arrival of a member at the day's meditation: the first steps of a new one, and the level before it.
import type { Account } from '#features/auth/contract.ts'
import { ArrivalLevels } from '#features/energy/web/components/sitting-levels.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { FirstSteps, type useFirstSteps } from '#features/meditation/web/components/first-steps.tsx'
import type { SittingState } from '#features/sittings/web/data/sitting-state.ts'

interface WelcomeProps {
  firstSteps: ReturnType<typeof useFirstSteps>
  member: Account
  state: SittingState
}

/** A new member's first steps, unless the member sits or something else is shown over the stage. */
export function Welcome({ firstSteps, member, state }: WelcomeProps) {
  const { underWay } = state
  const isSeated = state.kind === 'together' || (state.kind === 'gathering' && state.isSeated)
  if (state.kind === 'own-pace' && state.satToday !== null) return null
  if (underWay?.isSharing || (isSeated && underWay?.isMeditating)) return null
  return <FirstSteps {...firstSteps} name={member.name} isSeated={isSeated} isTogether={underWay !== null} />
}

interface ArrivalProps {
  meditation: DailyMeditation
  state: SittingState
  /** The first play offers the entry itself, in place of the row. */
  hasPlayed: boolean
}

/** The level on arrival (PULSE-01): from the doors to the bell, and on a day without a bell. In the same place on both. */
export function Arrival({ meditation: { date, sittings }, state, hasPlayed }: ArrivalProps) {
  const { underWay } = state
  const hasBell = sittings.some(({ cancelled }) => !cancelled)
  const isOfDay = state.kind === 'own-pace' && underWay === null && state.satToday === null && !hasBell
  if (!underWay?.isArriving && !isOfDay) return null
  return (
    <div className="room-part px-4 pt-3 empty:hidden writing:hidden lg:p-0">
      <ArrivalLevels
        day={date}
        sitting={underWay?.sitting ?? null}
        isAsked={underWay !== null || !hasPlayed}
      />
    </div>
  )
}
