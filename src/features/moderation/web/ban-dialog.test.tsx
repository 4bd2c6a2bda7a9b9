// Ban dialog opened from the chat: the check beforehand, the reason, the confirmation, and a rejected ban.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { messages } from '#web/i18n/messages.ts'
import { toastStore } from '#web/toast-store.ts'
import { casesCalls } from '../cases-contract.ts'
import { bansCalls } from '../contract.ts'
import { BanDialog } from './ban-dialog.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(casesCalls.reasons, { reasons })
})
const reasons = [{ id: 'unkind', text: 'It was unkind.' }]

function show(onClose: () => void = () => undefined): void {
  renderScreen(<BanDialog open onClose={onClose} member={{ id: 3, name: 'Ada Adler' }} />)
}
const reason = () => screen.queryByRole('textbox', { name: 'Reason' })
const banButton = () => screen.queryByRole('button', { name: 'Ban' })

it.each([
  ['administrator', 'Ada Adler is an administrator and can’t be banned here.'],
  ['garden_angel', 'Ada Adler is a garden angel and can’t be banned here.'],
  ['self', 'You can’t ban yourself.'],
] as const)('[CHAT-33] a message replaces the form for %s', async (obstacle, message) => {
  server.respond(bansCalls.banCheck, { obstacle })
  show()
  expect(await screen.findByText(message)).toBeTruthy()
  expect([reason(), banButton()]).toEqual([null, null])
})

it('[CHAT-33] the form waits for the check, and then gets the focus', async () => {
  const release = server.respondLater(bansCalls.banCheck, { obstacle: null })
  show()
  expect(await screen.findByText('Loading')).toBeTruthy()
  expect(reason()).toBeNull()
  expect(banButton()).toHaveProperty('disabled', true)
  release()
  await waitFor(() => expect(reason()).toBe(document.activeElement))
  expect(reason()).not.toBeNull()
})

it('[CHAT-33] a failed check shows an error and can be retried', async () => {
  server.failConnection(bansCalls.banCheck)
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(reason()).toBeNull()
  server.respond(bansCalls.banCheck, { obstacle: null })
  await setUpUser().click(retry)
  await waitFor(() => expect(reason()).not.toBeNull())
})

const button = (name: string) => screen.getByRole('button', { name })

/** The dialog after its check, with the reason focused. */
async function showForm(onClose?: () => void) {
  server.respond(bansCalls.banCheck, { obstacle: null })
  show(onClose)
  const field = await screen.findByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return setUpUser()
}

it('[CHAT-17] Ban is disabled until the reason has visible text, of 500 characters at most', async () => {
  const onClose = vi.fn<() => void>()
  const user = await showForm(onClose)
  const type = (text: string) => fireEvent.change(reason() ?? document.body, { target: { value: text } })
  expect(banButton()).toHaveProperty('disabled', true)
  type(' \n ')
  expect(banButton()).toHaveProperty('disabled', true)
  type('x'.repeat(501))
  expect(screen.getByText('501/500')).toBeTruthy()
  expect(screen.getByText('A reason has at most 500 characters.')).toBeTruthy()
  expect(banButton()).toHaveProperty('disabled', true)
  type('  Unkind words ')
  expect(banButton()).toHaveProperty('disabled', false)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(server.count(bansCalls.banByPut)).toBe(0)
})

