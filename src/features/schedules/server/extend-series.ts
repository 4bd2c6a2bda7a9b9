// Extends a series beyond its last day: all of its new days, or none (PLAN-12).
import { assertCapability } from '#features/members/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { t } from '#shared/i18n/t.ts'
import { withShifts } from '../days-to-fill.ts'
import { extendSeries } from '../series-extension.ts'
import {
  lockChosenTemplates,
  unlockedTemplate,
  withoutSilenceAfter,
  type ScheduleAdminContext,
} from './schedule-checks.ts'
import { insertDays, recordCreated } from './schedule-commands.ts'
import { joinSeries } from './sql.ts'
import { lockInScope } from './update-series.ts'

/**
 * Adds the days of a series after its last one. Throws `not_found`, `invalid` for `until`, `dates_taken`, or
 * `sittings_overlap`.
 */
export async function extendSeriesAsAdmin(
  tx: Executor,
  { adminId, id, until, ...context }: ScheduleAdminContext & { id: number; until: string },
): Promise<{ rows: number }> {
  const { calendar, nowMs } = context
  await assertCapability(tx, adminId, 'community.administer')
  const { current, rows } = await lockInScope(tx, { id, scope: 'following' })
  if (!current) throw appError('not_found')
  const { seriesId } = current
  if (seriesId === null) throw fieldError('until', t('This schedule isn’t part of a series.'))
  const extension = extendSeries(rows, { like: current, today: calendar.today(), until })
  if (extension.error !== null) throw fieldError('until', extension.error)
  const templates = await lockChosenTemplates(tx, extension.days)
  const days = withShifts(calendar.days(), extension.days).map((day) =>
    withoutSilenceAfter(day, templates.get(day.templateId) ?? unlockedTemplate),
  )
  const ids = await insertDays(tx, days, context)
  await joinSeries(tx, ids, seriesId)
  await recordCreated(tx, days, { ids, adminId, nowMs })
  return { rows: days.length }
}
