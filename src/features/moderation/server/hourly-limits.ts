// Hourly limits: a garden angel bans and decides only so often; administrators are free.
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { angelsHourly, waitMs } from '../rules.ts'
import { listDecisionTimes } from './sql/cases.ts'

interface Deciding {
  /** Locked, so that two decisions at the same time count one after the other. */
  moderator: { id: number; isAdmin: boolean }
  of: keyof typeof angelsHourly
  now: Date
}

/** Throws `rate_limited` with the minutes that are left. What was undone counts, too. */
export async function assertMayDecide(tx: Executor, { moderator, of, now }: Deciding): Promise<void> {
  if (moderator.isAdmin) return
  const since = msToTimestamp(now.getTime() - hourMs)
  const moments = await listDecisionTimes(tx, { decidedBy: moderator.id, since, of })
  const retryAfterMs = waitMs(moments, angelsHourly[of], now.getTime())
  if (retryAfterMs === 0) return
  const facts = { max: angelsHourly[of], minutes: Math.ceil(retryAfterMs / minuteMs) }
  throw appError('rate_limited', {
    retryAfterMs,
    message:
      of === 'bans'
        ? t(
            'A garden angel can ban {max} members within an hour. Please try again in {minutes, plural, one {# minute} other {# minutes}}, or ask an administrator.',
            facts,
          )
        : t(
            'A garden angel can decide {max} cases within an hour. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
            facts,
          ),
  })
}
