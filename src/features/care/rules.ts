// Care card: shown after a hard sitting (CARE-01, CARE-02).
import type { MoodEntry } from '#features/energy/contract.ts'
import { pairOfDay, pairOfSitting } from '#features/energy/entry-pairs.ts'
import { emotionLevelOf, energyLevels } from '#features/energy/levels.ts'

const levelsBelow = 3

const highestLevel = emotionLevelOf(energyLevels.length - 1)

/** Whether a saved entry can call for the care card, whatever the day's other entries are. */
export function mayAskForCare({ moodType, emotionLevel }: MoodEntry): boolean {
  return moodType === 'post' && emotionLevel + levelsBelow <= highestLevel
}

/** Whether a saved After calls for the care card: No Awareness, or far below its Before. */
export function asksForCare(saved: MoodEntry, entries: readonly MoodEntry[]): boolean {
  if (!mayAskForCare(saved)) return false
  if (saved.emotionLevel === emotionLevelOf(0)) return true
  const { sittingId, sessionDate } = saved
  const { before } =
    sittingId === null ? pairOfDay(entries, sessionDate, null) : pairOfSitting(entries, { id: sittingId })
  return before !== null && before.emotionLevel - saved.emotionLevel >= levelsBelow
}
