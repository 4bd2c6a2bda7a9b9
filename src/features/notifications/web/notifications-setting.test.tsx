// The setting for reminders, and the offer: what a press saves, and what happens if it fails.
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { meditationCalls } from '#features/meditation/contract.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { showPage } from '#test/web/passing-time.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { localZone } from '#web/local-zone.ts'
import { notificationsCalls, type NotificationChoices } from '../contract.ts'
import { noNotificationChoices } from '../rules.ts'
import { NotificationsSetting } from './notifications-setting.tsx'
import { RemindersOffer } from './reminders-offer.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

interface ShowOptions {
  isEmailConfirmed?: boolean
  reach?: 'never' | 'no-device' | 'some'
}

const goToPushSwitch = vi.fn<() => void>()

async function show(
  choices: Partial<NotificationChoices> = {},
  { isEmailConfirmed = true, reach = 'some' }: ShowOptions = {},
) {
  server.respond(notificationsCalls.reminders, { ...noNotificationChoices, ...choices })
  renderScreen(<NotificationsSetting {...{ isEmailConfirmed, reach, goToPushSwitch }} />)
  await screen.findByRole('switch', { name: 'News by email' })
  return setUpUser()
}

const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const tenMinutes = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Ten minutes before' })
const news = () => screen.getByRole<HTMLInputElement>('switch', { name: 'News by email' })
const ways = () => within(screen.getByRole('group', { name: 'If a sitting moves or is canceled' }))

describe('the setting', () => {
  beforeEach(() => {
    server.respond(notificationsCalls.plannedStarts, [])
  })

  it('[REM-01] [PLAN-04] has nothing on at first; the first press saves it with the browser’s zone', async () => {
    const user = await show()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Nothing' }).checked).toBe(true)
    server.respond(notificationsCalls.chooseReminders, { ...noNotificationChoices, tenMinutes: 'push' })
    await user.click(tenMinutes())
    await vi.waitFor(() => expect(sent()).toEqual([{ tenMinutes: 'push', zone: localZone() }]))
  })

  it('[REM-01] [REM-02] a press sends what was pressed, and shows what was switched off elsewhere', async () => {
    const user = await show({ dayBefore: 'mail', news: true, changes: ['push', 'mail'] })
    // Meanwhile the member unsubscribed in a mail.
    const now: NotificationChoices = { ...noNotificationChoices, changes: ['push'], tenMinutes: 'push' }
    server.respond(notificationsCalls.chooseReminders, now, { ...now, changes: [] })
    await user.click(tenMinutes())
    await vi.waitFor(() => expect(news().checked).toBe(false))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Nothing' }).checked).toBe(true)
    await user.click(ways().getByRole('checkbox', { name: 'A notice' }))
    await vi.waitFor(() => expect(sent()).toEqual([{ tenMinutes: 'push' }, { changes: { push: false } }]))
  })

  it('[REM-01] reads the choices again once its tab is visible again', async () => {
    await show({ news: true })
    expect(news().checked).toBe(true)
    server.respond(notificationsCalls.reminders, noNotificationChoices)
    showPage()
    await vi.waitFor(() => expect(news().checked).toBe(false))
  })

  it('[REM-02] a second press while the first is under way follows it; one that fails alone springs back', async () => {
    const user = await show({ dayBefore: 'push' })
    const saved: NotificationChoices = { ...noNotificationChoices, dayBefore: 'push', tenMinutes: 'push' }
    const release = server.respondLater(notificationsCalls.chooseReminders, saved)
    await user.click(tenMinutes())
    await user.click(news())
    expect([tenMinutes().checked, news().checked]).toEqual([true, true])
    expect(sent()).toEqual([{ tenMinutes: 'push' }])
    server.failWith(notificationsCalls.chooseReminders, 'internal')
    release()
    await vi.waitFor(() => expect(sent()).toEqual([{ tenMinutes: 'push' }, { news: true }]))
    await vi.waitFor(() => expect(news().getAttribute('aria-invalid')).toBe('true'))
    expect([tenMinutes().checked, news().checked]).toEqual([true, false])
    expect(tenMinutes().getAttribute('aria-invalid')).toBeNull()
    server.respond(notificationsCalls.chooseReminders, { ...saved, news: true })
    await user.click(news())
    await vi.waitFor(() => expect(sent()).toHaveLength(3))
    expect(news().checked).toBe(true)
    expect(news().getAttribute('aria-invalid')).toBeNull()
  })

  it('[REM-02] all weekdays are null', async () => {
    const user = await show({ tenMinutes: 'push', weekdays: [0, 1, 2, 3, 4, 5] })
    server.respond(notificationsCalls.chooseReminders, noNotificationChoices)
    await user.click(screen.getByRole('checkbox', { name: 'Saturday' }))
    await vi.waitFor(() => expect(sent()).toEqual([{ weekdays: null }]))
  })

  it('says so if a choice isn’t saved, and that mails need a confirmed address', async () => {
    const user = await show({ dayBefore: 'mail' }, { isEmailConfirmed: false })
    expect(screen.getByText(/confirm your email address/)).toBeTruthy()
    server.failWith(notificationsCalls.chooseReminders, 'internal')
    await user.click(screen.getByRole('radio', { name: 'A notice' }))
    expect((await screen.findByRole('alert')).textContent).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'An email' }).checked).toBe(true)
  })
})

