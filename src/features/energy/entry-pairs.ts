// Pairs of entries: which Before and which After belong together. The only place that decides it, for every reader.
import { hasOpened, type Timeline } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { timestampToMs } from '#shared/day.ts'
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
  const ofDay = entriesOf(entries, day)
  const id = sitting?.id ?? null
  const knownIds = [...known.map((each) => each.id), ...(id === null ? [] : [id])]
  if (!hasSeveralSittings(ofDay, knownIds)) return latestOf(ofDay)
  return latestOf(ofDay.filter(({ sittingId }) => sittingId === id))
}

/**
 * The entries that the page asks for now. On a day with several sittings these are the ones since the last doors opened:
 * of that sitting, and the member's own.
 */
export function pairOfMoment(
  entries: readonly MoodEntry[],
  { day, sittings, nowMs }: EntryMoment,
): EntryPair {
  const ofDay = entriesOf(entries, day)
  const opened = sittings.filter(
    (sitting) => sitting.day === day && !sitting.cancelled && hasOpened(sitting, nowMs),
  )
  const current = opened.at(-1)
  const openedIds = opened.map(({ id }) => id)
  if (!current || !hasSeveralSittings(ofDay, openedIds)) return latestOf(ofDay)
  return latestOf(
    ofDay.filter(({ sittingId, createdAt }) =>
      sittingId === null ? hasOpened(current, timestampToMs(createdAt)) : sittingId === current.id,
    ),
  )
}

/** A moment of a day; `sittings` are in the order of their doors, and may be of other days, too. */
export interface EntryMoment {
  day: string
  sittings: readonly (Pick<Timeline, 'doorsAt' | 'cancelled'> & Pick<Sitting, 'id' | 'day'>)[]
  nowMs: number
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

function entriesOf(entries: readonly MoodEntry[], day: string): MoodEntry[] {
  return entries.filter(({ sessionDate }) => sessionDate === day)
}

/** Whether the entries and the known sittings together are of more than one sitting. */
function hasSeveralSittings(ofDay: readonly MoodEntry[], known: readonly number[]): boolean {
  let first = known[0] ?? null
  if (known.some((id) => id !== first)) return true
  for (const { sittingId } of ofDay) {
    first ??= sittingId
    if (sittingId !== null && sittingId !== first) return true
  }
  return false
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
