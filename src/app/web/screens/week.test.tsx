// /week: its states, the clock that its times are by, and the offer of reminders.
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSessionClient } from '#features/auth/web/data/session-client.ts'
import { SessionProvider } from '#features/auth/web/hooks/use-user.ts'
import { weekCalls, type WeekEntry } from '#features/calendar-feed/contract.ts'
import { energyCalls, type MoodEntry } from '#features/energy/contract.ts'
import { notificationsCalls, type NotificationChoices } from '#features/notifications/contract.ts'
import { noNotificationChoices } from '#features/notifications/rules.ts'
import { addDays, formatDay } from '#shared/day.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { showPage } from '#test/web/passing-time.ts'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { pageDays, pageToday } from '#web/community-days.ts'
import { WeekScreen } from './week.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  setBrowserZone('America/Chicago')
  choose({})
  server.respond(energyCalls.entries, [])
})

const choose = (choices: Partial<NotificationChoices>) =>
  server.respond(notificationsCalls.reminders, { ...noNotificationChoices, ...choices })

const day = addDays(pageToday(), 1)

/** Tomorrow at 20:00 by the community's clock. */
function entry(fields: Partial<WeekEntry> = {}): WeekEntry {
  return {
    event: 'sitting-12',
    day,
    title: 'Evening light',
    language: null,
    instructor: 'Lena Oduya',
    host: null,
    minutes: 30,
    isLive: false,
    startsAt: pageDays().wallTimeMs(day, '20:00'),
    together: true,
    cancelled: false,
    cancelNote: null,
    startedByHost: false,
    ...fields,
  }
}

const respond = (...entries: WeekEntry[]) =>
  server.respond(weekCalls.weekAhead, { today: pageToday(), entries })

function show() {
  renderWithRouter(
    <SessionProvider value={createSessionClient({ reload: () => undefined })}>
      <WeekScreen />
    </SessionProvider>,
  )
  return setUpUser()
}

const article = (name: RegExp | string) =>
  screen.findByRole('heading', { name }).then((heading) => heading.closest('article') as HTMLElement)
const timeIn = (row: HTMLElement) => row.querySelector('p')?.textContent

