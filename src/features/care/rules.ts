// Care card: shown after a hard sitting (CARE-01, CARE-02).
import type { MoodEntry } from '#features/energy/contract.ts'
import { emotionLevelOf, energyLevels } from '#features/energy/levels.ts'
import { effectiveEntry } from '#features/energy/rules.ts'

const levelsBelow = 3

const highestLevel = emotionLevelOf(energyLevels.length - 1)

/** Whether a saved entry can call for the care card, whatever the day's other entries are. */
export function mayAskForCare({ moodType, emotionLevel }: MoodEntry): boolean {
  return moodType === 'post' && emotionLevel + levelsBelow <= highestLevel
}

/** Whether a saved After calls for the care card: No Awareness, or far below its Before among the day's entries. */
export function asksForCare(saved: MoodEntry, entries: readonly MoodEntry[]): boolean {
  if (!mayAskForCare(saved)) return false
  if (saved.emotionLevel === emotionLevelOf(0)) return true
  const comparable =
    saved.sittingId === null ? entries : entries.filter(({ sittingId }) => sittingId === saved.sittingId)
  const before = effectiveEntry(comparable, saved.sessionDate, 'pre')
  return before !== null && before.emotionLevel - saved.emotionLevel >= levelsBelow
}
