// History calendar by keyboard and pointer: names, limits, cursor and day detail.
import { render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/day.ts'
import { createHistoryDay } from '#test/data/energy-history.ts'
import { setUpUser } from '#test/web/user.ts'
import type { DayRange, HistoryDay } from '../../history.ts'
import { DayDetail } from './day-detail.tsx'
import { HistoryCalendar } from './history-calendar.tsx'

const user = setUpUser()

const today = '2026-11-21'
const allTime: DayRange = { from: null, to: null }
const days = [
  createHistoryDay('2026-10-31', { before: 0, after: 3, minutes: 61 }),
  createHistoryDay('2026-11-18', { before: 1, beforeComment: 'Tired.' }),
  createHistoryDay('2026-11-19', {
    before: 1,
    after: 5,
    minutes: 24,
    afterComment: 'Room in my chest.\nAnd words.',
  }),
]

type Shown = { days?: readonly HistoryDay[]; range?: DayRange; today?: string }

function CalendarUnderTest({ days: shown = days, range = allTime, today: now = today }: Shown) {
  const [open, setOpen] = useState<HistoryDay | null>(null)
  return (
    <>
      <HistoryCalendar days={shown} range={range} today={now} onOpen={setOpen} />
      {open && <DayDetail day={open} today={now} onClose={() => setOpen(null)} />}
    </>
  )
}

// By text: queries by role are slow with this many cells.
const cell = (name: string) => screen.getByText(name, { selector: '.sr-only' }).parentElement as HTMLElement
const month = () => screen.getByText(/^[A-Z][a-z]+ \d{4}$/, { selector: 'h3' }).textContent
const focused = () => document.activeElement?.querySelector('.sr-only')?.textContent
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true })
const press = (keys: string) => user.keyboard(keys)
const root = 'Thursday 19 November, Root to Throat, 24 minutes'

/** Renders the calendar and focuses its tab stop. */
async function enter(shown: Shown = {}) {
  const rendered = render(<CalendarUnderTest {...shown} />)
  while (document.activeElement?.getAttribute('role') !== 'gridcell') await user.tab()
  return rendered
}

