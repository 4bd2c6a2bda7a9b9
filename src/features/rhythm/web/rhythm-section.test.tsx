// The rhythm on the history's screen: what it says, what it never says, and the member's choices.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { rhythmCalls, type RhythmChoices } from '../contract.ts'
import { RhythmSection } from './rhythm-section.tsx'

const nothingChosen: RhythmChoices = { daysAWeek: null, hasStreak: false, isShown: true }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

async function show(days: string[], choices: Partial<RhythmChoices> = {}) {
  server.respond(rhythmCalls.rhythm, { days, choices: { ...nothingChosen, ...choices } })
  renderScreen(<RhythmSection />)
  await screen.findByRole('button', { name: /your rhythm$/, hidden: true })
  return setUpUser()
}
const text = () => screen.getByRole('region', { name: 'Your rhythm' }).textContent

it('[RHY-01] shows the days of this week and the last eight weeks', async () => {
  await show(['2026-11-11', '2026-11-16', '2026-11-18', '2026-11-20'])
  expect(text()).toContain('3 days this week')
  const days = within(screen.getByRole('list', { name: 'This week' })).getAllByRole('listitem')
  expect(days.map((day) => /you sat/.test(day.textContent))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    false,
  ])
  const weeks = within(screen.getByRole('list', { name: 'The last eight weeks' })).getAllByRole('listitem')
  expect(weeks).toHaveLength(8)
  expect(weeks.at(-2)?.textContent).toContain('November 9 – 15, 2026: 1 day')
})

it('[RHY-03] [RHY-05] says ‘Welcome back’ after a break, and no number that was', async () => {
  await show(['2026-11-01', '2026-11-02', '2026-11-03'], { hasStreak: true })
  expect(text()).toContain('Welcome back')
  expect(text()).not.toMatch(/\d days? in a row|lost/)
})

it('[RHY-02] [RHY-03] counts weeks and days in a row once they are chosen', async () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20']
  await show(days, { daysAWeek: 3, hasStreak: true })
  for (const line of ['4 of 3 days this week', '1 week in your rhythm', '4 days in a row'])
    expect(screen.getByText(line)).toBeTruthy()
})

it('[RHY-06] can be hidden and shown again', async () => {
  const user = await show(['2026-11-20'])
  server.respond(rhythmCalls.chooseRhythm, { ...nothingChosen, isShown: false })
  server.respond(rhythmCalls.rhythm, { days: ['2026-11-20'], choices: { ...nothingChosen, isShown: false } })
  await user.click(screen.getByText('Choose your rhythm'))
  await user.click(screen.getByRole('button', { name: 'Hide your rhythm' }))
  const again = await screen.findByRole('button', { name: 'Show your rhythm' })
  server.respond(rhythmCalls.chooseRhythm, nothingChosen)
  server.respond(rhythmCalls.rhythm, { days: ['2026-11-20'], choices: nothingChosen })
  await user.click(again)
  expect(await screen.findByText('1 day this week')).toBeTruthy()
})

it('a choice that isn’t saved says so, and the shown one stays', async () => {
  const user = await show([])
  server.failConnection(rhythmCalls.chooseRhythm)
  await user.click(screen.getByText('Choose your rhythm'))
  await user.selectOptions(screen.getByLabelText('Days a week'), '3')
  expect(await screen.findByText('Not saved. Try again.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Days a week').value).toBe('')
})

it('[RHY-02] [RHY-03] a press sends its own field, and a second one while the first is under way follows it', async () => {
  const user = await show([])
  const release = server.respondLater(rhythmCalls.chooseRhythm, { ...nothingChosen, daysAWeek: 3 })
  await user.click(screen.getByText('Choose your rhythm'))
  await user.selectOptions(screen.getByLabelText('Days a week'), '3')
  await user.click(screen.getByRole('switch', { name: 'Count days in a row' }))
  const saved = { daysAWeek: 3, hasStreak: true, isShown: true }
  server.respond(rhythmCalls.chooseRhythm, saved)
  release()
  const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await vi.waitFor(() => expect(sent()).toEqual([{ daysAWeek: 3 }, { hasStreak: true }]))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Count days in a row' }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLSelectElement>('Days a week').value).toBe('3')
})
