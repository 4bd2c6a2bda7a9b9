// Mute dialog: its length, reason and sentence, whom nobody mutes, and the end of a mute.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { serverNow } from '#web/server-clock.ts'
import { toastStore } from '#web/toast-store.ts'
import { casesCalls, type ModerationRecord } from '../cases-contract.ts'
import { moderationErrors } from '../errors.ts'
import { MuteDialog } from './mute-dialog.tsx'
import { SlowModeMenu } from './slow-mode-menu.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  toastStore.clear()
  server.respond(casesCalls.reasons, {
    reasons: [
      { id: 'unkind', text: 'It was unkind.' },
      { id: 'selling', text: 'It was trying to sell something.' },
    ],
  })
})

const record = (more: Partial<ModerationRecord> = {}): ModerationRecord => ({
  member: { id: 5, name: 'Mo Member', profilePicture: null },
  mute: null,
  obstacles: { mute: null, ban: null },
  cases: [],
  messages: [],
  notes: [],
  ...more,
})
const untilAt = () => new Date(serverNow() + 600_000).toISOString()

function show(more: Partial<ModerationRecord> = {}) {
  const onClose = vi.fn<() => void>()
  server.respond(casesCalls.memberRecord, record(more))
  renderScreen(<MuteDialog open onClose={onClose} member={{ id: 5, name: 'Mo Member' }} />)
  return { user: setUpUser(), onClose }
}
const button = (name: string) => screen.getByRole('button', { name })
const titles = () => toastStore.records().map(({ title }) => title)
const sent = () => server.calls.filter(({ method }) => method !== 'GET')

it('[MOD-05, MOD-12] mutes for a length and a reason of the list, with a sentence', async () => {
  const { user, onClose } = show()
  await user.click(await screen.findByRole('radio', { name: '24 hours' }))
  await user.click(button('Mute'))
  expect(await screen.findByText('Please choose a reason.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Reason' }))
  await user.selectOptions(screen.getByRole('combobox'), 'It was trying to sell something.')
  expect(screen.queryByText('Please choose a reason.')).toBeNull()
  await user.type(screen.getByRole('textbox', { name: /^A sentence/ }), 'Not here')
  server.respond(casesCalls.mute, { untilAt: untilAt(), reason: 'It was trying to sell something.' })
  await user.click(button('Mute'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent()).toMatchObject([
    {
      method: 'POST',
      path: '/api/moderation/mutes/5',
      body: { minutes: 1_440, reason: 'selling', sentence: 'Not here' },
    },
  ])
  expect(titles()[0]).toMatch(/^Mo Member can’t write in the chat until /)
})

it.each([
  ['self', 'You can’t mute yourself.'],
  ['administrator', 'Mo Member is an administrator and can’t be muted.'],
  ['garden_angel', 'Mo Member is a garden angel and can’t be muted.'],
] as const)('[MOD-12] staff can’t be muted: %s', async (mute, sentence) => {
  show({ obstacles: { mute, ban: null } })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
})

it('[MOD-12] shows a mute in force, and ends it', async () => {
  const { user, onClose } = show({ mute: { untilAt: untilAt(), reason: 'It was unkind.' } })
  expect(await screen.findByText(/^Muted until /)).toBeTruthy()
  server.respond(casesCalls.unmute, { success: true })
  await user.click(button('End the mute'))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent()).toMatchObject([{ method: 'DELETE', path: '/api/moderation/mutes/5', body: undefined }])
  expect(titles()).toEqual(['Mo Member can write in the chat again'])
})

it('[MOD-05] says what the server objects to, keeps the sentence, and asks before it is lost', async () => {
  const { user, onClose } = show()
  await user.selectOptions(await screen.findByRole('combobox'), 'It was unkind.')
  await user.type(screen.getByRole('textbox'), 'Please')
  server.failWith(casesCalls.mute, moderationErrors.reason_unknown)
  await user.click(button('Mute'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This reason is no longer on the list. Please choose another one.',
  )
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Please')
  expect(onClose).not.toHaveBeenCalled()
})

it('a record that didn’t load can be asked for again', async () => {
  const onClose = vi.fn<() => void>()
  server.failConnection(casesCalls.memberRecord)
  renderScreen(<MuteDialog open onClose={onClose} member={{ id: 5, name: 'Mo Member' }} />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.respond(casesCalls.memberRecord, record())
  await setUpUser().click(retry)
  expect(await screen.findByRole('combobox')).toBeTruthy()
})

it('[MOD-13] the slow mode is one of six, and a failure is said', async () => {
  renderScreen(<SlowModeMenu seconds={15} />)
  const user = setUpUser()
  await user.click(button('Slow mode 15 s'))
  const choices = within(await screen.findByRole('menu')).getAllByRole('menuitemradio')
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'No wait',
    '5 seconds',
    '15 seconds',
    '30 seconds',
    '1 minute',
    '2 minutes',
  ])
  expect(choices.map((choice) => choice.getAttribute('aria-checked'))).toEqual(
    [false, false, true, false, false, false].map(String),
  )
  server.failWith(casesCalls.setSlowMode, 'unavailable')
  await user.click(screen.getByRole('menuitemradio', { name: '1 minute' }))
  await waitFor(() => expect(titles()).toEqual(['Slow mode wasn’t changed']))
  expect(sent()).toMatchObject([{ method: 'PUT', path: '/api/moderation/room', body: { slowSeconds: 60 } }])
})
