// Energy rules: for which days entries are accepted, and which entry is asked for.
import { phaseAt, type Timeline } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { addDays } from '#shared/day.ts'
import type { MoodEntry, MoodType } from './contract.ts'
import { entryOfType, pairOfDay, pairOfSitting, type EntryPair } from './entry-pairs.ts'

/** Entries are accepted for today and yesterday, never for older days or the future (ENERGY-13). */
export function isEntryDayOpen(sessionDate: string, today: string): boolean {
  return sessionDate === today || sessionDate === addDays(today, -1)
}

/**
 * Whether an entry made now belongs to a sitting: a Before until the bell, an After in the sharing. Other entries
 * are personal and not part of the room's energy (PULSE-13).
 */
export function isOfSitting(moodType: MoodType, timeline: Timeline | null, nowMs: number): boolean {
  const phase = phaseAt(timeline, nowMs)
  return moodType === 'pre' ? phase === 'doors' || phase === 'gather' : phase === 'sharing'
}

/** A day and its sittings that weren't canceled. */
export interface DayOfSittings {
  date: string
  sittings: readonly Pick<Sitting, 'id'>[]
}

/** Whether a member has sat on a day: they have an After of it, or of the sitting that is over. */
export function hasSatOn(
  entries: readonly MoodEntry[],
  { date, sittings }: DayOfSittings,
  pastSitting: Pick<Sitting, 'id'> | null,
): boolean {
  return pairOfDay(entries, date, pastSitting, sittings).after !== null
}

/** The last of the sittings in which the member sat. Null without one. */
export function lastSat<S extends Pick<Sitting, 'id'>>(
  sittings: readonly S[],
  entries: readonly MoodEntry[],
  seated: { has: (id: number) => boolean },
): S | null {
  return sittings.findLast((sitting) => hasSatIn(sitting, entries, seated)) ?? null
}

/**
 * Whether the member sat in a sitting: they took a seat, which their device knows, or noted a level after it. A level
 * noted at its doors alone doesn't say so.
 */
export function hasSatIn(
  sitting: Pick<Sitting, 'id'>,
  entries: readonly MoodEntry[],
  seated: { has: (id: number) => boolean },
): boolean {
  return pairOfSitting(entries, sitting).after !== null || seated.has(sitting.id)
}

/** The modal's default kind: Before while the pair of the moment has none, else After (ENERGY-18). */
export function nextMoodType({ before }: EntryPair): MoodType {
  return before === null ? 'pre' : 'post'
}

/** What offers an entry. */
export type EntryTrigger = 'first-play' | 'video-ended' | 'completed'

/** The entry that a trigger offers; null when the pair of the moment has it (ENERGY-17, MED-35). */
export function entryToPrompt(pair: EntryPair, trigger: EntryTrigger): MoodType | null {
  const moodType: MoodType = trigger === 'first-play' ? 'pre' : 'post'
  return entryOfType(pair, moodType) === null ? moodType : null
}
