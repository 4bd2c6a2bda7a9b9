// A member's history for browser tests, put into the database as if it had been noted day by day.
import { insertEntries } from '#features/energy/server/sql.ts'
import type { HistoryDay } from '#features/energy/history.ts'
import { holdAnyTemplate, insertPastSessions } from '#features/meditation/server/sql-days.ts'
import { momentMs } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/make.ts'

/** One statement takes no more parameters than this many days have. */
const daysAtOnce = 1_000

/** Puts days (see test/histories.ts) in; the time of a day is one sitting. Makes a meditation if there is none. */
export async function putHistory(app: TestApp, userId: number, days: readonly HistoryDay[]): Promise<void> {
  const { query } = app.database
  if ((await holdAnyTemplate(query)) === null) await makeMeditation(app, { day: '2013-01-01' })
  const templateId = (await holdAnyTemplate(query)) ?? 0
  for (let first = 0; first < days.length; first += daysAtOnce) {
    const some = days.slice(first, first + daysAtOnce)
    await insertEntries(
      query,
      some.flatMap((day) => entriesOf(day, userId)),
    )
    await insertPastSessions(
      query,
      some.flatMap((day) => timeOf(day, userId, templateId)),
    )
  }
}

function entriesOf({ preEntry, postEntry }: HistoryDay, userId: number) {
  return [preEntry, postEntry].flatMap((entry) => {
    if (!entry) return []
    const { sessionDate, emotionLevel, moodType, comment, isSample } = entry
    const createdAt = new Date(momentMs(entry.createdAt))
    return [{ userId, sessionDate, emotionLevel, moodType, comment, isSample, createdAt }]
  })
}

function timeOf(
  { sessionDate, timeSpent, preEntry, postEntry, isSample }: HistoryDay,
  userId: number,
  templateId: number,
) {
  const entry = preEntry ?? postEntry
  if (timeSpent === 0 || !entry) return []
  const startTime = new Date(momentMs(entry.createdAt))
  return [{ userId, sessionDate, templateId, startTime, seconds: timeSpent * 60, completed: false, isSample }]
}
