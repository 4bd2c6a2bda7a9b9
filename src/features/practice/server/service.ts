// Practice service: batches for other features' transactions, and the days for the rhythm.
import { listEntries } from '#features/energy/server/service.ts'
import { listVisitTimes } from '#features/meditation/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { practiceRowsMax, type SkippedReason } from '../contract.ts'
import { findOverlaps, sitSpan, type RecordedTime } from '../overlaps.ts'
import type { EntryRecord, SitRecord } from '../records.ts'
import type { PracticeSource } from '../sources.ts'
import { savePracticeBatch, lockPracticeForUpdate, selectEntries, selectSits } from './sql.ts'

export { portableSetting } from './portable-settings.ts'
export { selectDaysInRhythm } from './sql.ts'

interface PracticeBatchInput {
  userId: number
  source: PracticeSource
  /** The community's name, for the source `community`. */
  label: string | null
  /** `minutes` from 1 to 1,440. */
  sits: readonly { day: string; startedAt: Date | null; minutes: number; title: string | null }[]
  now: Date
}

/**
 * Adds sits as one batch of a member, and skips those that overlap with what the member has. Without any sit there is no
 * batch: `id` is then null. Locks the member's practice until the transaction ends.
 */
export async function insertPracticeBatch(
  tx: Executor,
  { userId, source, label, sits, now }: PracticeBatchInput,
): Promise<{ id: number | null; imported: number; skipped: number }> {
  await lockPracticeForUpdate(tx, userId)
  const { sits: accepted } = await selectNew(tx, userId, {
    sits: sits.map(({ startedAt, minutes, ...sit }) => ({
      ...sit,
      startedAtMs: startedAt && startedAt.getTime(),
      seconds: minutes * 60,
      comment: null,
    })),
    entries: [],
  })
  const imported = accepted.length
  const id =
    imported === 0
      ? null
      : await savePracticeBatch(tx, { userId, source, label, now }, { sits: accepted, entries: [] })
  return { id, imported, skipped: sits.length - imported }
}

/** Of sits and entries those that a member lacks, and the others with the reason why they are skipped. */
export async function selectNew<Sit extends SitRecord, Entry extends EntryRecord>(
  db: Executor,
  userId: number,
  { sits, entries }: { sits: readonly Sit[]; entries: readonly Entry[] },
): Promise<{ sits: Sit[]; entries: Entry[]; skipped: { item: Sit | Entry; reason: SkippedReason }[] }> {
  const storedSits = await selectSits(db, userId)
  const visits = await listVisitTimes(db, userId)
  const storedEntries = await selectEntries(db, userId)
  const ownEntries = entries.length === 0 ? [] : await listEntries(db, userId)
  const isRecordedSit = findOverlaps(sits, [storedSits.map(recordedSit), visits.map(recordedVisit)])
  const keys = new Set([
    ...storedEntries.map(entryKey),
    ...ownEntries.map(({ sessionDate, ...entry }) => entryKey({ ...entry, day: sessionDate })),
  ])
  const isRecordedEntry = entries.map((entry) => {
    const key = entryKey(entry)
    const isKnown = keys.has(key)
    keys.add(key)
    return isKnown
  })
  const skipped: { item: Sit | Entry; reason: SkippedReason }[] = []
  const newOf = <Item extends Sit | Entry>(
    items: readonly Item[],
    { isRecorded, stored }: { isRecorded: readonly boolean[]; stored: number },
  ) => {
    const accepted: Item[] = []
    for (const [index, item] of items.entries())
      if (isRecorded[index]) skipped.push({ item, reason: 'overlap' })
      else if (stored + accepted.length >= practiceRowsMax) skipped.push({ item, reason: 'full' })
      else accepted.push(item)
    return accepted
  }
  return {
    sits: newOf(sits, { isRecorded: isRecordedSit, stored: storedSits.length }),
    entries: newOf(entries, { isRecorded: isRecordedEntry, stored: storedEntries.length }),
    skipped,
  }
}

/** An entry of the same day, kind and moment is the same one. */
function entryKey({ day, moodType, createdAt }: Pick<EntryRecord, 'day' | 'moodType' | 'createdAt'>): string {
  return `${day} ${moodType} ${createdAt}`
}

function recordedSit({ startedAtMs, ...sit }: Awaited<ReturnType<typeof selectSits>>[number]): RecordedTime {
  return { ...sit, span: startedAtMs === null ? null : sitSpan(startedAtMs, sit.seconds) }
}

function recordedVisit({
  sessionDate,
  duration,
  ...span
}: Awaited<ReturnType<typeof listVisitTimes>>[number]): RecordedTime {
  return { day: sessionDate, seconds: duration, span }
}
