// A message's menu by role and by keyboard, messages that rest or are held, and a composer that waits.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { ServerMessage } from '#app/live-messages.ts'
import { MessageDialogs } from '#app/web/screens/meditation/message-dialogs.tsx'
import type { LiveClient } from '#shared/live/live-client.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { clearDrafts } from '#web/drafts.ts'
import { serverNow } from '#web/server-clock.ts'
import { chatCalls, type ChatMessage } from '../../contract.ts'
import type { ChatModerationParts, MessageDialogsProps } from '../data/chat-member.ts'
import { ownMute } from '../data/own-mute.ts'
import { ChatPanel } from './chat-panel.tsx'

beforeEach(() => {
  clearDrafts()
  ownMute.set(null)
})

const gail = { id: 3, name: 'Gail Gardner', profilePicture: null, isGardenAngel: true }
const mo = { id: 5, name: 'Mo Member', profilePicture: null, isGardenAngel: false }
const mia = { id: 7, name: 'Mia Member', profilePicture: null, isGardenAngel: false }

/** Names itself and whom it is about; the deletion's is the real one. */
function Dialogs(props: MessageDialogsProps) {
  const [isOpen, setOpen] = useState(true)
  const { action, message } = props
  if (action === 'remove') return <MessageDialogs {...props} />
  return (
    isOpen && (
      <div role="dialog" aria-label={`${action}: ${message.user.name}, ${message.message}`}>
        <button type="button" onClick={() => setOpen(false)}>
          Done
        </button>
      </div>
    )
  )
}
const membersParts: ChatModerationParts = { MessageDialogs: Dialogs, SlowModeMenu: null }
const moderatorsParts: ChatModerationParts = {
  MessageDialogs: Dialogs,
  SlowModeMenu: ({ seconds }) => <p>{`Slow mode of ${seconds}`}</p>,
}

const messageOf = (id: number, user: ChatMessage['user'], message: string, more = {}): ChatMessage => ({
  id,
  message,
  timestamp: new Date(serverNow() - 60_000 + id * 1_000).toISOString(),
  user,
  ...more,
})

