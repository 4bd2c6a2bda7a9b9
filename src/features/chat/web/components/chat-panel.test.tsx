// Chat panel: what each member sees of the messages, and what a press on a name opens.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { composer, day, gail, messageOf, mia, mo, showChatPanel, until } from '#test/web/chat-panel.tsx'
import { showPage } from '#test/web/passing-time.ts'
import { clearDrafts, readDraft, writeDraft } from '#web/drafts.ts'
import { messages } from '#web/i18n/messages.ts'
import { serverNow } from '#web/server-clock.ts'
import { toastStore } from '#web/toast-store.ts'
import { chatCalls } from '../../contract.ts'
import { composerHints } from '../data/chat-room.ts'

beforeEach(clearDrafts)
afterEach(() => vi.restoreAllMocks())

const rows = () => within(screen.getByRole('log')).getAllByRole('listitem')
const texts = () => rows().map((row) => row.querySelectorAll('p')[1]?.textContent)

test('[CHAT-16] a moderator’s click on a name opens the ban dialog for that member, except on their own', async () => {
  const { server, user } = await showChatPanel(gail, { moderates: true })
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

test('[CHAT-07] a garden angel has the tag at their name, and no one else', async () => {
  await showChatPanel(mo)
  expect(rows().map(({ textContent }) => textContent.includes('(Gardian Angel)'))).toEqual([
    true,
    false,
    false,
  ])
})

test('[CHAT-16] a plain member’s click on a name opens nothing', async () => {
  const { user } = await showChatPanel(mia)
  for (const { name } of [gail, mo, mia]) {
    expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByText(name))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('[TRUST-02] the composer warns an unlisted member that messages show their name', async () => {
  await showChatPanel(mia, { isUnlisted: true })
  expect(describedBy(screen.getByRole('textbox'))).toBe(
    'You’re sitting quietly. Messages still show your name and picture.',
  )
  cleanup()
  await showChatPanel(mia)
  expect(describedBy(screen.getByRole('textbox'))).toBe('')
})

const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

test('[CHAT-39] beside its heading the chat says how many messages it has, on a narrow page that ends above them', async () => {
  await showChatPanel(mo)
  const heading = screen.getByRole('heading', { name: 'Live chat' })
  expect(heading.parentElement?.textContent).toContain('3 messages')
})

test('[CHAT-24] the chat of the day is requested, and nothing of the response is used', async () => {
  const chatOfDay = [messageOf(2, mo, 'Another text'), messageOf(9, mo, 'Only in the response')]
  const { server, queryClient } = await showChatPanel(mia, { chatOfDay })
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain(`/api/meditation/chat/${day}`))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(async () => undefined)
  expect(texts()).toEqual(['Be welcome', 'Hm', 'Hello'])
})

test('[CHAT-13] only moderators can delete, a dialog asks first, and declining makes no call', async () => {
  const { user: miaUser } = await showChatPanel(mia)
  await miaUser.hover(screen.getByText('Hm'))
  expect(screen.queryByRole('button', { name: 'Delete message' })).toBeNull()
  cleanup()

  const { server, user } = await showChatPanel(gail, { moderates: true })
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

test('[CHAT-12] a deletion that fails is only logged, and the message reappears', async () => {
  const { server, user } = await showChatPanel(gail, { moderates: true })
  const [, deleteButton] = await screen.findAllByRole('button', { name: 'Delete message' })
  server.failWith(chatCalls.deleteMessage, 'unavailable')
  const seen: unknown[] = []
  vi.spyOn(console, 'info').mockImplementation((what) => void seen.push(what, texts()))
  await user.click(deleteButton ?? document.body)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(seen).toEqual(['A message could not be deleted.', ['Be welcome', 'Hello']]))
  await waitFor(() => expect(texts()).toEqual(['Be welcome', 'Hm', 'Hello']))
  expect(toastStore.records()).toEqual([])
})

test('[CHAT-35] the like buttons are one tab stop, and the arrow keys lead to those of other messages', async () => {
  const { user } = await showChatPanel(mo)
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

test('[CHAT-31] earlier messages of a renamed member change', async () => {
  const { receive } = await showChatPanel(mia)
  const authors = () => rows().map((row) => row.querySelector('p')?.textContent)
  receive({ type: 'online-count-updated', onlineCount: 1, onlineUsers: [{ ...mo, name: 'Mo Anders' }] })
  expect(authors()[1]).toContain('Mo Anders')
  receive({ type: 'user-joined', user: { ...gail, name: 'Gail Anders' } })
  expect(authors()[0]).toContain('Gail Anders')
})

test('[CHAT-02] what is wrong with a message is said beside it', async () => {
  const { receive, sent, user } = await showChatPanel(mia)
  const field = screen.getByRole('textbox', { name: 'Message' })
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } })
  await user.type(field, '{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('A message has at most 500 characters.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field, { target: { value: 'Hello again' } })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(field, '{Enter}')
  receive({ ...sent.at(-1), type: 'error', code: 'unavailable', message: 'Resting.' })
  expect(screen.getByText(composerHints.unavailable)).toBeTruthy()
})

test('[LIVE-34, CHAT-32] a like that another device took back during a lost connection shows after the next join', async () => {
  const { server, receive, rejoin } = await showChatPanel(mia)
  const pressed = () => within(rows()[1]!).getByRole('button', { name: /^Like/ }).getAttribute('aria-pressed')
  server.respond(chatCalls.likedMessages, { likedMessages: [2] })
  rejoin()
  await waitFor(() => expect(pressed()).toBe('true'))
  server.respond(chatCalls.likedMessages, { likedMessages: [] })
  rejoin()
  await waitFor(() => expect(pressed()).toBe('false'))
  receive({ type: 'own-like', messageId: 2, liked: true, version: 1 })
  expect(pressed()).toBe('true')
})

const newLine = () =>
  screen.queryByText('New since you left')?.closest('li')?.querySelectorAll('p')[1]?.textContent
function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  showPage()
}

test('[CHAT-36] messages that arrive while the page is hidden stay new', async () => {
  const first = await showChatPanel(mia)
  setVisibility('hidden')
  first.receive({ type: 'new-message', message: messageOf(4, mo, 'While hidden') })
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  setVisibility('visible')
  await showChatPanel(mia, { later: [messageOf(4, mo, 'While hidden')] })
  expect(newLine()).toBe('While hidden')
  // In view now, so that it isn't new any more.
  cleanup()
  await showChatPanel(mia, { later: [messageOf(4, mo, 'While hidden')] })
  expect(newLine()).toBeUndefined()
})

test('[CHAT-36] an older tab doesn’t set the mark back', async () => {
  await showChatPanel(mia)
  writeDraft('chat-left', `${day} 9`)
  cleanup()
  expect(readDraft('chat-left')).toBe(`${day} 9`)
})

test('[CHAT-36] a line marks the first message of others since the member left the page', async () => {
  await showChatPanel(mia)
  expect(screen.queryByText('New since you left')).toBeNull()
  // The page has shown the newest message, Mia's own.
  cleanup()
  await showChatPanel(mia, { later: [messageOf(4, mia, 'From my phone'), messageOf(5, mo, 'Good evening')] })
  const row = screen.getByText('New since you left').closest('li')
  expect(row && within(row).getByText('Good evening')).toBeTruthy()
})

test('[CHAT-36] what comes while the member is there isn’t new since they left; after a pause a line names the bell', async () => {
  await showChatPanel(mia)
  cleanup()
  const { receive, setPausedUntil } = await showChatPanel(mia)
  const soon = new Date(serverNow() + 60_000).toISOString()
  receive({ type: 'new-message', message: { ...messageOf(4, mo, 'Good morning'), timestamp: soon } })
  expect(newLine()).toBeUndefined()
  await setPausedUntil(until)
  await setPausedUntil(null)
  expect(screen.queryByText('Since the bell')).toBeNull()
  receive({ type: 'new-message', message: { ...messageOf(5, mia, 'I felt calm'), timestamp: soon } })
  receive({ type: 'new-message', message: { ...messageOf(6, mo, 'I felt light'), timestamp: soon } })
  const row = screen.getByText('Since the bell').closest('li')
  expect(row && within(row).getByText('I felt light')).toBeTruthy()
  expect(newLine()).toBeUndefined()
})

/** 12:52 in Chicago, and where the tests run. */
const restLine = () => screen.queryByText(/^The chat rests until/)
/** Not by user-event: it would dispatch a change while React takes the focus away. */
function typeInto(field: HTMLTextAreaElement | null, value: string): void {
  if (field) fireEvent.change(field, { target: { value } })
  field?.focus()
}
/** Everything that a screen reader announces by itself. */
const speaking = () => [
  ...document.querySelectorAll(
    '[role=log], [role=status], [role=alert], [aria-live=polite], [aria-live=assertive]',
  ),
]

test('[QUIET-02] the composer gives way to a line with the time, and returns with its text, caret and focus', async () => {
  const { setPausedUntil } = await showChatPanel(mia)
  typeInto(composer(), 'Half a sen')
  composer()?.setSelectionRange(4, 4)
  await setPausedUntil(until)
  expect(composer()).toBeNull()
  const time = new Date(until).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  expect(restLine()?.textContent?.replace(/\s/gu, ' ')).toBe(`The chat rests until ${time}`)
  expect(document.activeElement).toBe(restLine())
  await setPausedUntil(null)
  expect(restLine()).toBeNull()
  expect(composer()?.value).toBe('Half a sen')
  expect(document.activeElement).toBe(composer())
  expect(composer()?.selectionStart).toBe(4)
})

test('[QUIET-02] the focus stays where the member moved it, and nothing takes it that did not have it', async () => {
  const { user, setPausedUntil } = await showChatPanel(mia)
  await setPausedUntil(until)
  expect(document.activeElement).toBe(document.body)
  await setPausedUntil(null)
  expect(document.activeElement).toBe(document.body)
  const elsewhere = document.body.appendChild(document.createElement('button'))
  await user.click(composer() ?? document.body)
  await setPausedUntil(until)
  elsewhere.focus()
  await setPausedUntil(null)
  expect(document.activeElement).toBe(elsewhere)
  elsewhere.remove()
})

test('[QUIET-03] a message rejected by the pause is in the composer afterwards, without an error', async () => {
  const { user, sent, receive, setPausedUntil } = await showChatPanel(mia)
  await user.type(composer() ?? document.body, 'At the bell{Enter}')
  expect(screen.getByText('Sending…')).toBeTruthy()
  const { clientMessageId } = sent[0] as { clientMessageId: string }
  await setPausedUntil(until)
  receive({ type: 'error', code: 'chat_paused', message: 'Paused.', opensAtMs: until, clientMessageId })
  expect(screen.queryByText('Sending…')).toBeNull()
  expect(speaking()).toEqual([])
  await setPausedUntil(null)
  expect(composer()?.value).toBe('At the bell')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[QUIET-04] the log folds, opens silently when its member opens it, and by itself when the pause is over', async () => {
  const { user, receive, setPausedUntil } = await showChatPanel(mia)
  const shown = () => screen.queryByText('Be welcome')
  await waitFor(() => expect(screen.getByRole('log').getAttribute('aria-live')).toBe('polite'))
  await setPausedUntil(until)
  expect(speaking()).toEqual([])
  await waitFor(() => expect(shown()).toBeNull())
  const calm = () => screen.queryByText('It’s quiet here while everyone sits.')
  expect(calm()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show the chat' }))
  expect(shown()).toBeTruthy()
  expect(calm()).toBeNull()
  // Stored before the bell, delivered after it.
  receive({ type: 'new-message', message: messageOf(4, mo, 'Until later') })
  expect(screen.getByText('Until later')).toBeTruthy()
  expect(speaking()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Hide the chat' }))
  await waitFor(() => expect(shown()).toBeNull())
  await setPausedUntil(null)
  expect(texts()).toEqual(['Be welcome', 'Hm', 'Hello', 'Until later'])
  // The initial messages aren't announced.
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
  await waitFor(() => expect(screen.getByRole('log').getAttribute('aria-live')).toBe('polite'))
  await setPausedUntil(until)
  await user.click(screen.getByRole('button', { name: 'Show the chat' }))
  // The next pause folds it again.
  await setPausedUntil(null)
  await setPausedUntil(until)
  await waitFor(() => expect(shown()).toBeNull())
})

test('[QUIET-04] on a narrow screen who begins to write in the sharing opens the log, once', async () => {
  const { user } = await showChatPanel(mia, {
    sharing: { closesAt: serverNow() + 600_000, next: null, reflection: null },
  })
  const toggle = await screen.findByRole('button', { name: /Sharing until/ })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await user.type(composer() ?? document.body, 'Calm')
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
})

test('[QUIET-05] a moderator’s message during the pause shows above the folded log, and is announced once @full', async () => {
  const { receive, setPausedUntil } = await showChatPanel(mia, { chatPausedUntil: until })
  const said = messageOf(4, gail, 'Please mute your phones')
  receive({ type: 'new-message', message: said, duringPause: true })
  const listed = () => within(screen.getByRole('group', { name: 'Messages' })).getAllByRole('listitem')
  expect(listed().map((row) => row.textContent)).toEqual([expect.stringContaining(said.message)])
  const [region, ...others] = speaking()
  expect([region?.textContent, others]).toEqual(['', []])
  const texts: (string | null)[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) texts.push(node.textContent)
  })
  observer.observe(region ?? document, { childList: true, subtree: true, characterData: true })
  await waitFor(() => expect(texts).toEqual(['Gail Gardner: Please mute your phones']))
  // A reconnect, a like and the next message repeat nothing.
  receive({
    type: 'initial-messages',
    messages: [messageOf(3, mia, 'Hello'), messageOf(4, gail, said.message)],
  })
  receive({ type: 'message-likes-updated', messageId: 4, likes: 1 })
  receive({ type: 'new-message', message: messageOf(5, gail, 'Thank you'), duringPause: true })
  expect(listed()).toHaveLength(2)
  await waitFor(() => expect(texts.slice(1)).toEqual(['Gail Gardner: Thank you']))
  observer.disconnect()
  await setPausedUntil(null)
  expect(screen.queryByText('Gail Gardner: Thank you')).toBeNull()
  await setPausedUntil(until)
  expect(speaking()).toEqual([])
})

test('[TEACH-03, TEACH-06] who holds the sitting may speak in the quiet, moderates nothing, and has a tag at their name', async () => {
  await showChatPanel(mia, { holds: true, hostId: mia.id, chatPausedUntil: until })
  expect(await screen.findByRole('button', { name: 'Send anyway…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Slow mode/ })).toBeNull()
  cleanup()
  await showChatPanel(mo, { hostId: mia.id })
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows.map((text) => text?.includes('(Host)'))).toEqual([false, false, true])
})

test('[QUIET-05] a moderator is asked first, with the text they typed; a member has no such button', async () => {
  await showChatPanel(mia, { chatPausedUntil: until })
  expect(screen.queryByRole('button', { name: 'Send anyway…' })).toBeNull()
  cleanup()

  const { user, sent, setPausedUntil } = await showChatPanel(gail, { moderates: true })
  typeInto(composer(), 'Please mute')
  await setPausedUntil(until)
  const dialog = () => screen.queryByRole('dialog', { name: 'Everyone is sitting. Send anyway?' })
  const inDialog = (name: string) => within(dialog() ?? document.body).getByRole('button', { name })
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Send anyway…' }))
    await waitFor(() => expect(composer()?.value).toBe('Please mute'))
  }
  await open()
  await user.click(inDialog('Cancel'))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(sent).toEqual([])
  await open()
  await user.clear(composer() ?? document.body)
  expect(inDialog('Send now').hasAttribute('disabled')).toBe(true)
  await user.type(composer() ?? document.body, 'Please mute your phones')
  await user.click(inDialog('Send now'))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(sent).toMatchObject([{ type: 'chat-message', text: 'Please mute your phones', duringPause: true }])
})

test('[QUIET-06] a message that waits its turn says so, and can be withdrawn into the composer', async () => {
  const { user, sent, receive } = await showChatPanel(mia)
  await user.type(composer() ?? document.body, 'Thank you all{Enter}')
  const { clientMessageId } = sent[0] as { clientMessageId: string }
  const full = { type: 'error', code: 'rate_limited', message: 'Slow down.', clientMessageId } as const
  receive({ ...full, scope: 'room', retryAfterMs: 50 })
  expect(screen.getByText('Waiting its turn')).toBeTruthy()
  expect(composer()?.value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(screen.queryByText('Waiting its turn')).toBeNull()
  expect(composer()?.value).toBe('Thank you all')
  expect(document.activeElement).toBe(composer())
})

test('[PHASE-12, CHAT-38] in the sharing a beginning goes into the composer, and nothing is sent', async () => {
  const { user, sent } = await showChatPanel(mia, {
    sharing: { closesAt: serverNow() + 600_000, next: null, reflection: null },
  })
  const group = await screen.findByRole('group', { name: 'Ways to begin' })
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  expect(field.placeholder).toBe('How was it for you?')
  expect(screen.getByText(/^The sharing is open until \d+:\d\d [AP]M\. A word is enough\.$/)).toBeTruthy()
  await user.click(within(group).getByRole('button', { name: 'I noticed …' }))
  expect(field.value).toBe('I noticed ')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'my jaw')
  await user.click(within(group).getByRole('button', { name: 'Thank you for …' }))
  expect(field.value).toBe('I noticed my jaw Thank you for ')
  expect(sent).toEqual([])
})

test('[PHASE-12, PULSE-16] in its last minute the sharing offers no beginning; the room’s energy is above the messages', async () => {
  const reflection = { sittingId: 1, pairs: 8, changeTenths: 15 }
  await showChatPanel(mia, { sharing: { closesAt: serverNow() + 30_000, next: null, reflection } })
  expect(await screen.findByText('The sharing closes in a minute.')).toBeTruthy()
  expect(screen.getByText('The room rose by 1.5 centers (8 people)')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Ways to begin' })).toBeNull()
})
