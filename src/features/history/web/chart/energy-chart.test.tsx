// Energy chart: sentences and tables for screen readers, and reading column by column.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createHistoryDay, createConsecutiveDays } from '#test/data/energy-history.ts'
import { EnergyChart } from './energy-chart.tsx'

const today = '2026-11-21'
const shown = { today, widthPx: 1_088 }
const threeDays = [
  createHistoryDay('2026-11-17', { before: 1, after: 5 }),
  createHistoryDay('2026-11-19', { before: 4, after: 3 }),
  createHistoryDay('2026-11-21', { before: 2 }),
]

/** Seven entries: the least for which the distribution is drawn. */
const fourDays = [
  ...threeDays.slice(0, 2),
  createHistoryDay('2026-11-20', { before: 6, after: 6 }),
  ...threeDays.slice(2),
]

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Read the chart' })
const rowsOf = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))
/** The readout's text: date and levels. */
const readout = () =>
  [...document.querySelectorAll('[aria-hidden].motion-fade p')].map(({ textContent }) => textContent)

it('renders nothing without days', () => {
  const { container } = render(<EnergyChart days={[]} {...shown} />)
  expect(container.innerHTML).toBe('')
})

it('provides the drawings as text: the summary, two labels, and all data in tables', () => {
  render(<EnergyChart days={fourDays} {...shown} />)
  const heading = 'Of 3 sittings, you finished higher in 1, lower in 1 and at the same level in 1.'
  expect(screen.getByRole('region', { name: heading })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(heading)
  expect(screen.getAllByRole('img').map((drawing) => drawing.getAttribute('aria-label'))).toEqual([
    `Energy levels before and after from November 17, 2026 to November 21, 2026. ${heading}`,
    expect.stringMatching(/^How often you recorded each level: most often /),
  ])
  expect(rowsOf(/^Energy before and after. Day by day/)).toEqual([
    'Date | Before | After | Difference',
    'Tuesday, November 17, 2026 | Root | Throat | +4',
    'Thursday, November 19, 2026 | Heart | Solar Plexus | −1',
    'Friday, November 20, 2026 | Third Eye | Third Eye | 0',
    'Today | Sacral | – | –',
  ])
  expect(rowsOf(/^How often/)).toContain('5 Throat | 0 | 1')
  expect(rowsOf(/^How often/)).toHaveLength(9)
})

it('draws the distribution from seven entries on; before, the period has the whole width', () => {
  const periodPx = () => Number(screen.getAllByRole('img')[0]?.getAttribute('width'))
  const { rerender } = render(<EnergyChart days={fourDays} {...shown} />)
  expect(screen.getByText('How often')).toBeTruthy()
  const besidePx = periodPx()
  rerender(<EnergyChart days={fourDays.slice(0, 3)} {...shown} />)
  expect(screen.queryByText('How often')).toBeNull()
  expect(screen.getAllByRole('img')).toHaveLength(1)
  expect(periodPx()).toBeGreaterThan(besidePx + 200)
})

it('draws a ring for each Before, a disc for each After, a drop for a rise and a dashed line for a fall', () => {
  render(<EnergyChart days={threeDays} {...shown} />)
  const drawing = screen.getAllByRole('img')[0]
  const count = (selector: string) => drawing?.querySelectorAll(selector).length
  expect(count('circle[stroke]')).toBe(3)
  expect(count('circle[fill]')).toBe(2)
  expect(count('path[fill-opacity]')).toBe(1)
  expect(count('path[stroke-dasharray]')).toBe(1)
})

it('explains the shapes that it contains', () => {
  const legend = () =>
    [...document.querySelectorAll('ul[aria-hidden] li')].map(({ textContent }) => textContent)
  const { rerender } = render(<EnergyChart days={threeDays} {...shown} />)
  expect(legend()).toEqual(['Before', 'After', 'Higher after', 'Lower after'])
  rerender(<EnergyChart days={[createHistoryDay(today, { before: 3, after: 3 })]} {...shown} />)
  expect(legend()).toEqual(['Before', 'After', 'The same'])
  rerender(<EnergyChart days={[createHistoryDay(today, { before: 3 })]} {...shown} />)
  expect(legend()).toEqual(['Before'])
})

it('can be read with the keyboard, starting at the newest day', () => {
  render(<EnergyChart days={threeDays} {...shown} />)
  expect(readout()).toEqual([])
  act(() => slider().focus())
  expect(readout()).toEqual(['Today', 'BeforeSacral'])
  expect([slider().min, slider().max, slider().value]).toEqual(['0', '2', '2'])
  fireEvent.change(slider(), { target: { value: '1' } })
  expect(readout()).toEqual(['Thursday, November 19, 2026', 'HeartSolar Plexus−1'])
  expect(slider().getAttribute('aria-valuetext')).toBe(
    'Thursday, November 19, 2026: Heart before, Solar Plexus after, one level lower',
  )
  act(() => slider().blur())
  expect(readout()).toEqual([])
})

it('shows the readout until the pointer leaves, or until a touch outside', () => {
  render(<EnergyChart days={threeDays} {...shown} />)
  const drawing = screen.getAllByRole('img')[0] ?? document.body
  const plot = drawing.parentElement ?? document.body
  const widthPx = Number(drawing.getAttribute('width'))
  // Wednesday has no entry; slightly left of it, Tuesday is nearer.
  fireEvent.pointerMove(plot, { clientX: (2.4 / 7) * widthPx, pointerType: 'mouse' })
  expect(readout()).toEqual(['Tuesday, November 17, 2026', 'RootThroat+4'])
  fireEvent.pointerLeave(plot, { pointerType: 'mouse' })
  expect(readout()).toEqual([])
  fireEvent.pointerDown(plot, { clientX: (3.5 / 7) * widthPx, pointerType: 'touch' })
  fireEvent.pointerLeave(plot, { pointerType: 'touch' })
  expect(readout()[0]).toBe('Thursday, November 19, 2026')
  fireEvent.pointerDown(document.body)
  expect(readout()).toEqual([])
})

it('averages 5,000 days in few columns, and labels them as averages @full', () => {
  render(<EnergyChart days={createConsecutiveDays(5_000, today)} {...shown} />)
  expect(screen.getByRole('heading', { name: 'Averages by quarter' })).toBeTruthy()
  expect(rowsOf(/Averages by quarter/).length).toBeLessThanOrEqual(61)
  act(() => slider().focus())
  expect(readout()[0]).toBe('October – December 2026, 52 sittings')
  expect(document.querySelectorAll('svg *').length).toBeLessThan(1_500)
})
