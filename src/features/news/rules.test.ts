// News rules: when it is shown, which days its mails may have, and which line a screen shows.
import { describe, expect, test } from 'vitest'
import { communityDays, timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import type { News } from './contract.ts'
import { isMailDayFree, mailLeavesAtMs, spanOf, newsOfLine } from './rules.ts'

const days = communityDays([{ fromDay: '0001-01-01', zone: 'Europe/Berlin' }])
const nowMs = timestampToMs('2026-11-21T11:00:00Z')

describe('the days of news', () => {
  const input = (from: string | null, until: string, since: number | null = null) =>
    spanOf(days, { from, until }, { nowMs, since })

  test('[NEWS-01] it is shown from now or from its first day, to the end of its last', () => {
    expect(input(null, '2026-11-21')).toEqual({
      fromMs: nowMs,
      untilMs: timestampToMs('2026-11-21T23:00:00Z'),
    })
    expect(input('2026-11-23', '2026-11-24')).toEqual({
      fromMs: timestampToMs('2026-11-22T23:00:00Z'),
      untilMs: timestampToMs('2026-11-24T23:00:00Z'),
    })
  })

  test('[NEWS-01] its last day isn’t past, not before the first, and at most 30 days are shown', () => {
    expect(input(null, '2026-11-20')).toBe('Please choose today or a later day.')
    expect(input('2026-11-23', '2026-11-22')).toBe('This is before the first day.')
    expect(input(null, '2026-12-20')).toEqual(expect.objectContaining({ fromMs: nowMs }))
    expect(input(null, '2026-12-21')).toBe('News is shown for at most 30 days.')
  })

  test('[NEWS-07] a change keeps the moment from which it is shown', () => {
    const since = nowMs - 3 * 86_400_000
    for (const from of [null, '2026-11-18', '2026-11-21'])
      expect(input(from, '2026-11-30', since)).toEqual(expect.objectContaining({ fromMs: since }))
    expect(input(null, '2026-11-30', nowMs + 86_400_000)).toEqual(expect.objectContaining({ fromMs: nowMs }))
  })
})

describe('the moment of a mail', () => {
  const untilMs = nowMs + 5 * 86_400_000
  const leaves = (fromMs: number, before: { leavesMs: number; fromMs: number } | null = null) =>
    mailLeavesAtMs({ fromMs, untilMs }, { nowMs, before })

  test('[NEWS-06] ten minutes after its news is shown, and so never before it', () => {
    expect(leaves(nowMs)).toBe(nowMs + 10 * minuteMs)
    expect(leaves(nowMs - 86_400_000)).toBe(nowMs + 10 * minuteMs)
    expect(leaves(nowMs + 86_400_000)).toBe(nowMs + 86_400_000 + 10 * minuteMs)
  })

  test('[NEWS-06] a change of the first day moves it, later and earlier; another change doesn’t', () => {
    const [early, late] = [nowMs - minuteMs, nowMs + 86_400_000]
    expect(leaves(late, { fromMs: early, leavesMs: early + 10 * minuteMs })).toBe(late + 10 * minuteMs)
    expect(leaves(nowMs, { fromMs: late, leavesMs: late + 10 * minuteMs })).toBe(nowMs + 10 * minuteMs)
    expect(leaves(early, { fromMs: early, leavesMs: early + 10 * minuteMs })).toBe(early + 10 * minuteMs)
  })

  test('[NEWS-06] after the last day it is refused, also if only that day was changed', () => {
    const message = 'Its email would go out after this day. Choose a later one, or publish without an email.'
    expect(leaves(untilMs - 10 * minuteMs)).toBe(message)
    expect(leaves(untilMs - 10 * minuteMs - 1)).toBe(untilMs - 1)
    expect(leaves(nowMs, { fromMs: nowMs, leavesMs: untilMs })).toBe(message)
  })
})

test('[NEWS-06] one mail a day, and four in any seven days', () => {
  const taken = ['2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24']
  expect(isMailDayFree(taken, '2026-11-24')).toBe(false)
  expect(isMailDayFree(taken, '2026-11-26')).toBe(false)
  expect(isMailDayFree(taken, '2026-11-18')).toBe(false)
  expect(isMailDayFree(taken, '2026-11-27')).toBe(true)
  expect(isMailDayFree(taken.slice(1), '2026-11-22')).toBe(true)
})

test('[NEWS-02] the line shows what is unread: important news before notes, then the newest', () => {
  const news = (id: number, part: Partial<News> = {}): News => ({
    id,
    title: `News ${id}`,
    text: 'Words',
    level: 'note',
    fromAt: '2026-11-21T11:00:00.000Z',
    isCurrent: true,
    isRead: false,
    ...part,
  })
  expect(newsOfLine([news(3), news(2, { level: 'important' }), news(1)])?.id).toBe(2)
  expect(newsOfLine([news(3, { isRead: true }), news(2), news(1)])?.id).toBe(2)
  expect(newsOfLine([news(2, { isCurrent: false }), news(1, { isRead: true })])).toBeNull()
})
