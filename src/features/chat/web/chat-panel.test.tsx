// Chat panel: what each member sees of the messages, and what a press on a name opens.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { LiveClient, LiveStatus } from '#features/live/live-client.ts'
import { usersCalls } from '#features/users/contract.ts'
import { BanDialog } from '#features/users/web/ban-dialog.tsx'
import { messages } from '#shared/messages.ts'
import { startFakeServer } from '#test/fake-server.ts'
import { createQueryClient } from '#web/query-client.ts'
import { chatCalls, type ChatMessage } from '../contract.ts'
import { ChatPanel } from './chat-panel.tsx'

const day = '2026-11-21'
const gail = { id: 3, name: 'Gail Gardner', profilePicture: null, isGardenAngel: true }
const mo = { id: 5, name: 'Mo Member', profilePicture: null, isGardenAngel: false }
const mia = { id: 7, name: 'Mia Member', profilePicture: null, isGardenAngel: false }

const messageOf = (id: number, user: ChatMessage['user'], message: string): ChatMessage => ({
  id,
  message,
  timestamp: `2026-11-21T12:00:0${id}.000Z`,
  user,
})

/** A joined room with these messages, as `member` sees it. */
async function show(
  member: typeof mo,
  { moderates = false, chatOfDay = [] as ChatMessage[], later = [] as ChatMessage[] } = {},
) {
  const server = startFakeServer()
  server.answer(chatCalls.chatOfDay, { messages: chatOfDay })
  server.answer(chatCalls.likedMessages, { likedMessages: [] })
  server.answer(usersCalls.banCheck, { obstacle: null })
  const listeners = new Set<(message: never) => void>()
  const connected: LiveStatus = { state: 'connected', ended: null, joinedBefore: true }
  const client: LiveClient = {
    status: () => connected,
    onStatusChange: () => () => undefined,
    onMessage: (_, listener: (message: never) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: () => true,
  }
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <ChatPanel
        client={client}
        day={day}
        member={member}
        signedOut={false}
        loadBan={moderates ? async () => BanDialog : null}
      />
    </QueryClientProvider>,
  )
  const initial = [
    messageOf(1, gail, 'Be welcome'),
    messageOf(2, mo, 'Hm'),
    messageOf(3, mia, 'Hello'),
    ...later,
  ]
  act(() =>
    listeners.forEach((listener) => listener({ type: 'initial-messages', messages: initial } as never)),
  )
  return { server, queryClient, user: userEvent.setup({ delay: null }) }
}

const rows = () => within(screen.getByRole('log')).getAllByRole('listitem')
const texts = () => rows().map((row) => row.querySelectorAll('p')[1]?.textContent)

test('[CHAT-16] a moderator’s click on a name opens the ban dialog for that member, except on their own', async () => {
  const { server, user } = await show(gail, { moderates: true })
  for (const { name, id } of [mo, mia]) {
    await user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByRole('dialog', { name: `Ban ${name}` })).toBeTruthy()
    await waitFor(() => expect(server.calls.at(-1)?.path).toBe(`/api/admin/users/${id}/ban-check`))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(screen.queryByRole('button', { name: gail.name })).toBeNull()
  await user.click(screen.getByText(gail.name))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[CHAT-16] a plain member’s click on a name opens nothing', async () => {
  const { user } = await show(mia)
  for (const { name } of [gail, mo, mia]) {
    expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByText(name))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('[CHAT-24] the chat of the day is requested, and nothing of the answer is used', async () => {
  const chatOfDay = [messageOf(2, mo, 'Another text'), messageOf(9, mo, 'Only in the answer')]
  const { server, queryClient } = await show(mia, { chatOfDay })
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain(`/api/meditation/chat/${day}`))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(async () => undefined)
  expect(texts()).toEqual(['Be welcome', 'Hm', 'Hello'])
})

test('[CHAT-13] only moderators can delete, a dialog asks first, and declining makes no call', async () => {
  const { user: miaUser } = await show(mia)
  await miaUser.hover(screen.getByText('Hm'))
  expect(screen.queryByRole('button', { name: 'Delete message' })).toBeNull()
  cleanup()

  const { server, user } = await show(gail, { moderates: true })
  const deleteButtons = await screen.findAllByRole('button', { name: 'Delete message' })
  expect(deleteButtons).toHaveLength(3)
  const [, deleteButton] = deleteButtons
  const dialog = () => screen.queryByRole('alertdialog', { name: messages.confirmDelete })
  const cancel = () => within(dialog() ?? document.body).getByRole('button', { name: 'Cancel' })
  const close = () => within(dialog() ?? document.body).getByRole('button', { name: 'Close' })
  const declines = [
    () => user.keyboard('{Enter}'),
    () => user.keyboard('{Escape}'),
    () => user.click(close()),
  ]
  for (const decline of declines) {
    deleteButton?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(dialog()?.textContent).toContain('Hm'))
    await waitFor(() => expect(document.activeElement).toBe(cancel()))
    await decline()
    await waitFor(() => expect(dialog()).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(deleteButton))
  }
  expect(server.count(chatCalls.deleteMessage)).toBe(0)
  expect(texts()).toEqual(['Be welcome', 'Hm', 'Hello'])
})

test('[CHAT-35] the like buttons are one tab stop, and the arrow keys lead to those of other messages', async () => {
  const { user } = await show(mo)
  const likes = screen.getAllByRole('button', { name: /^Like / })
  const [gails, mos, mias] = likes
  expect(likes.map((button) => button.tabIndex)).toEqual([-1, -1, 0])
  await user.tab()
  expect(document.activeElement).toBe(mias)
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(gails)
  expect(gails?.getAttribute('aria-label')).toBe('Like Gail Gardner’s message, 0 likes')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(mos)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(mos)
})

test('[CHAT-36] a line marks the first message of others since the member left the page', async () => {
  await show(mia)
  expect(screen.queryByText('New since you left')).toBeNull()
  // Closing the page remembers the newest message, Mia's own.
  cleanup()
  await show(mia, { later: [messageOf(4, mia, 'From my phone'), messageOf(5, mo, 'Good evening')] })
  const row = screen.getByText('New since you left').closest('li')
  expect(row && within(row).getByText('Good evening')).toBeTruthy()
})
