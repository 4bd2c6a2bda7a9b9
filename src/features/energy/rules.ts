// Energy rules: which entry counts, and for which days entries are accepted.
import { phaseAt, type Timeline } from '#features/sittings/phases.ts'
import { addDays } from '#shared/day.ts'
import type { MoodEntry, MoodType } from './contract.ts'

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

/** The entries of a sitting. */
export function entriesOfSitting(entries: readonly MoodEntry[], { id }: { id: number }): MoodEntry[] {
  return entries.filter(({ sittingId }) => sittingId === id)
}

/** The effective entry of a day and type: the latest by createdAt, then by id (ENERGY-12, I27). */
export function effectiveEntry(
  entries: readonly MoodEntry[],
  day: string,
  moodType: MoodType,
): MoodEntry | null {
  let latest: MoodEntry | null = null
  for (const entry of entries) {
    if (entry.sessionDate !== day || entry.moodType !== moodType) continue
    if (latest === null || isNewerEntry(entry, latest)) latest = entry
  }
  return latest
}

/** Whether a member has sat on a day: they have an After, or a Before of the sitting that is over. */
export function hasSatOn(
  entries: readonly MoodEntry[],
  day: string,
  pastSitting: { id: number } | null,
): boolean {
  if (effectiveEntry(entries, day, 'post') !== null) return true
  return pastSitting !== null && effectiveEntry(entriesOfSitting(entries, pastSitting), day, 'pre') !== null
}

/** The modal's default kind: Before while the day has no Before entry, else After (ENERGY-18). */
export function nextMoodType(entries: readonly MoodEntry[], day: string): MoodType {
  return effectiveEntry(entries, day, 'pre') === null ? 'pre' : 'post'
}

export type SittingMoment = 'first-play' | 'video-ended' | 'completed'

/** The entry to offer at a moment of the sitting; null when the day already has it (ENERGY-17, MED-35). */
export function entryToPrompt(
  entries: readonly MoodEntry[],
  day: string,
  moment: SittingMoment,
): MoodType | null {
  const moodType: MoodType = moment === 'first-play' ? 'pre' : 'post'
  return effectiveEntry(entries, day, moodType) === null ? moodType : null
}

/** Whether `a` takes precedence over `b` of the same day and type; ISO timestamps in UTC compare as text. */
export function isNewerEntry(a: MoodEntry, b: MoodEntry): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt
}
