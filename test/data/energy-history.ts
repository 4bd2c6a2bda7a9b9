// Energy histories for tests: one entry, one day, consecutive days.
import type { MoodEntry, MoodType } from '#features/energy/contract.ts'
import { emotionLevelOf } from '#features/energy/levels.ts'
import { buildHistory, type HistoryDay } from '#features/history/history.ts'
import { addDays, msToTimestamp } from '#shared/day.ts'
import { testDays } from '#test/community-days.ts'

export interface DayFields {
  /** The indexes shown to members, 0 to 7; absent for no entry. */
  before?: number
  after?: number
  beforeComment?: string
  afterComment?: string
  minutes?: number
}

let lastId = 0

/** One entry, recorded at 7:00, an After entry half an hour later. */
export function createMoodEntry(
  sessionDate: string,
  moodType: MoodType,
  index: number,
  fields: Partial<MoodEntry> = {},
): MoodEntry {
  lastId += 1
  const minutesLater = moodType === 'pre' ? 0 : 30
  return {
    id: lastId,
    userId: 1,
    sessionDate,
    emotionLevel: emotionLevelOf(index),
    moodType,
    notes: null,
    comment: null,
    createdAt: msToTimestamp(testDays.startMs(sessionDate) + (7 * 60 + minutesLater) * 60_000),
    isSample: false,
    sittingId: null,
    reflectionOptIn: false,
    ...fields,
  }
}

/** The entries of one day. */
export function createDayEntries(sessionDate: string, fields: DayFields): MoodEntry[] {
  const { before, after, beforeComment = null, afterComment = null } = fields
  return [
    ...(before === undefined
      ? []
      : [createMoodEntry(sessionDate, 'pre', before, { comment: beforeComment })]),
    ...(after === undefined ? [] : [createMoodEntry(sessionDate, 'post', after, { comment: afterComment })]),
  ]
}

/** The history of one day. */
export function createHistoryDay(sessionDate: string, fields: DayFields): HistoryDay {
  const sessions = fields.minutes === undefined ? [] : [{ sessionDate, duration: fields.minutes * 60 }]
  return onlyDayOf(buildHistory(createDayEntries(sessionDate, fields), sessions))
}

function onlyDayOf([day]: readonly HistoryDay[]): HistoryDay {
  if (!day) throw new Error('A day of a history has at least one level.')
  return day
}

/**
 * A day with two sittings, of which the member left the second before its end. `before` and `after` are the levels of the
 * first.
 */
export function createDayOfTwoSittings(
  sessionDate: string,
  { before, after, laterBefore }: { before?: number; after: number; laterBefore: number },
): HistoryDay {
  const first = { sittingId: 1 }
  const second = { sittingId: 2, createdAt: msToTimestamp(testDays.wallTimeMs(sessionDate, '18:55')) }
  const entries = [
    ...(before === undefined ? [] : [createMoodEntry(sessionDate, 'pre', before, first)]),
    createMoodEntry(sessionDate, 'post', after, first),
    createMoodEntry(sessionDate, 'pre', laterBefore, second),
  ]
  return onlyDayOf(buildHistory(entries, []))
}

/** Consecutive days ending with `lastDay`, the oldest first; deterministic. */
export function createConsecutiveDays(count: number, lastDay: string): HistoryDay[] {
  return Array.from({ length: count }, (_, index) => {
    const before = (index * 5 + 1) % 7
    const after = Math.max(0, Math.min(7, before + ((index * 3) % 6) - 1))
    const comment = index % 3 === 0 ? { afterComment: `Sitting number ${index + 1}, and quieter.` } : {}
    return createHistoryDay(addDays(lastDay, index - count + 1), {
      before,
      ...(index % 7 === 5 ? {} : { after }),
      ...comment,
      minutes: 10 + (index % 15),
    })
  })
}
