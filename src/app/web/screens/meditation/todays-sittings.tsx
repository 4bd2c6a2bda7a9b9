// The sittings of the member's day under the stage, with what the member did in each.
import { hasSatIn } from '#features/energy/rules.ts'
import { useEntriesOfDay } from '#features/energy/web/hooks/use-entries.ts'
import { sunStates } from '#features/sittings/day-line.ts'
import { isOver } from '#features/sittings/phases.ts'
import { DayLine } from '#features/sittings/web/components/day-line.tsx'
import { useSatSittings } from '#features/sittings/web/data/sat-sittings.ts'
import { useTimelineNow } from '#features/sittings/web/hooks/use-timeline-now.ts'
import type { DaySittings } from './use-day-sittings.ts'

interface TodaysSittingsProps extends DaySittings {
  /** The day of the room. */
  date: string
}

export function TodaysSittings({ date, day, sittings, local }: TodaysSittingsProps) {
  const nowMs = useTimelineNow(sittings)
  const seated = useSatSittings()
  const { data: entries } = useEntriesOfDay(date, { enabled: true })
  // In another zone the member's day begins in the room of the day before.
  const earlier = sittings.find((sitting) => sitting.day !== date && isOver(sitting, nowMs))
  const { data: earlierEntries } = useEntriesOfDay(earlier?.day ?? date, { enabled: earlier !== undefined })
  const all = [...(entries ?? []), ...(earlierEntries ?? [])]
  const states = sunStates(sittings, { nowMs, hasSat: (sitting) => hasSatIn(sitting, all, seated) })
  const suns = sittings.map((sitting, index) => ({
    ...sitting,
    state: states[index] ?? 'past',
    others: seated.get(sitting.id) ?? null,
  }))
  return (
    <div className="room-part px-4 pt-1 pb-2 writing:hidden lg:p-0">
      <DayLine {...{ day, suns, local }} />
    </div>
  )
}
