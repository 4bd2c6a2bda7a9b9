// Free slots of dates for schedules that are saved, where a date can have several (PLAN-01).
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { scheduleErrors } from '../errors.ts'
import { datesTakenMessage } from '../rules.ts'
import { chooseSlots, slotsMessage } from '../slots.ts'
import { lockSlots, occupiedSlots, type NewSchedule } from './sql.ts'

/** The lowest free slots of the schedules' dates, beside all others but `without`. Throws `dates_taken`. */
export async function findSlots(
  tx: Executor,
  schedules: readonly Omit<NewSchedule, 'createdAt'>[],
  without: readonly number[],
): Promise<number[]> {
  await lockSlots(tx)
  const dates = schedules.map(({ date }) => date)
  const chosen = chooseSlots(
    schedules.map(({ date, isActive = true, together = false }) => ({ date, isActive, together })),
    await occupiedSlots(tx, dates, without),
  )
  const message = slotsMessage(chosen)
  if (message !== null) throw datesTakenError([...new Set([...chosen.full, ...chosen.withAllDay])], message)
  return chosen.slots
}

/**
 * The slots of schedules that are saved together, beside all others but `without`. Throws `dates_taken` naming all taken
 * dates.
 */
export async function assertSlotsFree(
  tx: Executor,
  schedules: readonly Omit<NewSchedule, 'createdAt'>[],
  { severalADay, without }: { severalADay: boolean; without: readonly number[] },
): Promise<number[]> {
  if (severalADay) return findSlots(tx, schedules, without)
  const dates = schedules.filter(({ isActive = true }) => isActive).map(({ date }) => date)
  const taken = await occupiedSlots(tx, dates, without)
  if (taken.length > 0) throw datesTakenError([...new Set(taken.map(({ date }) => date))])
  return schedules.map(() => 0)
}

/** The message of each issue is a taken date; the client reads it from there. */
export function datesTakenError(dates: readonly string[], message = datesTakenMessage(dates)) {
  const issues = dates.map((date) => ({ path: 'date', message: date }))
  return appError(scheduleErrors.dates_taken, {
    message,
    parameters: { dates: [...dates] },
    issues,
  })
}