describe('the grid', () => {
  test('[HIST-11] is labeled with its month and has six weeks of seven cells under the weekday names', () => {
    render(<CalendarUnderTest />)
    const grid = screen.getByRole('grid', { name: 'November 2026' })
    const [head, ...weeks] = within(grid).getAllByRole('row')
    expect(
      within(head!).getAllByRole('columnheader', { name: /^(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day$/ }),
    ).toHaveLength(7)
    expect(within(head!).getAllByRole('columnheader')[0]?.textContent).toContain('Sunday')
    expect(weeks.map((week) => within(week).getAllByRole('gridcell').length)).toEqual([7, 7, 7, 7, 7, 7])
  })

  test('[HIST-13] every day describes its content, including days of other months and today', () => {
    render(<CalendarUnderTest />)
    expect(cell(root).textContent).toContain('24m')
    expect(cell('Wednesday 18 November, only before, Root').getAttribute('aria-haspopup')).toBe('dialog')
    expect(cell('Friday 20 November, no entries').hasAttribute('aria-haspopup')).toBe(false)
    expect(cell('Today, Saturday 21 November, no entries').getAttribute('aria-current')).toBe('date')
    expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
    expect(cell('Saturday 12 December, no entries')).toBeTruthy()
  })

  test('[HIST-13] the levels are a ring and a disc in their colors, placed by level', () => {
    render(<CalendarUnderTest />)
    const marksOf = (name: string) => [...cell(name).querySelectorAll('[data-marks] circle')]
    const [ring, disc] = marksOf(root)
    expect(ring?.getAttribute('class')).toBe('text-c-root')
    expect(ring?.getAttribute('fill')).toBe('none')
    expect(disc?.getAttribute('class')).toBe('text-c-throat')
    expect(disc?.getAttribute('fill')).toBe('currentColor')
    expect(Number(disc?.getAttribute('cy'))).toBeLessThan(Number(ring?.getAttribute('cy')))
    expect(marksOf('Wednesday 18 November, only before, Root')).toHaveLength(1)
  })

  test('is a single tab stop, and keys move the focus across months @full', async () => {
    await enter()
    expect(document.querySelectorAll("[role='gridcell'][tabindex='0']")).toHaveLength(1)
    expect(focused()).toBe(root)
    await press('{ArrowUp}{ArrowUp}{Home}')
    expect(focused()).toBe('Sunday 1 November, no entries')
    await press('{ArrowLeft}')
    expect(month()).toBe('October 2026')
    expect(focused()).toBe('Saturday 31 October, No Awareness to Solar Plexus, 1 hour 1 minute')
    await press('{ArrowRight}{End}')
    expect(month()).toBe('November 2026')
    expect(focused()).toBe('Saturday 7 November, no entries')
    await press('{PageUp}{PageUp}')
    expect(month()).toBe('September 2026')
    expect(focused()).toBe('Monday 7 September, no entries')
    await press('{Shift>}{PageUp}{/Shift}')
    expect(month()).toBe('September 2025')
    await press('{Alt>}{ArrowLeft}{/Alt}')
    expect(focused()).toBe('Sunday 7 September, no entries')
    expect(document.querySelectorAll("[role='gridcell'][tabindex='0']")).toHaveLength(1)
  })

  test('[HIST-12] keys stop at the cells of the current month', async () => {
    await enter()
    await press('{PageDown}')
    expect(focused()).toBe(root)
    await press('{ArrowDown>9/}')
    expect(month()).toBe('November 2026')
    expect(focused()).toBe('Thursday 10 December, no entries')
  })

  test('names the year of days in other years', () => {
    render(<CalendarUnderTest today="2027-01-02" days={[]} />)
    expect(cell('Thursday 31 December 2026, no entries')).toBeTruthy()
  })
})

describe('the months', () => {
  test('[HIST-12] the buttons navigate up to the current month, and the focus stays inside @full', async () => {
    render(<CalendarUnderTest />)
    expect(button('Next month').disabled).toBe(true)
    expect(button('Current Month').disabled).toBe(true)
    await user.click(button('Previous month'))
    expect(month()).toBe('October 2026')
    expect(screen.getByRole('grid', { name: 'October 2026' })).toBeTruthy()
    await user.click(button('Next month'))
    expect(month()).toBe('November 2026')
    expect(button('Next month').disabled).toBe(true)
    expect(document.activeElement).toBe(button('Previous month'))
    await press('{Enter}{Enter}{Enter}')
    expect(month()).toBe('August 2026')
    await user.click(button('Current Month'))
    expect(month()).toBe('November 2026')
    expect(document.activeElement).toBe(button('Previous month'))
    expect(screen.getByRole('heading').getAttribute('aria-live')).toBe('polite')
  })

  test('start at the newest day, or at the period’s end without days, never after today', () => {
    const { rerender } = render(<CalendarUnderTest days={days.slice(0, 1)} />)
    expect(month()).toBe('October 2026')
    rerender(<CalendarUnderTest days={[]} range={{ from: '2026-09-07', to: '2026-09-13' }} />)
    expect(month()).toBe('September 2026')
    rerender(
      <CalendarUnderTest days={[]} range={{ from: '2026-11-30', to: '2026-12-06' }} today="2026-11-30" />,
    )
    expect(month()).toBe('November 2026')
    rerender(<CalendarUnderTest days={[]} />)
    expect(month()).toBe('November 2026')
  })

  test('stay at the chosen month until the period or the search result changes @full', async () => {
    const { rerender } = render(<CalendarUnderTest />)
    await user.click(button('Previous month'))
    await user.click(button('Previous month'))
    rerender(<CalendarUnderTest days={days.slice(1)} />)
    expect(month()).toBe('September 2026')
    expect(screen.getByRole('status').textContent).toBe('No days to show in September 2026.')
    rerender(<CalendarUnderTest days={days.slice(0, 1)} />)
    expect(month()).toBe('October 2026')
    expect(screen.getByRole('status').textContent).toBe('')
    await user.click(button('Previous month'))
    rerender(<CalendarUnderTest days={days.slice(0, 1)} range={{ from: '2026-10-26', to: '2026-11-01' }} />)
    expect(month()).toBe('October 2026')
  })

  test('[HIST-12] a new month becomes available on its first day', () => {
    const { rerender } = render(<CalendarUnderTest today="2026-11-30" />)
    expect(button('Next month').disabled).toBe(true)
    rerender(<CalendarUnderTest today={addDays('2026-11-30', 1)} />)
    expect(button('Next month').disabled).toBe(false)
  })
})

describe('a day', () => {
  const dialog = () => screen.getByRole('dialog')

  test('[HIST-14] opens with a click, Enter and Space, closes with Escape and restores the focus', async () => {
    await enter()
    for (const key of ['{Enter}', ' ']) {
      await press(key)
      expect(await screen.findByRole('dialog', { name: 'Thursday, November 19, 2026' })).toBeTruthy()
      await press('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(focused()).toBe(root))
    }
    await user.click(cell('Wednesday 18 November, only before, Root'))
    expect(dialog()).toBeTruthy()
    await press('{Escape}')
    await waitFor(() => expect(focused()).toBe('Wednesday 18 November, only before, Root'))
  })

  test('[HIST-14] of another month opens in place, and the keys continue from it @full', async () => {
    render(<CalendarUnderTest />)
    await user.click(button('Previous month'))
    await user.click(
      cell(root.replace('Thursday 19', 'Thursday 5').replace('Root to Throat, 24 minutes', 'no entries')),
    )
    expect(month()).toBe('October 2026')
    await press('{ArrowRight}')
    expect(month()).toBe('November 2026')
    expect(focused()).toBe('Friday 6 November, no entries')
  })

  test('[HIST-14] shows its duration, both badges and the comments', async () => {
    render(<CalendarUnderTest />)
    await user.click(cell(root))
    expect(within(dialog()).getByText('Session duration').nextElementSibling?.textContent).toBe('24 minutes')
    expect(within(dialog()).getByText('Difference').nextElementSibling?.textContent).toBe('+4 levels')
    const [before, after] = ['Before Meditation', 'After Meditation'].map(
      (name) => within(dialog()).getByRole('heading', { name }).parentElement!,
    )
    expect(within(before!).getByText('Root')).toBeTruthy()
    expect(within(before!).getByText(/^Recorded at \d+:00 [AP]M$/)).toBeTruthy()
    expect(within(before!).queryByRole('blockquote')).toBeNull()
    expect(within(after!).getByText('Throat')).toBeTruthy()
    expect(within(after!).getByRole('blockquote').textContent).toBe('Room in my chest.\nAnd words.')
  })

  test('[HIST-10, HIST-14] with one entry shows which one is missing', async () => {
    render(<CalendarUnderTest />)
    await user.click(cell('Wednesday 18 November, only before, Root'))
    expect(within(dialog()).getByText('No time recorded')).toBeTruthy()
    expect(within(dialog()).getByText('Partial').nextElementSibling?.textContent).toBe('Only before')
    expect(within(dialog()).getByText('No entry')).toBeTruthy()
    expect(within(dialog()).getByText('Tired.')).toBeTruthy()
  })
})
