// The current pair; a separate file, to keep the phases of sittings out of screens that show the record alone.
import { hasOpened, type Timeline } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { timestampToMs } from '#shared/day.ts'
import type { MoodEntry } from './contract.ts'
import { pairWithin, type EntryPair } from './entry-pairs.ts'

/** A time of a day; `sittings` are in the order of their doors, and may be of other days, too. */
export interface CurrentPairInput {
  day: string
  sittings: readonly (Pick<Timeline, 'doorsAt' | 'cancelled'> & Pick<Sitting, 'id' | 'day'>)[]
  nowMs: number
}

/**
 * The entries that the page asks for now. On a day with several sittings these are the ones since the last doors opened:
 * of that sitting, and the member's own.
 */
export function currentPair(
  entries: readonly MoodEntry[],
  { day, sittings, nowMs }: CurrentPairInput,
): EntryPair {
  const opened = sittings.filter(
    (sitting) => sitting.day === day && !sitting.cancelled && hasOpened(sitting, nowMs),
  )
  const current = opened.at(-1)
  return pairWithin(entries, day, {
    known: opened,
    isOwn: ({ sittingId, createdAt }) =>
      current === undefined ||
      (sittingId === null ? hasOpened(current, timestampToMs(createdAt)) : sittingId === current.id),
  })
}