it('[CHAT-18, CHAT-22] the confirmation returns to the reason, then sends one ban and is pending meanwhile', async () => {
  const onClose = vi.fn<() => void>()
  const user = await showForm(onClose)
  await user.type(reason() ?? document.body, '  Unkind words ')
  await user.click(screen.getByRole('checkbox', { name: 'Also delete their messages from today' }))
  await user.click(button('Ban'))
  expect(screen.getByText('Their messages from today are deleted.')).toBeTruthy()
  expect(await screen.findByRole('dialog', { name: messages.confirmBan('Ada Adler') })).toBeTruthy()
  for (const back of [() => user.click(button('Back')), () => user.keyboard('{Escape}')]) {
    await back()
    expect(reason()).toHaveProperty('value', '  Unkind words ')
    expect(document.activeElement).toBe(reason())
    await user.click(button('Ban'))
    expect(document.activeElement).toBe(button('Back'))
  }
  // The second click of a double click on Ban.
  fireEvent.click(button('Yes, ban'), { detail: 2 })
  expect(button('Yes, ban').getAttribute('aria-busy')).not.toBe('true')
  expect(server.count(bansCalls.banByPut)).toBe(0)

  const release = server.respondLater(bansCalls.banByPut, {
    id: 3,
    name: 'Ada Adler',
    isBanned: true,
    bannedAt: '2026-11-21T18:00:00.000Z',
    bannedReason: 'Unkind words',
    bannedUntil: null,
  })
  await user.click(button('Yes, ban'))
  await waitFor(() => expect(button('Yes, ban').getAttribute('aria-busy')).toBe('true'))
  await user.click(button('Yes, ban'))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: messages.confirmBan('Ada Adler') })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  release()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(server.count(bansCalls.banByPut)).toBe(1)
  expect(server.calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/admin/users/3/ban',
    body: { reason: '  Unkind words ', minutes: 1_440, deleteMessagesOfToday: true },
  })
})

it('[CHAT-19, API-15] a rejected ban shows a toast and, in the dialog, the server’s message', async () => {
  const toastCount = () =>
    toastStore.records().filter(({ title }) => title === messages.banFailed.title).length
  const user = await showForm()
  await user.type(reason() ?? document.body, 'Too strict')
  server.failWith(bansCalls.banByPut, 'forbidden')
  const confirmBan = async () => {
    await user.click(button('Ban'))
    await user.click(button('Yes, ban'))
  }
  await confirmBan()
  expect((await screen.findByRole('alert')).textContent).toBe('You don’t have permission to do this.')
  expect(toastCount()).toBe(1)
  expect(toastStore.records()[0]).toMatchObject(messages.banFailed)
  expect(reason()).toHaveProperty('value', 'Too strict')
  expect(document.activeElement).toBe(reason())

  server.failConnection(bansCalls.banByPut)
  await confirmBan()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(messages.banFailed.description))
  expect(reason()).toHaveProperty('value', 'Too strict')
})

it('[MOD-05, CHAT-17] offers the list of reasons, whose entry may be changed; it is for 24 hours unless another length is chosen', async () => {
  const user = await showForm()
  await user.selectOptions(screen.getByRole('combobox', { name: 'A reason from the list' }), 'It was unkind.')
  expect(reason()).toHaveProperty('value', 'It was unkind.')
  await user.type(reason() ?? document.body, ' Twice.')
  expect(screen.getByRole('combobox')).toHaveProperty('value', '')
  await user.selectOptions(screen.getByRole('combobox'), 'It was unkind.')
  expect(screen.getByText(/can’t come back before the ban ends/)).toBeTruthy()
  await user.click(button('Ban'))
  expect(screen.getByText('The ban ends by itself: 24 hours.')).toBeTruthy()
  await user.click(button('Back'))
  await user.click(screen.getByRole('radio', { name: 'For good' }))
  expect(screen.getByText('They are signed out everywhere and can’t come back.')).toBeTruthy()
  await user.click(button('Ban'))
  expect(screen.queryByText(/The ban ends by itself/)).toBeNull()
  server.respond(bansCalls.banByPut, {
    id: 3,
    name: 'Ada Adler',
    isBanned: true,
    bannedAt: '2026-11-21T18:00:00.000Z',
    bannedReason: 'It was unkind.',
    bannedUntil: null,
  })
  await user.click(button('Yes, ban'))
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'It was unkind.' }),
  )
})

it('[CHAT-17] a list that didn’t load leaves the free text', async () => {
  server.failConnection(casesCalls.reasons)
  const user = await showForm()
  expect(await screen.findByText('The list of reasons didn’t load.')).toBeTruthy()
  await user.type(reason() ?? document.body, 'Unkind words')
  expect(banButton()).toHaveProperty('disabled', false)
})
