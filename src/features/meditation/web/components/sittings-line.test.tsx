// The line of the day's sittings.
import { render } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { daysIn } from '#test/community-days.ts'
import { testCommunity } from '#test/web/community.ts'
import { setCommunity } from '#web/community.ts'
import { SittingsSentences } from './sittings-line.tsx'

const days = daysIn('America/Chicago')
const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds

type Line = Omit<ComponentProps<typeof SittingsSentences>, 'days' | 'local' | 'today'>

function show(line: Line, local: string | null = 'America/Chicago') {
  const { container } = render(<SittingsSentences {...line} {...{ days, local }} today="2026-11-21" />)
  return container
}
/** Some versions of the calendar data put a narrow space before AM and PM. */
const shown = (...line: Parameters<typeof show>) => show(...line).textContent.replaceAll('\u202f', ' ')

describe('[PHASE-20] [PHASE-07] the line of the day’s sittings', () => {
  const cancelled = { startsAt: at('2026-11-21T12:15:00Z'), cancelNote: 'Wrong button' }
  const next = {
    doorsAt: at('2026-11-22T03:45:00Z'),
    startsAt: at('2026-11-22T04:00:00Z'),
    title: null,
    language: null,
  }
  const other = { ...next, title: 'The long exhale' }
  const own = { ...cancelled, cancelNote: null }
  test.each([
    ['nothing', { cancelled: null, isOnly: false, next: null }, ''],
    ['the page’s', { cancelled: null, isOnly: true, next }, 'Together at 10:00 PM · doors 9:45 PM'],
    [
      'another meditation’s',
      { cancelled: null, isOnly: true, next: other },
      'The long exhale, together at 10:00 PM · doors 9:45 PM',
    ],
    [
      'a canceled one beside what comes',
      { cancelled, isOnly: false, next },
      'The 6:15 AM sitting was canceled: Wrong button · Together at 10:00 PM · doors 9:45 PM',
    ],
    [
      'the same without words, beside another meditation',
      { cancelled: own, isOnly: false, next: other },
      'The 6:15 AM sitting was canceled · The long exhale, together at 10:00 PM · doors 9:45 PM',
    ],
    [
      'one of several',
      { cancelled, isOnly: false, next: null },
      'The 6:15 AM sitting was canceled: Wrong button',
    ],
    ['the only one', { cancelled, isOnly: true, next: null }, 'Today’s sitting was canceled: Wrong button'],
    [
      'the only one, without words',
      { cancelled: own, isOnly: true, next: null },
      'Today’s sitting was canceled.',
    ],
  ])('%s', (_, line, sentence) => {
    expect(shown(line)).toBe(sentence)
  })

  test('is by the viewer’s clock, and by the community’s where that is unknown', () => {
    const line = { cancelled, isOnly: false, next: other }
    expect(shown(line, 'Asia/Tokyo')).toBe(
      'The 9:15 PM sitting was canceled: Wrong button · The long exhale, together on Sunday at 1:00 PM (10:00 PM in Chicago) · doors 12:45 PM',
    )
    expect(shown(line, null)).toBe(
      'The 6:15 AM in Chicago sitting was canceled: Wrong button · The long exhale, together at 10:00 PM in Chicago · doors 9:45 PM',
    )
  })

  test('[LANG-11] the title of another meditation is in its own language, in both forms of the sentence', () => {
    onTestFinished(() => setCommunity(testCommunity))
    setCommunity({ ...testCommunity, language: 'es' })
    for (const local of ['America/Chicago', 'Asia/Tokyo']) {
      const [title, ...others] = show({ cancelled, isOnly: false, next: other }, local).querySelectorAll(
        '[lang]',
      )
      expect(others).toEqual([])
      expect(title?.outerHTML).toBe('<bdi lang="es">The long exhale</bdi>')
    }
    expect(show({ cancelled, isOnly: false, next: { ...other, language: 'en' } }).innerHTML).not.toContain(
      'lang=',
    )
  })
})