describe('the days', () => {
  it('[PLAN-03] come when both calls have responded, with those without a meditation', async () => {
    const respondNow = server.respondLater(weekCalls.weekAhead, { today: pageToday(), entries: [entry()] })
    show()
    expect((await screen.findByRole('status')).textContent).toBe('Loading the week')
    expect(screen.queryByText('A day of rest. The chat is open.')).toBeNull()
    respondNow()
    const row = await article('Evening light')
    expect(screen.queryByRole('status')).toBeNull()
    expect(timeIn(row)).toBe('8:00 PM')
    expect(row.textContent).toContain('With Lena Oduya · 30 min')
    expect(screen.getByText('Today').parentElement?.textContent).toBe(`${formatDay(pageToday())}Today`)
    expect(screen.getByText('Today').closest('li')?.textContent).toContain('A day of rest. The chat is open.')
    expect(screen.getAllByText('Days of rest. The chat is open.').length).toBeGreaterThan(1)
    expect(screen.getByText('By your clock.')).toBeTruthy()
  })

  it('[PLAN-03] one that is canceled, has rung, or is open all day has no file for a calendar', async () => {
    respond(
      entry({ event: 'sitting-10', day: pageToday(), title: 'Rung', startsAt: Date.now() - 60_000 }),
      entry({ event: 'sitting-11', title: 'Called off', cancelled: true, cancelNote: 'Lena is ill.' }),
      entry({ title: 'All day', event: null, startsAt: null, together: false }),
      entry({ title: 'Ahead' }),
    )
    show()
    expect(timeIn(await article('Called off'))).toBe('8:00 PM · Canceled')
    expect((await article('Called off')).textContent).toContain('“Lena is ill.”')
    expect(timeIn(await article('All day'))).toBe('Open all day')
    const buttons = screen.getAllByRole('button', { name: /^Add to calendar/ })
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      `Add to calendar Ahead, 8:00 PM, ${formatDay(day)}`,
    ])
  })

  it('[PLAN-03, TEACH-12] one with a teacher who is there says so', async () => {
    respond(entry({ title: 'With Ana', isLive: true }), entry({ event: 'sitting-13', title: 'A video' }))
    show()
    expect((await article('With Ana')).textContent).toContain('30 min · Live')
    expect((await article('A video')).textContent).not.toContain('Live')
  })

  it('[PLAN-03] [PHASE-24] one that a host started beside its schedule’s says so', async () => {
    respond(
      entry({ title: 'At noon', startedByHost: true }),
      entry({ event: 'sitting-13', title: 'As scheduled' }),
    )
    show()
    expect((await article('At noon')).textContent).toContain('30 min · started by a host')
    expect((await article('As scheduled')).textContent).not.toContain('by a host')
  })

  it('[PLAN-03] [PLAN-11] today’s says whether the member sat; the line above names each day and leads to it', async () => {
    const own: MoodEntry = {
      id: 1,
      userId: 7,
      sessionDate: pageToday(),
      moodType: 'post',
      emotionLevel: 5,
      notes: null,
      comment: null,
      createdAt: '2026-11-21T13:20:00.000Z',
      isSample: false,
      sittingId: 9,
      reflectionOptIn: false,
    }
    server.respond(energyCalls.entries, [own])
    const rung = { day: pageToday(), startsAt: Date.now() - 3_600_000 }
    respond(
      entry({ ...rung, event: 'sitting-9', title: 'Sat' }),
      entry({ ...rung, event: 'sitting-10', title: 'Not sat' }),
      entry(),
    )
    const user = show()
    await article('Sat')
    await screen.findByText(/You sat/)
    expect(timeIn(await article('Sat'))).toContain(' · You sat')
    expect(timeIn(await article('Not sat'))).not.toContain('You sat')
    const days = within(screen.getByRole('list', { name: 'Coming days' })).getAllByRole('button')
    expect(days).toHaveLength(7)
    // Names begin with what is seen.
    for (const button of days)
      expect(button.getAttribute('aria-label')).toContain(`${button.textContent.trim()} – `)
    expect(days[0]?.closest('li')?.getAttribute('aria-current')).toBe('date')
    expect(days[1]?.getAttribute('aria-label')).toMatch(/: 8:00\sPM Evening light$/)
    expect(days[2]?.textContent).toContain('rest')
    await user.click(days[1] as HTMLElement)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: formatDay(day) }))
    // A day of rest leads to the row that it shares with its neighbors.
    for (const button of days) {
      button.focus()
      await user.click(button)
      expect(document.activeElement?.tagName).toBe('H3')
    }
  })

  it('[PLAN-03, PLAN-11] a date with a meditation on another day by the member’s clock isn’t one of rest', async () => {
    setBrowserZone('Asia/Tokyo')
    respond(entry())
    show()
    const heading = await screen.findByRole('heading', { name: new RegExp(`^${formatDay(day)}`) })
    const later = formatDay(addDays(day, 1), 'dayOfWeek')
    expect(heading.closest('li')?.textContent).toContain(
      `By your clock, this day’s meditation is on ${later}.`,
    )
    const line = within(screen.getByRole('list', { name: 'Coming days' })).getAllByRole('button')
    const named = line.find((button) => button.getAttribute('aria-label')?.endsWith(formatDay(day)))
    expect(named?.textContent).not.toContain('rest')
  })

  it('[PLAN-03] without any, it says when they come, and offers nothing', async () => {
    respond()
    show()
    expect(await screen.findByRole('heading', { name: 'Nothing is scheduled yet' })).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('failures', () => {
  it('[PLAN-03] a week that didn’t load says so and loads at a press', async () => {
    server.failWith(weekCalls.weekAhead, 'internal')
    const user = show()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The week didn’t load')
    expect(screen.queryByRole('status')).toBeNull()
    respond(entry())
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await article('Evening light')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[PLAN-03] without a connection, the days as they were stay', async () => {
    respond(entry())
    show()
    await article('Evening light')
    server.failConnection(weekCalls.weekAhead)
    showPage()
    expect((await screen.findByRole('alert')).textContent).toContain('The previous days are shown.')
    expect(await article('Evening light')).toBeTruthy()
  })

  it('[PLAN-04] without the choices, times are by the browser’s clock, and nothing is offered', async () => {
    setBrowserZone('Europe/Berlin')
    server.failConnection(notificationsCalls.reminders)
    respond(entry())
    show()
    expect((await article('Evening light')).textContent).toMatch(/\w{3} 8:00 PM in Chicago/)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('[CAL-05] a file that didn’t load says so beside its button', async () => {
    respond(entry())
    const user = show()
    await article('Evening light')
    server.failConnection(weekCalls.calendarEvent)
    await user.click(screen.getByRole('button', { name: /^Add to calendar/ }))
    expect((await screen.findByRole('alert')).textContent).toBe('The file didn’t load. Please try again.')
  })
})

describe('[PLAN-03, PLAN-04] the clock', () => {
  const chosen = { tenMinutes: 'push' } as const

  it.each([
    ['the browser’s', 'Asia/Tokyo', {}, /^1\d:00 AM$/, 'By your clock.'],
    [
      'the chosen one',
      'Asia/Tokyo',
      { zone: 'America/New_York' },
      /^9:00 PM$/,
      'By the clock in New York, as in your settings.',
    ],
    [
      'the community’s, chosen with reminders',
      'Asia/Tokyo',
      chosen,
      /^8:00 PM$/,
      'By the clock in Chicago, as in your settings.',
    ],
    [
      'one that the browser lists by an earlier name',
      'Asia/Calcutta',
      { zone: 'Asia/Kolkata' },
      /M$/,
      'By your clock.',
    ],
    ['the community’s, of a browser without a zone', undefined, {}, /^8:00 PM$/, 'Times in Chicago.'],
  ])('is %s', async (_, browser, choices, time, sentence) => {
    setBrowserZone(browser)
    choose(choices)
    respond(entry())
    show()
    expect(timeIn(await article('Evening light'))).toMatch(time)
    expect(screen.getByText(new RegExp(`${sentence}$`))).toBeTruthy()
  })
})

describe('[REM-01] reminders', () => {
  it('are offered to who has chosen none', async () => {
    respond(entry())
    show()
    const link = await screen.findByRole('link', { name: 'Choose reminders' })
    expect(link.getAttribute('href')).toBe('/settings#reminders')
  })

  it('aren’t offered to who has chosen some', async () => {
    choose({ dayBefore: 'mail' })
    respond(entry())
    show()
    await article('Evening light')
    expect(screen.queryByRole('link')).toBeNull()
  })
})
