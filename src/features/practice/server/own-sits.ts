// 'I sat elsewhere': one sit, as a batch with nothing else.
import { assertNotBanned } from '#features/members/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { t } from '#shared/i18n/t.ts'
import { ownSitDaysBack, type PracticeBatch } from '../contract.ts'
import { practiceErrors } from '../errors.ts'
import { isOwnSitDay } from '../rules.ts'
import { insertPracticeBatch } from './service.ts'
import { selectBatches } from './sql.ts'

/** Throws `invalid` beside the date, or `sat_already`. */
export function addOwnSit(
  { calendar, caller, clock, runIdempotent }: Context<'energy.record'>,
  { date, minutes }: { date: string; minutes: number },
): Promise<PracticeBatch> {
  const userId = caller.user.id
  return runIdempotent(async (tx) => {
    if (!isOwnSitDay(date, calendar.today()))
      throw fieldError(
        'date',
        t('Please choose today or one of the {days, plural, one {# day} other {# days}} before.', {
          days: ownSitDaysBack,
        }),
      )
    await assertNotBanned(tx, userId)
    const { id } = await insertPracticeBatch(tx, {
      userId,
      source: 'own',
      label: null,
      sits: [{ day: date, startedAt: null, minutes, title: null }],
      now: new Date(clock.now()),
    })
    const [batch] = id === null ? [] : await selectBatches(tx, userId, id)
    if (!batch) throw appError(practiceErrors.sat_already)
    return batch
  })
}
