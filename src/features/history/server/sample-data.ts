// Adds a plausible month of sample data to an administrator's own history (HIST-20, T37).
import { moodTypes } from '#features/energy/contract.ts'
import { emotionLevelOf } from '#features/energy/levels.ts'
import { clearSampleEntries, insertEntries } from '#features/energy/server/service.ts'
import { addSampleVisits, clearSampleVisits } from '#features/meditation/server/service.ts'
import { assertCapability } from '#features/members/server/service.ts'
import type { Platform } from '#server/context.ts'
import { addDays, lastDays, type CommunityDays } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { translate } from '#shared/i18n/t.ts'
import { sampleMonth, type SampleDay } from '../sample-month.ts'

// Days before yesterday accept no real entries any more (ENERGY-13).
const daysUntilClosed = 2

/**
 * Replaces a member's sample days and returns their number. Days with real data get none. Samples complete no
 * sitting and earn no points.
 */
export function replaceSamples(
  { calendar, database, clock }: Pick<Platform, 'calendar' | 'database' | 'clock'>,
  userId: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    await assertCapability(tx, userId, 'community.administer')
    const nowMs = clock.now()
    const communityDays = calendar.days()
    const days = lastDays(addDays(calendar.today(), -daysUntilClosed), sampleMonth.length)
    const daysWithSessions = await clearSampleVisits(tx, { userId, among: days, now: new Date(nowMs) })
    const daysWithEntries = await clearSampleEntries(tx, { userId, among: days })
    const realDays = new Set([...daysWithSessions, ...daysWithEntries])
    const samples = days.flatMap((sessionDate, index) => {
      const sample = sampleMonth[index] ?? null
      return sample === null || realDays.has(sessionDate) ? [] : [{ sessionDate, sample }]
    })
    await insertEntries(
      tx,
      samples.flatMap(({ sessionDate, sample }) =>
        toSampleEntries(communityDays, { userId, sessionDate, sample }),
      ),
    )
    const sessions = samples.map(({ sessionDate, sample }) => ({
      sessionDate,
      startTime: new Date(startMs(communityDays, sessionDate, sample)),
      seconds: sample.minutes * 60,
    }))
    await addSampleVisits(tx, userId, sessions)
    return samples.length
  })
}

function toSampleEntries(
  days: CommunityDays,
  { userId, sessionDate, sample }: { userId: number; sessionDate: string; sample: SampleDay },
) {
  return moodTypes.flatMap((moodType) => {
    const entry = sample[moodType]
    if (entry === null) return []
    const minutesLater = moodType === 'pre' ? 0 : sample.minutes
    const createdAt = new Date(startMs(days, sessionDate, sample) + minutesLater * minuteMs)
    const { index, comment } = entry
    return [
      {
        userId,
        sessionDate,
        emotionLevel: emotionLevelOf(index),
        moodType,
        comment: comment && translate(comment),
        createdAt,
        isSample: true,
      },
    ]
  })
}

function startMs(days: CommunityDays, sessionDate: string, { startMinute }: SampleDay): number {
  return days.startMs(sessionDate) + startMinute * minuteMs
}