describe('where notifications can’t come', () => {
  beforeEach(() => {
    server.respond(notificationsCalls.plannedStarts, [])
  })
  const days = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)

  it('[REM-07] none is offered', async () => {
    await show({}, { reach: 'never' })
    expect(screen.queryByRole('switch', { name: 'Ten minutes before' })).toBeNull()
    expect(days()).toEqual(['Nothing', 'An email'])
    expect(ways().getAllByRole('checkbox')).toHaveLength(1)
  })

  it('[REM-07] one that was chosen says so, and can be taken back', async () => {
    const user = await show({ tenMinutes: 'push', dayBefore: 'push', changes: ['push'] }, { reach: 'never' })
    expect(screen.getAllByText('A notice (not possible here)')).toHaveLength(3)
    server.respond(notificationsCalls.chooseReminders, {
      ...noNotificationChoices,
      dayBefore: 'push',
      changes: ['push'],
    })
    await user.click(tenMinutes())
    await vi.waitFor(() => expect(sent()).toEqual([{ tenMinutes: null }]))
    expect(tenMinutes().checked).toBe(false)
  })

  it('[REM-07] without a device that is switched on the hint leads to the switch', async () => {
    const user = await show({}, { reach: 'no-device' })
    await user.click(screen.getByRole('button', { name: 'To the switch' }))
    expect(goToPushSwitch).toHaveBeenCalledTimes(1)
    expect(tenMinutes().checked).toBe(false)
  })
})

describe('the times', () => {
  const berlin = { time: '18:00', zone: 'Europe/Berlin' }
  const morning = { time: '06:30', zone: null }
  const atMs = (...texts: string[]) => texts.map((text) => Date.parse(text))
  const times = () => within(screen.getByRole('group', { name: 'Only at these times' }))
  const listed = () =>
    times()
      .queryAllByRole<HTMLInputElement>('checkbox')
      .map(({ labels, checked }) => `${checked ? '×' : ' '} ${labels?.[0]?.textContent}`)

  it('[REM-02] are the planned ones by their own clock and the member’s; one that isn’t planned now stays', async () => {
    server.respond(notificationsCalls.plannedStarts, [
      // Chicago changes its clocks in between, Berlin later.
      { ...berlin, startsAt: atMs('2027-03-10T17:00Z', '2027-03-17T17:00Z') },
      { ...morning, startsAt: atMs('2027-03-11T12:30Z', '2027-03-18T11:30Z') },
    ])
    const user = await show({ tenMinutes: 'push', times: [{ time: '07:00', zone: null }] })
    await vi.waitFor(() =>
      expect(listed()).toEqual([
        '  6:30 AM',
        '  6:00 PM in Berlin · 11:00 AM or 12:00 PM for you',
        '× 7:00 AM in Chicago · not planned now',
      ]),
    )
    const choices: NotificationChoices = { ...noNotificationChoices, tenMinutes: 'push' }
    server.respond(
      notificationsCalls.chooseReminders,
      { ...choices, times: [{ time: '07:00', zone: null }, berlin] },
      { ...choices, times: [berlin] },
      choices,
    )
    await user.click(times().getByRole('checkbox', { name: /Berlin/ }))
    await user.click(times().getByRole('checkbox', { name: /^7:00 AM/ }))
    await user.click(times().getByRole('checkbox', { name: /Berlin/ }))
    await vi.waitFor(() => expect(sent()).toHaveLength(3))
    expect(sent()).toEqual([
      { times: [{ time: '07:00', zone: null }, berlin] },
      { times: [berlin] },
      { times: null },
    ])
    // Still there, to be chosen again.
    expect(listed().at(-1)).toBe('  7:00 AM in Chicago · not planned now')
  })

  it('[REM-02] say that nothing is planned, and what didn’t load', async () => {
    server.failConnection(notificationsCalls.plannedStarts)
    const user = await show({ tenMinutes: 'push', zone: 'Europe/Berlin', times: [morning] })
    expect((await screen.findByRole('alert')).textContent).toBe('The planned times didn’t load.')
    expect(listed()).toEqual(['× 6:30 AM in Chicago'])
    server.respond(notificationsCalls.plannedStarts, [])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No sitting is planned for the next two weeks.')).toBeTruthy()
    expect(listed()).toEqual(['× 6:30 AM in Chicago · not planned now'])
  })
})

describe('the offer', () => {
  async function offer(count: number, choices: Partial<NotificationChoices> = {}) {
    server.respond(meditationCalls.completedCount, { count })
    server.respond(notificationsCalls.reminders, { ...noNotificationChoices, ...choices })
    const { container } = renderScreen(<RemindersOffer link={<a href="/settings">Choose reminders</a>} />)
    await vi.waitFor(() => expect(server.count(meditationCalls.completedCount)).toBe(1))
    return container
  }

  it('[REM-01] comes after the first completed sitting, unless something is chosen', async () => {
    await offer(1)
    expect(await screen.findByRole('link', { name: 'Choose reminders' })).toBeTruthy()
  })

  it('[REM-01] doesn’t come after the second, nor is anything asked then', async () => {
    expect((await offer(2)).textContent).toBe('')
    expect(server.count(notificationsCalls.reminders)).toBe(0)
  })

  it('[REM-01] doesn’t come to who has chosen', async () => {
    const container = await offer(1, { dayBefore: 'push' })
    await vi.waitFor(() => expect(server.count(notificationsCalls.reminders)).toBe(1))
    expect(container.textContent).toBe('')
  })
})
