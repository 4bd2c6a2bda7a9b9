// Whether the member has sat today: then the stage no longer asks for anything.
import { useEffect, useState } from 'react'
import { hasSatOn } from '#features/energy/rules.ts'
import { useEntriesOfDay } from '#features/energy/web/use-entries.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { SittingView } from '#features/sittings/web/view.ts'

export interface SatToday {
  /** The page shows it in place of the play button: no video has played here since it was opened. */
  isOffered: boolean
  /** Shown in place of the ending. */
  isShown: boolean
}

/** After the day's sitting, or without one once the level after it is saved. */
export function useSatToday(
  { date, sitting }: Pick<DailyMeditation, 'date' | 'sitting'>,
  view: Pick<SittingView, 'times'>,
  { isPlaying, prepareEnding }: { isPlaying: boolean; prepareEnding: () => void },
): SatToday {
  const { data: entries } = useEntriesOfDay(date, { enabled: true })
  const [hasPlayed, setHasPlayed] = useState(isPlaying)
  if (isPlaying && !hasPlayed) setHasPlayed(true)
  // A sitting ahead or under way asks by itself.
  const isAtRest = view.times === null
  const past = isAtRest && sitting !== null && !sitting.cancelled ? sitting : null
  const hasSat = isAtRest && entries != null && hasSatOn(entries, date, past)
  useEffect(() => {
    if (hasSat) prepareEnding()
  }, [hasSat, prepareEnding])
  // The ending of a video at one's own pace shows the levels itself.
  return { isOffered: hasSat && !hasPlayed, isShown: hasSat && (!hasPlayed || past !== null) }
}
