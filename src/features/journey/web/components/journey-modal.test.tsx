// Journey modal: controls, keys, texts and playback.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HistoryDay } from '#features/history/history.ts'
import { journeyStepMs } from '#shared/constants.ts'
import { createHistoryDay } from '#test/data/energy-history.ts'
import { showPage } from '#test/web/passing-time.ts'
import { JourneyModal } from './journey-modal.tsx'

const today = '2026-11-21'
const week: HistoryDay[] = [
  createHistoryDay('2026-11-17', { before: 1, after: 5, minutes: 65, afterComment: 'Room in my chest.' }),
  createHistoryDay('2026-11-18', {
    before: 3,
    after: 4,
    beforeComment: 'In a hurry.',
    afterComment: 'Not any more.',
  }),
  createHistoryDay('2026-11-19', { before: 4, after: 4 }),
  createHistoryDay('2026-11-20', { before: 5, after: 0 }),
  createHistoryDay(today, { before: 2 }),
]

const onOpenChange = vi.fn<(open: boolean) => void>()

function journey(days: readonly HistoryDay[]) {
  return <JourneyModal open onOpenChange={onOpenChange} days={days} today={today} />
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => fireEvent.click(button(name))
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const advanceTimers = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const panel = () => screen.getByRole('region', { name: 'Session' })
const number = () => within(panel()).getByText(/^Session \d/).textContent
const announcedText = () => screen.getByRole('status').textContent
const picture = () => screen.getByRole('img').getAttribute('aria-label')
const isDisabled = (name: string) => button(name).disabled

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  onOpenChange.mockClear()
})

describe('manual control', () => {
  test('[JRNY-01, JRNY-05] opens at the first session, with the focus on Play and all controls', () => {
    render(journey(week))
    expect(screen.getByRole('dialog', { name: 'Energy Centers Flow Journey' })).toBeTruthy()
    expect(document.activeElement).toBe(button('Play'))
    expect(number()).toBe('Session 1 of 5')
    expect(isDisabled('Previous session')).toBe(true)
    expect(isDisabled('Next session')).toBe(false)
    press('Next session')
    expect(number()).toBe('Session 2 of 5')
    expect(isDisabled('Previous session')).toBe(false)
    press('Previous session')
    expect(number()).toBe('Session 1 of 5')
    for (let step = 0; step < 4; step += 1) press('Next session')
    expect(number()).toBe('Session 5 of 5')
    expect(isDisabled('Next session')).toBe(true)
    press('Restart')
    expect(number()).toBe('Session 1 of 5')
    press('Close')
    expect(onOpenChange.mock.calls).toEqual([[false]])
  })

  test('[JRNY-05] at either end the focus moves to the Play button', () => {
    render(journey(week.slice(0, 2)))
    button('Next session').focus()
    press('Next session')
    expect(document.activeElement).toBe(button('Play'))
    button('Previous session').focus()
    press('Previous session')
    expect(document.activeElement).toBe(button('Play'))
  })

  test('[JRNY-01, JRNY-05] arrows step, Home restarts, Escape closes, and the slider keeps its own keys', () => {
    render(journey(week))
    key('ArrowRight')
    key('ArrowRight')
    expect(number()).toBe('Session 3 of 5')
    key('ArrowLeft')
    expect(number()).toBe('Session 2 of 5')
    fireEvent.keyDown(document.body, { key: 'ArrowRight', altKey: true })
    expect(number()).toBe('Session 2 of 5')
    key('End')
    expect(number()).toBe('Session 5 of 5')
    key('Home')
    expect(number()).toBe('Session 1 of 5')
    const slider = screen.getByRole('slider', { name: 'Session' })
    slider.focus()
    key('ArrowRight')
    expect(number()).toBe('Session 1 of 5')
    fireEvent.change(slider, { target: { value: '3' } })
    expect(number()).toBe('Session 4 of 5')
    expect(slider.getAttribute('aria-valuetext')).toBe('Session 4 of 5, Friday, November 20')
    key('Escape')
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })

  test('a manual step is announced; the slider announces itself, and playback announces nothing', async () => {
    render(journey(week))
    expect(announcedText()).toBe('')
    press('Next session')
    expect(announcedText()).toBe(
      'Session 2 of 5, Wednesday, November 18: your energy rose from Solar Plexus to Heart.',
    )
    fireEvent.change(screen.getByRole('slider'), { target: { value: '0' } })
    expect(announcedText()).toBe('')
    key('ArrowRight')
    expect(announcedText()).toContain('Session 2 of 5')
    press('Play')
    await advanceTimers(journeyStepMs)
    expect(number()).toBe('Session 3 of 5')
    expect(announcedText()).toBe('')
  })
})

