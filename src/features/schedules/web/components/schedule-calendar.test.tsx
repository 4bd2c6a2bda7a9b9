// Schedule calendar by keyboard and pointer: its three modes for both roles, and what opens and adds.
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { testCommunity } from '#test/web/community.ts'
import { setUpUser } from '#test/web/user.ts'
import { setCommunity } from '#web/community.ts'
import type { Schedule } from '../../contract.ts'
import { ScheduleCalendar } from './schedule-calendar.tsx'

const user = setUpUser()

const today = '2026-11-21'
const morning = buildSchedule('2026-11-24', { title: 'Morning light', time: '06:00', minutes: 30 })
const hidden = buildSchedule('2026-11-25', {
  title: 'Hidden hum',
  time: '05:00',
  minutes: 12,
  isActive: false,
})
const evening = buildSchedule('2026-11-25', { title: 'Evening calm', time: '19:30', minutes: 45 })
const december = buildSchedule('2026-12-03', { title: 'First snow', time: '07:00', minutes: 20 })
const schedules = [evening, december, hidden, morning]

const several =
  'Wednesday 25 November, 2 meditations: Hidden hum at 5:00 AM, 12 minutes, inactive; Evening calm at 7:30 PM, 45 minutes'
const morningCell = 'Tuesday 24 November, Morning light at 6:00 AM, 30 minutes'
const addable = 'Thursday 26 November, nothing scheduled, add a schedule'
const todayCell = 'Today, Saturday 21 November, nothing scheduled, add a schedule'

// Queries by role are slow with this many cells.
const cells = () => [...document.querySelectorAll<HTMLElement>("[role='gridcell']")]
const nameOf = (element: Element | null) =>
  element?.getAttribute('aria-label') ?? element?.querySelector('.sr-only')?.textContent
const cell = (name: string) => cells().find((one) => nameOf(one) === name)!
const dayOfCell = (element: Element | undefined) => element?.getAttribute('data-day')
const heading = () => document.querySelector('h2')?.textContent
const focused = () => nameOf(document.activeElement)
const button = (name: string) => {
  const buttons = [...document.querySelectorAll('button')]
  return buttons.find((one) => [one.getAttribute('aria-label'), one.textContent].includes(name))!
}
const showMode = (name: string) => user.click(screen.getByLabelText(name, { exact: true }))
const press = (keys: string) => user.keyboard(keys)

function show(shown: { of?: readonly Schedule[]; today?: string; perDayMax?: number } = {}) {
  const onOpen = vi.fn<(schedule: Schedule) => void>()
  const onAdd = vi.fn<(day: string) => void>()
  const calendar = (now: string) => (
    <ScheduleCalendar
      schedules={shown.of ?? schedules}
      today={now}
      onOpen={onOpen}
      onAdd={onAdd}
      perDayMax={shown.perDayMax ?? 1}
      variant="admin"
    />
  )
  const { rerender } = render(calendar(shown.today ?? today))
  return { onOpen, onAdd, moveTo: (now: string) => rerender(calendar(now)) }
}

const showToAngel = () => render(<ScheduleCalendar schedules={schedules} today={today} variant="angel" />)

async function enterGrid() {
  while (document.activeElement?.getAttribute('role') !== 'gridcell') await user.tab()
}

/** Sets a phone's width, from the next rendering on. */
function narrow() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 358, 500))
}

afterEach(() => vi.restoreAllMocks())

