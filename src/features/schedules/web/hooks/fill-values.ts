// Values of the dialog that fills empty days, and those it starts with.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { pageDays } from '#web/community-days.ts'
import type { Schedule } from '../../contract.ts'
import { communityTimeOf } from '../../days-to-fill.ts'
import { copiedDays, nextEmptyDay, scheduleBefore } from '../../rules.ts'
import type { NewSchedules } from './use-new-schedules.ts'

export const fillValuesSchema = z.object({
  from: z.string(),
  to: z.string(),
  scheduledTime: z.string(),
  together: z.boolean(),
  /** As typed. Drafts of earlier releases have none. */
  meetingUrl: z._default(z.string(), ''),
  templateIds: z.readonly(z.array(z.number())),
})
export type FillValues = z.output<typeof fillValuesSchema>

export function initialFill(
  schedules: readonly Schedule[],
  {
    today,
    until,
    newSchedules,
    severalADay,
  }: { today: string; until: string; newSchedules: NewSchedules; severalADay: boolean },
): FillValues {
  // Where a day can have several, the chosen time decides which days are filled.
  const from = severalADay ? today : nextEmptyDay(schedules, today)
  const to = from <= until ? until : addDays(from, copiedDays - 1)
  const before = scheduleBefore(schedules, from)
  const scheduledTime = before ? communityTimeOf(pageDays(), before) : newSchedules.scheduledTime
  const { together } = before ?? newSchedules
  return { from, to, scheduledTime, templateIds: [], together, meetingUrl: '' }
}
