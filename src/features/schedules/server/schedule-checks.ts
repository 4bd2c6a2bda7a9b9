// Commands about schedules: their context and the checks that they share.
import { playedSeconds } from '#features/sittings/flat-plays.ts'
import { missingMeetingMessage, needsOwnMeeting } from '#features/sittings/meeting.ts'
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

/** What decides whether a schedule's settings fit its template. */
export interface ChosenTemplate {
  isMeasured: boolean
  isSilence: boolean
  /** It takes place elsewhere, and has no meeting link itself. */
  needsMeeting: boolean
}

/**
 * Throws `invalid` for `together` (PHASE-01, PHASE-02), for minutes of silence after a silence (SEQ-02), and for a live
 * template without a meeting link (TEACH-11).
 */
export function assertSettingsFit(
  fields: SittingSettings & { scheduledTime: string; meetingUrl?: string | null },
  { isMeasured, isSilence, needsMeeting }: ChosenTemplate,
): void {
  if (isSilence && fields.silenceMinutes !== 0)
    throw fieldError('silenceMinutes', t('No silence follows a silent sitting: leave this at 0.'))
  const message = togetherError(fields, { scheduledTime: fields.scheduledTime, isMeasured })
  if (message !== null) throw fieldError('together', message)
  if (needsMeeting && !fields.meetingUrl) throw fieldError('meetingUrl', translate(missingMeetingMessage))
}

/** The settings without minutes of silence that weren't asked for, where the template is a silence itself. */
export function withoutSilenceAfter<Fields extends SittingSettings>(
  fields: Fields,
  { isSilence }: ChosenTemplate,
): Fields {
  return isSilence ? { ...fields, silenceMinutes: 0 } : fields
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
export async function lockChosenTemplate(tx: Executor, templateId: number): Promise<ChosenTemplate> {
  try {
    const template = await lockTemplateForShare(tx, templateId)
    const { plays } = template
    return {
      isMeasured: playedSeconds(plays) !== null,
      isSilence: plays.kind === 'silence',
      needsMeeting: needsOwnMeeting(template),
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    const message = t('This template no longer exists. Please choose another one.')
    throw fieldError('templateId', message)
  }
}

/** Locks each template of these schedules once, in one order for every call. Throws as {@link lockChosenTemplate}. */
export async function lockChosenTemplates(
  tx: Executor,
  schedules: readonly { templateId: number }[],
): Promise<ReadonlyMap<number, ChosenTemplate>> {
  const ids = new Set(schedules.map(({ templateId }) => templateId))
  const chosen = new Map<number, ChosenTemplate>()
  for (const id of [...ids].toSorted((a, b) => a - b)) chosen.set(id, await lockChosenTemplate(tx, id))
  return chosen
}

/** A template that isn't locked, since it may be archived: its schedule keeps what it has. */
export const unlockedTemplate: ChosenTemplate = { isMeasured: true, isSilence: false, needsMeeting: false }