describe('playback', () => {
  test('[JRNY-04] advances every 3 s; after the last session it stops and returns to the first', async () => {
    expect(journeyStepMs).toBe(3_000)
    render(journey(week.slice(0, 3)))
    await advanceTimers(journeyStepMs)
    expect(number()).toBe('Session 1 of 3')
    press('Play')
    await advanceTimers(journeyStepMs - 1)
    expect(number()).toBe('Session 1 of 3')
    await advanceTimers(1)
    expect(number()).toBe('Session 2 of 3')
    await advanceTimers(journeyStepMs)
    expect(number()).toBe('Session 3 of 3')
    expect(button('Pause')).toBeTruthy()
    await advanceTimers(journeyStepMs)
    expect(number()).toBe('Session 1 of 3')
    expect(button('Play')).toBeTruthy()
    await advanceTimers(journeyStepMs * 2)
    expect(number()).toBe('Session 1 of 3')
  })

  test('[JRNY-04, JRNY-05] Pause stops it; after a manual step the session has its full time, and playback continues', async () => {
    render(journey(week))
    press('Play')
    await advanceTimers(journeyStepMs - 500)
    press('Pause')
    await advanceTimers(journeyStepMs)
    expect(number()).toBe('Session 1 of 5')
    press('Play')
    await advanceTimers(journeyStepMs - 500)
    press('Next session')
    await advanceTimers(journeyStepMs - 1)
    expect(number()).toBe('Session 2 of 5')
    await advanceTimers(1)
    expect(number()).toBe('Session 3 of 5')
    press('Restart')
    expect(number()).toBe('Session 1 of 5')
    expect(button('Pause')).toBeTruthy()
  })

  test('[JRNY-04] pauses in a hidden tab', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    const turn = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state)
      showPage()
    }
    render(journey(week))
    press('Play')
    await advanceTimers(1_000)
    turn('hidden')
    await advanceTimers(journeyStepMs * 3)
    expect(number()).toBe('Session 1 of 5')
    turn('visible')
    await advanceTimers(journeyStepMs)
    expect(number()).toBe('Session 2 of 5')
    visibility.mockRestore()
  })

  test('[JRNY-04, JRNY-05] a single session plays for 3 s, with Previous and Next disabled', async () => {
    render(journey(week.slice(0, 1)))
    expect([isDisabled('Previous session'), isDisabled('Next session')]).toEqual([true, true])
    expect(screen.queryByRole('slider')).toBeNull()
    press('Play')
    await advanceTimers(journeyStepMs - 1)
    expect(button('Pause')).toBeTruthy()
    await advanceTimers(1)
    expect(button('Play')).toBeTruthy()
    expect(number()).toBe('Session 1 of 1')
  })

  test('[JRNY-07] days added while it is open don’t move the shown session', async () => {
    const { rerender } = render(journey(week.slice(2)))
    press('Next session')
    expect(number()).toBe('Session 2 of 3')
    rerender(journey(week))
    expect(number()).toBe('Session 4 of 5')
    rerender(journey([]))
    expect(screen.getByText('No session data available')).toBeTruthy()
  })
})

describe('the text of a session', () => {
  const at = (index: number) => {
    render(journey(week))
    for (let step = 0; step < index; step += 1) press('Next session')
  }
  const rows = () =>
    within(screen.getByRole('list', { name: 'Energy centers' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent)

  test('[JRNY-02, JRNY-03] a rise shows in the drawing’s label, on the ladder, as levels and in the comments', () => {
    at(0)
    expect(picture()).toBe('Session 1 of 5, Tuesday, November 17: your energy rose from Root to Throat.')
    expect(panel().textContent).toContain('Before: Root')
    expect(panel().textContent).toContain('After: Throat')
    expect(screen.getByText('+4 levels')).toBeTruthy()
    expect(screen.getByText('Energy Flow Improved')).toBeTruthy()
    expect(panel().textContent).toContain('Time spent: 1h 5m')
    expect(panel().textContent).toContain('“Room in my chest.”')
    expect(rows()).toEqual([
      'CrownSpiritual & Connected',
      'Third EyeIntuitive & Wise',
      'ThroatAfter',
      'HeartLoving & Compassionate',
      'Solar PlexusConfident & Powerful',
      'SacralCreative & Flowing',
      'RootBefore',
    ])
  })

  test('[JRNY-03] a gain of one level is singular, and both comments show', () => {
    at(1)
    expect(screen.getByText('+1 level')).toBeTruthy()
    expect(panel().textContent).toContain('Before“In a hurry.”After“Not any more.”')
  })

  test('[JRNY-03] an unchanged or lower level is described without a number', () => {
    at(2)
    expect(screen.queryByText('Energy Flow Improved')).toBeNull()
    expect(screen.getByText('Stayed at Heart')).toBeTruthy()
    expect(rows()).toContain('HeartBefore and after')
    press('Next session')
    expect(screen.queryByText('Energy Flow Improved')).toBeNull()
    expect(panel().textContent).not.toMatch(/level/)
    expect(rows().at(-1)).toBe('No AwarenessAfter')
  })

  test('[JRNY-07] a day with one entry stays at its level', () => {
    at(4)
    expect(picture()).toBe('Session 5 of 5, Today: your energy was at Sacral before the meditation.')
    expect(panel().textContent).toContain('Before: Sacral')
    expect(panel().textContent).not.toContain('After: ')
    expect(screen.getByText('Before only')).toBeTruthy()
  })

  test('[JRNY-06] without days it shows a message, and Close is the only control', () => {
    render(journey([]))
    expect(screen.getByText('No session data available')).toBeTruthy()
    expect(screen.getByText('Complete some meditation sessions to see your energy flow')).toBeTruthy()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
    key('ArrowRight')
    key('Escape')
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })
})
