// Pairs of entries: which Before and which After belong together. The only place that decides it, for every reader;
// `current-pair.ts` asks it for now on a page.
import type { Sitting } from '#features/sittings/sitting.ts'
import type { MoodEntry, MoodType } from './contract.ts'

/** The Before and the After that belong together; null for a missing one. */
export interface EntryPair {
  before: MoodEntry | null
  after: MoodEntry | null
}

/** The entries that the one row of a day shows. */
export interface DayRecord extends EntryPair {
  /** After minus Before in levels; null unless both exist and belong together. */
  improvement: number | null
}

/** The entry of a pair by its type. */
export function entryOfType({ before, after }: EntryPair, moodType: MoodType): MoodEntry | null {
  return moodType === 'pre' ? before : after
}

/** The entries saved in a sitting, without those of the member's own. */
export function pairOfSitting(entries: readonly MoodEntry[], { id }: Pick<Sitting, 'id'>): EntryPair {
  return latestOf(entries.filter(({ sittingId }) => sittingId === id))
}

/**
 * The pair of a day: the latest of each type, whatever their order (ENERGY-12). On a day with several sittings only those
 * of `sitting`; of null, those without a sitting. `known` are sittings of the day, also without an entry.
 */
export function pairOfDay(
  entries: readonly MoodEntry[],
  day: string,
  sitting: Pick<Sitting, 'id'> | null,
  known: readonly Pick<Sitting, 'id'>[] = [],
): EntryPair {
  const id = sitting?.id ?? null
  const all = sitting === null ? known : [...known, sitting]
  return pairWithin(entries, day, { known: all, isOwn: ({ sittingId }) => sittingId === id })
}

interface PairScope {
  /** Sittings of the day, also without an entry. */
  known: readonly Pick<Sitting, 'id'>[]
  /** Which entries are meant on a day with several sittings. */
  isOwn: (entry: MoodEntry) => boolean
}

/** The latest entry of each type on a day; with several sittings, of the entries that `isOwn` accepts. */
export function pairWithin(
  entries: readonly MoodEntry[],
  day: string,
  { known, isOwn }: PairScope,
): EntryPair {
  const ofDay = entries.filter(({ sessionDate }) => sessionDate === day)
  return latestOf(hasSeveralSittings(ofDay, known) ? ofDay.filter(isOwn) : ofDay)
}

/**
 * The record of a day from its entries. With several sittings it is the last whole pair, else the latest Before and the
 * latest After, which belong to different sittings. A history names no sittings without an entry: a day counts as one with
 * several if its entries are of several.
 */
export function recordOfDay(ofDay: readonly MoodEntry[]): DayRecord {
  const latest = latestOf(ofDay)
  if (!hasSeveralSittings(ofDay, [])) return { ...latest, improvement: improvementOf(latest) }
  const ids = new Set(ofDay.map(({ sittingId }) => sittingId))
  const lastWhole = [...ids]
    .map((id) => latestOf(ofDay.filter(({ sittingId }) => sittingId === id)))
    .filter(isWhole)
    .reduce<WholePair | null>((last, pair) => (last && !isNewerPair(pair, last) ? last : pair), null)
  return lastWhole
    ? { ...lastWhole, improvement: improvementOf(lastWhole) }
    : { ...latest, improvement: null }
}

function improvementOf({ before, after }: EntryPair): number | null {
  return before && after && after.emotionLevel - before.emotionLevel
}

/** Whether the entries and the known sittings together are of more than one sitting. */
function hasSeveralSittings(ofDay: readonly MoodEntry[], known: readonly Pick<Sitting, 'id'>[]): boolean {
  const ids = new Set(known.map(({ id }) => id))
  for (const { sittingId } of ofDay) if (sittingId !== null) ids.add(sittingId)
  return ids.size > 1
}

/** The latest of each type, by createdAt and then by id (ENERGY-12, I27). */
function latestOf(entries: readonly MoodEntry[]): EntryPair {
  const pair: EntryPair = { before: null, after: null }
  for (const entry of entries) {
    const place = entry.moodType === 'pre' ? 'before' : 'after'
    const latest = pair[place]
    if (latest === null || isNewer(entry, latest)) pair[place] = entry
  }
  return pair
}

type WholePair = { before: MoodEntry; after: MoodEntry }

function isWhole(pair: EntryPair): pair is WholePair {
  return pair.before !== null && pair.after !== null
}

function isNewerPair(a: WholePair, b: WholePair): boolean {
  return isNewer(newestOf(a), newestOf(b))
}

function newestOf({ before, after }: WholePair): MoodEntry {
  return isNewer(after, before) ? after : before
}

/** ISO timestamps in UTC compare as text. */
function isNewer(a: MoodEntry, b: MoodEntry): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt
}
