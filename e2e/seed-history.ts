// Seeds a member's history for browser tests, as if it had been recorded day by day.
import { insertEntries } from '#features/energy/server/sql.ts'
import type { HistoryDay } from '#features/history/history.ts'
import { lockAnyTemplateForKeyShare, insertPastVisits } from '#features/meditation/server/sql.ts'
import { timestampToMs } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'

/** A statement's parameter limit allows no more days. */
const batchSize = 1_000

/**
 * Inserts days (see test/data/energy-history.ts), each with one sitting for its time. Inserts a meditation if there is
 * none.
 */
export async function seedHistory(app: TestApp, userId: number, days: readonly HistoryDay[]): Promise<void> {
  const { query } = app.database
  if ((await lockAnyTemplateForKeyShare(query)) === null) await makeMeditation(app, { day: '2013-01-01' })
  const templateId = (await lockAnyTemplateForKeyShare(query)) ?? 0
  for (let first = 0; first < days.length; first += batchSize) {
    const batch = days.slice(first, first + batchSize)
    await insertEntries(
      query,
      batch.flatMap((day) => entriesOf(day, userId)),
    )
    await insertPastVisits(
      query,
      batch.flatMap((day) => sessionsOf(day, userId, templateId)),
    )
  }
}

function entriesOf({ preEntry, postEntry }: HistoryDay, userId: number) {
  return [preEntry, postEntry].flatMap((entry) => {
    if (!entry) return []
    const { sessionDate, emotionLevel, moodType, comment, isSample } = entry
    const createdAt = new Date(timestampToMs(entry.createdAt))
    return [{ userId, sessionDate, emotionLevel, moodType, comment, isSample, createdAt }]
  })
}

function sessionsOf(
  { sessionDate, timeSpent, preEntry, postEntry, isSample }: HistoryDay,
  userId: number,
  templateId: number,
) {
  const entry = preEntry ?? postEntry
  if (timeSpent === 0 || !entry) return []
  const startTime = new Date(timestampToMs(entry.createdAt))
  return [{ userId, sessionDate, templateId, startTime, seconds: timeSpent * 60, completed: false, isSample }]
}