/** The room as `member` sees it. */
function show(member: typeof mo, { moderates = false, more = [] as ChatMessage[] } = {}) {
  const server = startFakeServer()
  server.respond(chatCalls.chatOfDay, { messages: [] })
  server.respond(chatCalls.likedMessages, { likedMessages: [] })
  const listeners = new Set<(message: never) => void>()
  const sent: object[] = []
  const connected = { state: 'connected', ended: null, joinedBefore: true } as const
  const client: LiveClient = {
    status: () => connected,
    onStatusChange: () => () => {},
    onMessage: (_, listener: (message: never) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: (message) => sent.push(message) > 0,
  }
  renderScreen(
    <ChatPanel
      client={client}
      day="2026-11-21"
      member={{ ...member, isUnlisted: false }}
      signedOut={false}
      parts={moderates ? moderatorsParts : membersParts}
      maySpeak={moderates}
      hostId={null}
      meeting={null}
      delayHint={null}
      chatPausedUntil={null}
      sharing={null}
      underWay={null}
      isOpen
      onToggle={() => {}}
      keepsComposer
    />,
  )
  const receive = (message: ServerMessage) =>
    act(() => listeners.forEach((listener) => listener(message as never)))
  const messages = [
    messageOf(1, gail, 'Be welcome'),
    messageOf(2, mo, 'Hm'),
    messageOf(3, mia, 'Hello'),
    ...more,
  ]
  receive({ type: 'initial-messages', messages })
  return { user: setUpUser(), receive, sent, server }
}

const menuButton = (name: string) => screen.getByRole('button', { name: `Menu of ${name}’s message` })
const findMenuButton = (name: string) => screen.findByRole('button', { name: `Menu of ${name}’s message` })
const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const row = (text: string) => screen.getByText(text).closest('li') as HTMLElement

test('[MOD-17] a member can report the messages of others, and not their own', async () => {
  const { user } = show(mo)
  expect(screen.queryByRole('button', { name: /^Menu of Mo Member/ })).toBeNull()
  await user.click(await findMenuButton('Mia Member'))
  expect(await items()).toEqual(['Report'])
  await user.click(screen.getByRole('menuitem', { name: 'Report' }))
  expect(await screen.findByRole('dialog', { name: 'report: Mia Member, Hello' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[MOD-17] a moderator has Report, Remove, Mute and Ban in one menu, and of their own message Remove', async () => {
  const { user } = show(gail, { moderates: true })
  await user.click(await findMenuButton('Gail Gardner'))
  expect(await items()).toEqual(['Remove'])
  await user.keyboard('{Escape}')
  for (const [action, dialog] of [
    ['Mute', 'mute: Mo Member, Hm'],
    ['Ban', 'ban: Mo Member, Hm'],
    ['Report', 'report: Mo Member, Hm'],
  ] as const) {
    await user.click(await findMenuButton('Mo Member'))
    expect(await items()).toEqual(['Report', 'Remove', 'Mute', 'Ban'])
    await user.click(screen.getByRole('menuitem', { name: action }))
    expect(await screen.findByRole('dialog', { name: dialog })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Done' }))
  }
})

test('[MOD-17, CHAT-13] Remove asks as the delete button does, and the focus returns to the menu’s button', async () => {
  const { user, server } = show(gail, { moderates: true })
  await user.click(await findMenuButton('Mo Member'))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Are you sure you want to delete this message?')
  expect(question.textContent).toContain('Hm')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(menuButton('Mo Member')))
  expect(server.count(chatCalls.deleteMessage)).toBe(0)
})

test('[MOD-17, CHAT-35] by keyboard: the menu’s button follows the heart, and the arrows lead to other messages', async () => {
  const { user } = show(mo, { more: [messageOf(4, gail, 'Good evening')] })
  await findMenuButton('Mia Member')
  await user.tab()
  expect(document.activeElement).toBe(within(row('Good evening')).getByRole('button', { name: /^Like/ }))
  await user.tab()
  const [first, second] = screen.getAllByRole('button', { name: /^Menu of Gail/ })
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(menuButton('Mia Member'))
  // His own message has no menu.
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
  expect(screen.queryByRole('menu')).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await items()).toEqual(['Report'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menu')))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Report' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(menuButton('Mia Member')))
  // Also once the menu has been loaded.
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('[CHAT-35] a moderator’s names and delete buttons are one tab stop each, and the arrows lead to others', async () => {
  const { user } = show(gail, { moderates: true })
  await findMenuButton('Mia Member')
  const stop = () => document.activeElement
  const nameOf = (text: string, name: string) => within(row(text)).getByRole('button', { name })
  const deletionOf = (text: string) => nameOf(text, 'Delete message')
  act(() => menuButton('Mia Member').focus())
  await user.tab({ shift: true })
  expect(stop()).toBe(within(row('Hello')).getByRole('button', { name: /^Like/ }))
  await user.tab({ shift: true })
  expect(stop()).toBe(deletionOf('Hello'))
  await user.tab({ shift: true })
  expect(stop()).toBe(nameOf('Hello', 'Mia Member'))
  await user.tab({ shift: true })
  expect(screen.getByRole('log').contains(stop())).toBe(false)
  await user.tab()
  expect(stop()).toBe(nameOf('Hello', 'Mia Member'))
  await user.keyboard('{ArrowUp}')
  expect(stop()).toBe(nameOf('Hm', 'Mo Member'))
  // Her own name is no button.
  await user.keyboard('{ArrowUp}')
  expect(stop()).toBe(nameOf('Hm', 'Mo Member'))
  await user.tab()
  expect(stop()).toBe(deletionOf('Hm'))
  await user.keyboard('{ArrowUp}{Enter}')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Be welcome')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(stop()).toBe(deletionOf('Be welcome')))
})

test('[MOD-14] a folded message rests for members, and is marked for those who read it', async () => {
  const { receive } = show(mo)
  receive({ type: 'message-folded', messageId: 3 })
  expect(screen.queryByText('Hello')).toBeNull()
  expect(screen.getByText('Resting until a garden angel has looked')).toBeTruthy()
  expect(menuButton('Mia Member')).toBeTruthy()
  receive({ type: 'message-restored', message: messageOf(3, mia, 'Hello') })
  expect(screen.getByText('Hello')).toBeTruthy()
  expect(screen.queryByText(/^Resting/)).toBeNull()
  cleanup()
  for (const [reader, moderates] of [
    [mia, false],
    [gail, true],
  ] as const) {
    show(reader, { moderates }).receive({ type: 'message-folded', messageId: 3 })
    expect(row('Hello').textContent).toContain('Resting until a garden angel has looked')
    cleanup()
  }
})

test('[MOD-21] a held message asks its author to say it another way', () => {
  show(mo, { more: [messageOf(4, mo, 'A word', { isHeld: true })] })
  expect(row('A word').textContent).toContain('Please say it another way')
})

test('[MOD-11] a muted member reads until when and why; the text stays, and goes out once the mute has ended', async () => {
  const { user, receive, sent } = show(mo)
  receive({ type: 'room-settings', slowSeconds: 15 })
  await user.type(composer(), 'I mean well')
  const time = (ms: number) =>
    new Date(ms).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  const untilMs = serverNow() + 1_500
  act(() => ownMute.set({ untilMs, reason: 'It was unkind.' }))
  const line = await screen.findByText(/^You can’t write in the chat until/)
  expect(line.textContent?.replaceAll(/\s/gu, ' ')).toContain(time(untilMs).replaceAll(/\s/gu, ' '))
  expect(screen.getByText('It was unkind.').closest('[role=status]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Enter}')
  expect(sent).toEqual([])
  expect(composer().value).toBe('I mean well')
  // Likes stay open.
  expect(within(row('Hello')).getByRole('button', { name: /^Like/ })).toHaveProperty('disabled', false)
  expect(screen.queryByText(/^Slow mode/)).toBeNull()
  await waitFor(() => expect(screen.queryByText(/^You can’t write/)).toBeNull(), { timeout: 5_000 })
  expect(screen.getByText(/^Slow mode/)).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(sent).toMatchObject([{ text: 'I mean well' }])
})

test('[MOD-13] slow mode is named, counts down after a message, and doesn’t bind moderators', async () => {
  const { user, receive, sent } = show(mo)
  receive({ type: 'room-settings', slowSeconds: 15 })
  expect(await screen.findByText('Slow mode: one message in 15 seconds')).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
  receive({
    type: 'new-message',
    message: { ...messageOf(9, mo, 'Slowly'), timestamp: new Date(serverNow()).toISOString() },
  })
  expect((await screen.findByRole('timer')).textContent).toMatch(/You can write again in 1\d s/)
  await user.type(composer(), 'Too soon{Enter}')
  expect(sent).toEqual([])
  expect(composer().value).toBe('Too soon')
  receive({ type: 'room-settings', slowSeconds: 60 })
  expect(await screen.findByText('Slow mode: one message in 1 minute')).toBeTruthy()
  receive({ type: 'room-settings', slowSeconds: 0 })
  await waitFor(() => expect(screen.queryByText(/^Slow mode/)).toBeNull())
  await user.keyboard('{Enter}')
  expect(sent).toMatchObject([{ text: 'Too soon' }])
  cleanup()
  const angel = show(gail, { moderates: true })
  angel.receive({ type: 'room-settings', slowSeconds: 120 })
  expect(screen.getByText('Slow mode of 120')).toBeTruthy()
  for (const text of ['One', 'Two']) await angel.user.type(composer(), `${text}{Enter}`)
  expect(composer().value).toBe('')
})
