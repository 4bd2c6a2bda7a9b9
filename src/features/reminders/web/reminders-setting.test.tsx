// The setting for reminders, and the offer: what a press saves, and what happens if it fails.
import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { meditationCalls } from '#features/meditation/contract.ts'
import { noReminders } from '#test/data/no-reminders.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { setUpUser } from '#test/web/user.ts'
import { localZone } from '#web/local-zone.ts'
import { createQueryClient } from '#web/query-client.ts'
import { remindersCalls, type ReminderChoices } from '../contract.ts'
import { RemindersOffer } from './reminders-offer.tsx'
import { RemindersSetting } from './reminders-setting.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

async function show(choices: Partial<ReminderChoices> = {}, isEmailConfirmed = true) {
  server.respond(remindersCalls.reminders, { ...noReminders, ...choices })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RemindersSetting isEmailConfirmed={isEmailConfirmed} />
    </QueryClientProvider>,
  )
  await screen.findByRole('switch', { name: 'Ten minutes before' })
  return setUpUser()
}

const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

describe('the setting', () => {
  it('[REM-01] [PLAN-04] has nothing on at first; the first press saves it with the browser’s zone', async () => {
    const user = await show()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Nothing' }).checked).toBe(true)
    server.respond(remindersCalls.chooseReminders, { ...noReminders, tenMinutes: 'push' })
    await user.click(screen.getByRole('switch', { name: 'Ten minutes before' }))
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()).toEqual([{ ...noReminders, tenMinutes: 'push', zone: localZone() }])
  })

  it('[REM-02] leaves the other choices as they are, and keeps the community’s zone', async () => {
    const choices = { tenMinutes: 'push', weekdays: [0, 6], times: ['06:30'] } as const
    const user = await show({ ...choices, weekdays: [0, 6], times: ['06:30'] })
    server.respond(remindersCalls.chooseReminders, noReminders)
    await user.click(screen.getByRole('radio', { name: 'A mail' }))
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()).toEqual([{ ...noReminders, ...choices, dayBefore: 'mail' }])
  })

  it('[REM-02] all weekdays are null, and so is a time that was the last one', async () => {
    const user = await show({ weekdays: [0, 1, 2, 3, 4, 5], times: ['18:00'] })
    server.respond(remindersCalls.chooseReminders, noReminders)
    await user.click(screen.getByRole('checkbox', { name: 'Saturday' }))
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({ weekdays: null })
    await user.click(await screen.findByRole('button', { name: 'Remove 6:00 PM' }))
    await vi.waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({ times: null })
  })

  it('says so if a choice isn’t saved, and that mails need a confirmed address', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const user = await show({ dayBefore: 'mail' }, false)
    expect(screen.getByText(/confirm your email address/)).toBeTruthy()
    server.failWith(remindersCalls.chooseReminders, 'internal')
    await user.click(screen.getByRole('switch', { name: 'Ten minutes before' }))
    expect((await screen.findByRole('alert')).textContent).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Ten minutes before' }).checked).toBe(false)
  })
})

describe('the offer', () => {
  async function offer(count: number, choices: Partial<ReminderChoices> = {}) {
    server.respond(meditationCalls.completedCount, { count })
    server.respond(remindersCalls.reminders, { ...noReminders, ...choices })
    const { container } = render(
      <QueryClientProvider client={createQueryClient()}>
        <RemindersOffer link={<a href="/settings">Choose reminders</a>} />
      </QueryClientProvider>,
    )
    await vi.waitFor(() => expect(server.count(meditationCalls.completedCount)).toBe(1))
    return container
  }

  it('[REM-01] comes after the first completed sitting, unless something is chosen', async () => {
    await offer(1)
    expect(await screen.findByRole('link', { name: 'Choose reminders' })).toBeTruthy()
  })

  it('[REM-01] doesn’t come after the second, nor is anything asked then', async () => {
    expect((await offer(2)).textContent).toBe('')
    expect(server.count(remindersCalls.reminders)).toBe(0)
  })

  it('[REM-01] doesn’t come to who has chosen', async () => {
    const container = await offer(1, { dayBefore: 'push' })
    await vi.waitFor(() => expect(server.count(remindersCalls.reminders)).toBe(1))
    expect(container.textContent).toBe('')
  })
})