describe('the month view', () => {
  test('[PLAN-01] where a day can have several, a coming one with schedules has a button for one more', async () => {
    const past = buildSchedule('2026-11-20', { title: 'Gone' })
    const { onAdd, onOpen } = show({ of: [...schedules, past], perDayMax: 2 })
    const labels = [...document.querySelectorAll('[aria-label^="Add another"]')].map((one) =>
      one.getAttribute('aria-label'),
    )
    expect(labels).toEqual([
      'Add another on Tuesday, November 24',
      'Add another on Wednesday, November 25',
      'Add another on Thursday, December 3',
    ])
    await user.click(button('Add another on Tuesday, November 24'))
    expect(onAdd.mock.calls).toEqual([['2026-11-24']])
    expect(onOpen).not.toHaveBeenCalled()
    cleanup()
    const second = buildSchedule('2026-11-25', { title: 'Second' })
    show({ of: [...schedules, second], perDayMax: 2 })
    expect(button('Add another on Wednesday, November 25')).toBeUndefined()
  })

  test('[TIME-07] its cells have the community’s times only, a phone’s agenda both: the line below says which', async () => {
    setBrowserZone('Europe/Berlin')
    show()
    expect(screen.getByText('All times are Chicago time.')).toBeTruthy()
    cleanup()
    narrow()
    show({ today: morning.date })
    expect(screen.getByText('All times are Chicago time, with yours in parentheses.')).toBeTruthy()
    expect(document.body.textContent).toContain('6:00 AM (1:00 PM)')
    cleanup()
    show({ of: [] })
    expect(screen.queryByText(/^All times/)).toBeNull()
  })

  test('[SCH-05] a four-week month has 28 cells', async () => {
    show({ today: '2026-02-10' })
    expect(cells()).toHaveLength(28)
  })

  test('[SCH-03] days show their schedules, inactive ones are labeled, and today is marked', () => {
    show()
    expect(cell(morningCell).querySelector('button')?.textContent).toBe('Morning light 6:00 AM 30 min ')
    expect([...cell(several).querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'Hidden hum 5:00 AM 12 min Inactive',
      'Evening calm 7:30 PM 45 min ',
    ])
    expect(
      cell('Thursday 3 December, First snow at 7:00 AM, 20 minutes').querySelector('button'),
    ).toBeTruthy()
    expect(cell(todayCell).getAttribute('aria-current')).toBe('date')
    expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
  })

  test('[SCH-03] a press on a schedule’s title or elsewhere in its day opens that schedule', async () => {
    const { onOpen, onAdd } = show()
    await user.click(within(cell(several)).getByText('Evening calm'))
    await user.click(within(cell(several)).getByText('Hidden hum'))
    await user.click(within(cell(morningCell)).getByText('Morning light'))
    await user.click(cell(morningCell))
    await user.click(cell(several))
    expect(onOpen.mock.calls).toEqual([[evening], [hidden], [morning], [morning]])
    expect(onAdd).not.toHaveBeenCalled()
  })

  test('[SCH-22] an empty day from today on offers to add a schedule, a past one doesn’t', async () => {
    const { onAdd, onOpen } = show()
    expect(cell(addable).querySelector('.border-dashed + .schedule-add svg')).toBeTruthy()
    expect(cell(morningCell).querySelector('.border-dashed')).toBeNull()
    expect(cell('Friday 20 November, nothing scheduled').querySelector('.border-dashed, svg')).toBeNull()
    await user.click(cell(addable))
    await user.click(cell(todayCell))
    await user.click(cell('Friday 20 November, nothing scheduled'))
    expect(onAdd.mock.calls).toEqual([['2026-11-26'], ['2026-11-21']])
    expect(onOpen).not.toHaveBeenCalled()
    expect(cell('Friday 20 November, nothing scheduled').hasAttribute('aria-haspopup')).toBe(false)
  })

  test('[SCH-03] by keyboard: one tab stop; Enter opens, adds, or enters a day with several schedules @full', async () => {
    const { onOpen, onAdd } = show()
    await enterGrid()
    expect(focused()).toBe(todayCell)
    expect(document.querySelectorAll("[role='grid'] [tabindex='0']")).toHaveLength(1)
    await press('{Enter}')
    expect(onAdd.mock.calls).toEqual([[today]])
    await press('{ArrowDown}{Home}{ArrowRight}{ArrowRight}')
    expect(focused()).toBe(morningCell)
    await press('{Enter} ')
    expect(onOpen.mock.calls).toEqual([[morning], [morning]])
    await press('{ArrowRight}{Enter}')
    expect(document.activeElement?.textContent).toContain('Hidden hum')
    await user.tab()
    expect(document.activeElement?.textContent).toContain('Evening calm')
    await press('{Enter}')
    expect(onOpen).toHaveBeenLastCalledWith(evening)
    await press('{Escape}')
    expect(focused()).toBe(several)
    await press('{Enter}{ArrowRight}')
    expect(focused()).toBe(addable)
    await press('{End}{PageDown}')
    expect(heading()).toBe('December 2026')
    expect(focused()).toBe('Monday 28 December, nothing scheduled, add a schedule')
    await press('{ArrowDown}')
    expect(heading()).toBe('January 2027')
    expect(onOpen).toHaveBeenCalledTimes(3)
  })

  test('follows midnight until the user navigates', async () => {
    const { moveTo } = show({ today: '2026-11-30' })
    moveTo('2026-12-01')
    expect(heading()).toBe('December 2026')
    await user.click(button('Next month'))
    moveTo('2026-12-02')
    expect(heading()).toBe('January 2027')
  })
})

