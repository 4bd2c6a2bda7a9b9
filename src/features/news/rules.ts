// News rules: when news is shown, when its mail leaves, and which line a screen shows. Pure; zones and the clock are
// arguments.
import { newsDaysMost, newsMailDelayMinutes, newsMailsPerWeek } from '#shared/constants.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import type { News, NewsInput } from './contract.ts'

export interface NewsSpan {
  fromMs: number
  untilMs: number
}

/**
 * The moments between which news is shown, or the fault of its last day. `since` is the moment from which it is shown
 * already, which a change keeps.
 */
export function spanOf(
  days: CommunityDays,
  { from, until }: Pick<NewsInput, 'from' | 'until'>,
  { nowMs, since }: { nowMs: number; since: number | null },
): NewsSpan | string {
  const isAhead = from !== null && from > days.dayOf(nowMs)
  const startedMs = since !== null && since <= nowMs ? since : nowMs
  const fromMs = isAhead ? days.startMs(from) : startedMs
  const first = days.dayOf(fromMs)
  if (until < first)
    return isAhead ? t('This is before the first day.') : t('Please choose today or a later day.')
  if (until > addDays(first, newsDaysMost - 1))
    return t('News is shown for at most {days} days.', { days: newsDaysMost })
  return { fromMs, untilMs: days.startMs(addDays(until, 1)) }
}

export type NewsState = 'scheduled' | 'current' | 'past' | 'withdrawn'

export function stateOfNews(
  { fromMs, untilMs, isWithdrawn }: NewsSpan & { isWithdrawn: boolean },
  nowMs: number,
): NewsState {
  if (isWithdrawn) return 'withdrawn'
  if (nowMs < fromMs) return 'scheduled'
  return nowMs < untilMs ? 'current' : 'past'
}

/** A mail that hasn't left, and the moment from which its news was to be shown. */
export interface MailBeforeChange {
  leavesMs: number
  fromMs: number
}

/**
 * When the mail of news leaves, or the fault of the last day. It leaves some minutes after the news is shown, so that it
 * can be withdrawn (NEWS-06). It moves with the first day, both ways, and with no other change.
 */
export function mailLeavesAtMs(
  { fromMs, untilMs }: NewsSpan,
  { nowMs, before }: { nowMs: number; before: MailBeforeChange | null },
): number | string {
  const isUnmoved = before !== null && before.fromMs === fromMs
  const leavesMs = isUnmoved ? before.leavesMs : Math.max(fromMs, nowMs) + newsMailDelayMinutes * 60_000
  if (leavesMs >= untilMs)
    return t('Its email would go out after this day. Choose a later one, or publish without an email.')
  return leavesMs
}

/** Whether a mail may leave on a day beside those of the `taken` days: one a day, four in any seven days. */
export function isMailDayFree(taken: readonly string[], day: string): boolean {
  if (taken.includes(day)) return false
  const all = [...taken, day]
  const firstDays = Array.from({ length: 7 }, (_, index) => addDays(day, index - 6))
  return firstDays.every((first) => {
    const inWeek = all.filter((each) => each >= first && each <= addDays(first, 6))
    return inWeek.length <= newsMailsPerWeek
  })
}

/** The one that a screen's line shows: unread, important before notes, then the newest (NEWS-02). */
export function newsOfLine(news: readonly News[]): News | null {
  const unread = news.filter(({ isCurrent, isRead }) => isCurrent && !isRead)
  return unread.find(({ level }) => level === 'important') ?? unread[0] ?? null
}
