// Commands about schedules: their context and the checks that they share.
import { playedSeconds } from '#features/sittings/plays.ts'
import { togetherError } from '#features/sittings/rules.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import { lockTemplateForShare } from '#features/templates/server/service.ts'
import { isAppError, fieldError } from '#server/app-error.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { assertZoneOfDatabase } from '#server/calendar/time-zones.ts'
import type { Executor } from '#server/db/database.ts'
import { t, translate } from '#shared/i18n/t.ts'
import type { Schedule } from '../contract.ts'
import { dateError, ownZoneMessage } from '../rules.ts'
import type { EditableSchedule } from '../series.ts'

export interface ScheduleAdminContext {
  adminId: number
  nowMs: number
  /** By the room clock. */
  roomNowMs: number
  calendar: Calendar
  /** Of settings that are locked for share until the transaction ends. */
  severalADay: boolean
}

/** The first saved row and the number of rows. */
export type SavedSchedule = Schedule & { rows: number }

export type ScheduleContext = Omit<ScheduleAdminContext, 'adminId'>

export function assertDatesAllowed(
  dates: readonly string[],
  { today, unchanged }: { today: string; unchanged: string | null },
): void {
  const message = dateError(dates, { today, unchanged })
  if (message !== null) throw fieldError('date', message)
}

/** Throws `invalid` for `together` (PHASE-01, PHASE-02). */
export function assertCanStartTogether(
  fields: SittingSettings & { scheduledTime: string },
  { isMeasured }: { isMeasured: boolean },
): void {
  const message = togetherError(fields, { scheduledTime: fields.scheduledTime, isMeasured })
  if (message !== null) throw fieldError('together', message)
}

/** Throws `invalid` for `timeZone` without `together`, and for a zone that the database doesn't know (SCH-33). */
export async function assertOwnZone(
  tx: Executor,
  { timeZone, together }: Pick<EditableSchedule, 'timeZone' | 'together'>,
): Promise<void> {
  if (timeZone === null) return
  if (!together) throw fieldError('timeZone', translate(ownZoneMessage))
  await assertZoneOfDatabase(tx, timeZone, 'timeZone')
}

/** Throws `invalid` for `templateId` if the template doesn't exist or is archived (TPL-13). */
export async function lockChosenTemplate(tx: Executor, templateId: number): Promise<{ isMeasured: boolean }> {
  try {
    const plays = await lockTemplateForShare(tx, templateId)
    return { isMeasured: playedSeconds(plays) !== null }
  } catch (error) {
    if (!isAppError(error)) throw error
    const message = t('This template no longer exists. Please choose another one.')
    throw fieldError('templateId', message)
  }
}