describe('the week view', () => {
  test('[SCH-02, SCH-03, SCH-05] shows seven days from Sunday, pages by weeks, opens and adds schedules', async () => {
    const { onOpen, onAdd } = show()
    await showMode('Week')
    expect(heading()).toBe('November 15 – 21, 2026')
    expect(cells().map(dayOfCell)).toEqual(
      ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`),
    )
    expect(cell(todayCell).getAttribute('aria-current')).toBe('date')
    await user.click(button('Next week'))
    expect(heading()).toBe('November 22 – 28, 2026')
    expect(button('Today').disabled).toBe(false)
    await user.click(within(cell(several)).getByText('Hidden hum'))
    await user.click(cell(addable))
    expect([onOpen.mock.calls, onAdd.mock.calls]).toEqual([[[hidden]], [['2026-11-26']]])
    await user.click(button('Next week'))
    expect(heading()).toBe('November 29 – December 5, 2026')
    await user.click(button('Today'))
    expect(heading()).toBe('November 15 – 21, 2026')
  })

  test('the arrow keys cross the end of a year', async () => {
    show({ today: '2026-12-31' })
    await showMode('Week')
    expect(heading()).toBe('December 27, 2026 – January 2, 2027')
    await enterGrid()
    await press('{ArrowDown}')
    expect(heading()).toBe('January 3 – 9, 2027')
    expect(focused()).toContain('Thursday 7 January')
    await press('{ArrowUp}{End}{ArrowRight}')
    expect(focused()).toContain('Sunday 3 January')
  })
})

describe('the year view', () => {
  const month = (name: string) => document.querySelector(`[data-month='${name}']`)

  test('[SCH-02, SCH-04] shows twelve months with up to three schedules each and the number of others', async () => {
    const five = ['01', '02', '03', '04', '05'].map((day) =>
      buildSchedule(`2026-10-${day}`, { title: `October ${day}` }),
    )
    show({ of: [...schedules, ...five] })
    await showMode('Year')
    expect(heading()).toBe('2026')
    expect(cells()).toHaveLength(12)
    expect(month('2026-10')?.textContent).toBe(
      'October, 5 meditationsOctoberOct 1October 01Oct 2October 02Oct 3October 03+2 more',
    )
    expect(month('2026-11')?.textContent).not.toContain('more')
    expect(month('2026-11')?.textContent).toContain('Nov 25Hidden humInactive')
    expect(cell('This month, November, 3 meditations').getAttribute('aria-current')).toBe('date')
    expect(cell('December, 1 meditation')).toBeTruthy()
    await user.click(button('Previous year'))
    expect(heading()).toBe('2025')
    expect(cell('October, nothing scheduled')).toBeTruthy()
    await user.click(button('Today'))
    expect(heading()).toBe('2026')
  })

  test('a press or Enter opens a month and focuses its first schedule @full', async () => {
    show()
    await showMode('Year')
    await enterGrid()
    expect(focused()).toBe('This month, November, 3 meditations')
    expect(document.querySelectorAll("[role='grid'] [tabindex='0']")).toHaveLength(1)
    await press('{ArrowUp}{ArrowDown}{ArrowRight}{Enter}')
    expect(heading()).toBe('December 2026')
    expect(focused()).toBe('Thursday 3 December, First snow at 7:00 AM, 20 minutes')
    await showMode('Year')
    await user.click(cell('This month, November, 3 meditations'))
    expect(focused()).toBe(todayCell)
    await showMode('Year')
    await enterGrid()
    await press('{PageDown}{Home}{Enter}')
    expect(heading()).toBe('January 2027')
    expect(focused()).toContain('Friday 1 January')
  })
})

describe('for a garden angel', () => {
  test('[GA-02, GA-03, GA-06] the month has 42 cells with titles and durations, today marked, and is read-only', async () => {
    showToAngel()
    expect(cells()).toHaveLength(42)
    expect(dayOfCell(cells()[0])).toBe('2026-11-01')
    expect(cell(morningCell).textContent).toBe(`${morningCell}24Morning light 6:00 AM 30 min `)
    expect(cell('Today, Saturday 21 November, nothing scheduled').getAttribute('aria-current')).toBe('date')
    await showMode('Week')
    await user.click(button('Next week'))
    expect(cells()).toHaveLength(7)
    expect(cell(several).textContent).toContain('Evening calm 7:30 PM 45 min')
    expect(document.querySelectorAll("[role='grid'] button, [aria-haspopup]")).toHaveLength(0)
  })

  test('[GA-04] the year marks months that have schedules', async () => {
    showToAngel()
    await showMode('Year')
    const flagged = cells().filter(({ textContent }) => textContent?.includes('Has schedules'))
    expect(flagged.map(nameOf)).toEqual(['This month, November, Has schedules', 'December, Has schedules'])
    await user.click(cell('December, Has schedules'))
    expect(heading()).toBe('December 2026')
  })
})

describe('on a phone', () => {
  test('[SCH-03] a month’s days show marks, and the pressed day its agenda with buttons', async () => {
    narrow()
    const { onOpen, onAdd } = show()
    const list = () => screen.getByRole('region')
    expect(list().textContent).toContain('Nothing scheduled.')
    await user.click(button('Add a schedule'))
    expect(onAdd.mock.calls).toEqual([[today]])
    await user.click(cell(morningCell))
    await user.click(cell(several))
    expect(onOpen).not.toHaveBeenCalled()
    expect(list().getAttribute('aria-label')).toBe('Wednesday, November 25')
    await user.click(within(list()).getByText('Evening calm'))
    expect(onOpen.mock.calls).toEqual([[evening]])
    expect(button('Add a schedule')).toBeUndefined()
    await user.click(cell('Friday 20 November, nothing scheduled'))
    expect(list().querySelector('button')).toBeNull()
  })

  test('a week’s days are stacked, and up and down move between them', async () => {
    narrow()
    const { onOpen } = show()
    await user.selectOptions(screen.getByLabelText('Calendar view'), 'Week')
    await enterGrid()
    await press('{ArrowDown}')
    expect(heading()).toBe('November 22 – 28, 2026')
    expect(focused()).toContain('Sunday 22 November')
    await press('{ArrowUp}')
    expect(focused()).toBe(todayCell)
    await press('{ArrowDown>3/}{Enter}')
    expect(onOpen.mock.calls).toEqual([[morning]])
    await user.selectOptions(screen.getByLabelText('Calendar view'), 'Year')
    await enterGrid()
    await press('{ArrowDown}')
    expect(focused()).toBe('December, 1 meditation')
  })
})

test('[LANG-11] titles in another language than the page’s say so, in cells and in the day’s list', async () => {
  onTestFinished(() => setCommunity(testCommunity))
  setCommunity({ ...testCommunity, language: 'es' })
  show()
  expect(screen.getByText('Morning light').lang).toBe('es')
  cleanup()
  narrow()
  show()
  await user.click(cell(morningCell))
  expect(screen.getByText('Morning light').lang).toBe('es')
})
