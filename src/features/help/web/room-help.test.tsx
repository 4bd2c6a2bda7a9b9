import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { careTextCalls } from '#features/community/contract.ts'
import { careTextDefault } from '#features/community/rules.ts'
import { translate } from '#shared/i18n/t.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { syncServerClock } from '#web/server-clock.ts'
import { useEscapeLayer } from '#web/use-escape-layer.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { setHeldPlaces } from '#web/visit-state.ts'
import { helpCalls, type HelpRequest, type OwnHelp } from '../contract.ts'
import { useHelpOpener } from './help-opener.ts'
import { HelpSign } from './help-queue.tsx'
import { RoomHelp } from './room-help.tsx'

let server: FakeServer
/** Delivers a message of the live channel. */
let deliver: (type: 'help-updated' | 'own-help-updated') => void
/** Joins again after a lost connection. */
let rejoin: () => void
const client: LiveClient = {
  status: () => ({ state: 'connected', ended: null, joinedBefore: true }),
  onStatusChange: (listener) => {
    rejoin = () => act(listener)
    return () => {}
  },
  onMessage: (_specs, listener) => {
    deliver = (type) => act(() => listener({ type } as never))
    return () => {}
  },
  send: () => true,
}
const details = {
  browser: 'Firefox',
  video: 'file',
  playerError: null,
  videoStatus: 'Behind by 12 s',
  connection: 'connected',
} as const
beforeEach(() => {
  server = startFakeServer()
  sessionStorage.clear()
})
afterEach(cleanup)

function show(helperId: number | null = null, watchUrl: string | null = null, hasHost = false) {
  renderScreen(
    <RoomHelp {...{ client, hasHost }} helperId={helperId} readDetails={() => details} watchUrl={watchUrl} />,
  )
  return setUpUser()
}
const button = (name: string) => screen.getByRole('button', { name })
const sent = () => server.calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)
const withoutModerator: OwnHelp = { request: null, isModeratorHere: false, isHostHere: false }
const replied: OwnHelp = {
  isModeratorHere: true,
  isHostHere: false,
  request: {
    kind: 'technical',
    helper: 'Gail',
    hasHelperLeft: false,
    askedAt: new Date().toISOString(),
    isClosed: false,
    messages: [
      { text: 'No sound', isReply: false, createdAt: '2026-11-21T18:00:00.000Z' },
      { text: 'Please reload.', isReply: true, createdAt: '2026-11-21T18:01:00.000Z' },
    ],
  },
}

test('[TEACH-04] who asks for technical help reads that the host sees it, and who isn’t well that they don’t', async () => {
  server.respond(helpCalls.ownHelp, { ...withoutModerator, isHostHere: true })
  server.respond(careTextCalls.care, { text: '', language: null, resources: [] })
  const user = show(null, null, true)
  await user.click(button('Technical help'))
  expect(await screen.findByText('Only the garden angels and the host see this.')).toBeTruthy()
  // Someone is here who sees it.
  expect(screen.queryByText('Try another browser or device.')).toBeNull()
  await user.click(button('Close'))
  await user.click(button('I am not well'))
  expect(await screen.findByText(/^No garden angel is in the room right now/)).toBeTruthy()
})

test('[HELP-01] a panel that closes gives the focus back to its button', async () => {
  server.respond(helpCalls.ownHelp, withoutModerator)
  server.respond(careTextCalls.care, { text: '', language: null, resources: [] })
  const user = show()
  await user.click(button('I am not well'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('I am not well'))
  await user.click(button('Technical help'))
  button('Close').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(button('Technical help'))
})

test('[HELP-05] [CARE-04] without a garden angel in the room the page says so, and what helps; nothing speaks', async () => {
  server.respond(helpCalls.ownHelp, withoutModerator)
  const contact = { name: 'Listening line', contact: '+1 555 0100', where: 'Chicago' }
  server.respond(careTextCalls.care, {
    text: 'Breathe out.\nLook around.',
    language: null,
    resources: [contact],
  })
  const user = show()
  await user.click(button('I am not well'))
  await screen.findByText(/No garden angel is in the room/)
  expect(await screen.findByText('Look around.')).toBeTruthy()
  expect(screen.getByRole('link', { name: '+1 555 0100' }).getAttribute('href')).toBe('tel:+15550100')
  expect(screen.queryByText(/call your local emergency number/)).toBeNull()
  // Its words come before the field.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'I am not well' }))
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[HELP-06] [HELP-02] details go only with the tick; a failed save keeps the text, and closing asks first', async () => {
  server.respond(helpCalls.ownHelp, withoutModerator)
  const user = show()
  await user.click(button('Technical help'))
  await user.type(screen.getByRole('textbox'), 'No sound')
  server.failConnection(helpCalls.ask)
  await user.click(button('Ask for help'))
  await screen.findByText(/didn’t reach us/)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('No sound')
  // No draft has it.
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('No sound')
  await user.click(button('Close'))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('No sound')
  server.respond(helpCalls.ask, replied)
  await user.click(screen.getByRole('checkbox', { name: 'Send technical details' }))
  await user.click(button('Ask for help'))
  expect(sent()).toEqual([
    { kind: 'technical', text: 'No sound' },
    { kind: 'technical', text: 'No sound', details },
  ])
})

test('[MOD-06, HELP-01] an answer to the garden angels is a message: no advice, no details, and a text', async () => {
  function Answer() {
    const open = useHelpOpener()
    return (
      <button type="button" onClick={() => open?.('message')}>
        Answer
      </button>
    )
  }
  server.respond(helpCalls.ownHelp, withoutModerator)
  renderScreen(<Answer />)
  const user = show()
  expect(screen.queryByRole('button', { name: 'Write to the garden angels' })).toBeNull()
  await user.click(button('Answer'))
  const panel = within(screen.getByRole('form', { name: 'Write to the garden angels' }))
  expect(
    await panel.findByText(
      'No garden angel is in the room right now. The next one to come will see your request.',
    ),
  ).toBeTruthy()
  expect(panel.queryByText('While you wait')).toBeNull()
  expect(panel.queryByRole('checkbox')).toBeNull()
  expect(panel.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  server.respond(helpCalls.ask, replied)
  await user.type(panel.getByRole('textbox', { name: 'Your message' }), 'I meant it as a joke')
  await user.click(panel.getByRole('button', { name: 'Send' }))
  expect(sent()).toEqual([{ kind: 'message', text: 'I meant it as a joke' }])
})

test('[HELP-04] a reply shows as a subtle link, with its author', async () => {
  const user = show()
  expect(server.calls).toEqual([])
  server.respond(helpCalls.ownHelp, replied)
  deliver('own-help-updated')
  await user.click(await screen.findByRole('button', { name: 'You have a reply' }))
  expect(await screen.findByText('Gail is with you now.')).toBeTruthy()
  expect(screen.getByText('Please reload.')).toBeTruthy()
})

test('[HELP-04] a moderator takes a request and replies to it; another one’s is read-only', async () => {
  const member = { id: 9, name: 'Mia', profilePicture: null }
  const createdAt = '2026-11-21T18:00:00.000Z'
  const open: HelpRequest = {
    id: 5,
    kind: 'care',
    member,
    createdAt,
    takenBy: null,
    mayBeTaken: true,
    mayBeTakenAt: null,
    details: null,
    messages: [],
  }
  const gails = { id: 2, name: 'Gail', hasLeft: false }
  const taken = { ...open, mayBeTaken: false }
  const other: HelpRequest = { ...taken, id: 6, takenBy: { id: 3, name: 'Ada', hasLeft: false } }
  server.respond(helpCalls.helpQueue, [open, other], [{ ...taken, takenBy: gails }, other])
  const user = show(2)
  const [first, second] = await screen.findAllByRole('article', { name: 'Mia: not well' })
  expect(within(second!).getByText('Ada is with them.')).toBeTruthy()
  expect(within(second!).queryByRole('button')).toBeNull()
  server.respond(helpCalls.handleHelp, { success: true })
  await user.click(within(first!).getByRole('button', { name: 'Take it' }))
  await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'I am here.')
  await user.click(button('Reply'))
  expect(sent()).toEqual([
    { action: 'take', from: null },
    { action: 'reply', text: 'I am here.' },
  ])
})

test('[SHELL-34, SHELL-35] Escape of a composition leaves the panel open, and a long text stays whole', async () => {
  server.respond(helpCalls.ownHelp, { request: null, isModeratorHere: true, isHostHere: false })
  const user = show()
  await user.click(button('Technical help'))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  fireEvent.change(field, { target: { value: `${'x'.repeat(499)}😀` } })
  expect(field.value).toHaveLength(501)
  expect(screen.getByText('At most 500 characters.')).toBeTruthy()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('[STAGE-02] Escape closes the panel wherever the focus is, and not the dark room below it', async () => {
  server.respond(helpCalls.ownHelp, { request: null, isModeratorHere: true, isHostHere: false })
  const user = show()
  await user.click(button('Technical help'))
  const raise = vi.fn<() => void>()
  // The bell rings with the panel open.
  renderHook(() => useEscapeLayer(raise, { isGround: true }))
  const press = (place: Element) => fireEvent.keyDown(place, { key: 'Escape' })
  press(screen.getByRole('checkbox'))
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(button('Technical help'))
  // A press on its words leaves the focus on the page.
  await user.click(screen.getByRole('heading', { name: 'Technical help' }))
  press(document.activeElement!)
  expect([screen.queryByRole('textbox'), raise.mock.calls]).toEqual([null, []])
  press(document.body)
  expect(raise).toHaveBeenCalledOnce()
})

test('[LIVE-34, HELP-04] a reply that came while the connection was lost, or the page reloaded, is read', async () => {
  server.respond(helpCalls.ownHelp, { request: null, isModeratorHere: true, isHostHere: false })
  const user = show()
  rejoin()
  expect(server.calls).toEqual([])
  await user.click(button('Technical help'))
  const asked = { ...replied, request: { ...replied.request!, helper: null, messages: [] } }
  server.respond(helpCalls.ask, asked)
  server.respond(helpCalls.ownHelp, asked)
  await user.click(button('Ask for help'))
  await screen.findByText('Your request is with the garden angels. Only they see it.')
  await user.click(button('Close'))
  expect(screen.queryByRole('button', { name: 'You have a reply' })).toBeNull()
  server.respond(helpCalls.ownHelp, replied)
  rejoin()
  expect(await screen.findByRole('button', { name: 'You have a reply' })).toBeTruthy()
  cleanup()
  show()
  expect(await screen.findByRole('button', { name: 'You have a reply' })).toBeTruthy()
})

test('[HELP-03, LIGHT-01] a sign at the top leads to the requests; around a bell it stays as it is', async () => {
  const open: HelpRequest = {
    id: 5,
    kind: 'care',
    member: { id: 9, name: 'Mia', profilePicture: null },
    createdAt: '2026-11-21T18:00:00.000Z',
    takenBy: null,
    mayBeTaken: true,
    mayBeTakenAt: null,
    details: null,
    messages: [],
  }
  server.respond(helpCalls.helpQueue, [open])
  renderScreen(
    <>
      <HelpSign className="" />
      <RoomHelp {...{ client }} hasHost={false} helperId={2} readDetails={() => details} watchUrl={null}>
        <button type="button">Host</button>
      </RoomHelp>
    </>,
  )
  const user = setUpUser()
  const heading = await screen.findByRole('heading', { name: '1 request for help' })
  // The queue comes last: none of its requests moves a button of the row.
  expect(button('Host').compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  act(() => setHeldPlaces('all'))
  server.respond(helpCalls.helpQueue, [open, { ...open, id: 6, member: { ...open.member, name: 'Mo' } }])
  deliver('help-updated')
  await waitFor(() => expect(server.count(helpCalls.helpQueue)).toBe(2))
  await user.click(button('1 request for help'))
  expect(document.activeElement).toBe(heading)
  expect(await screen.findByRole('button', { name: '2 requests for help' })).toBeTruthy()
  act(() => setHeldPlaces(null))
})

test('[HELP-04] a request whose moderator has left can be taken over', async () => {
  const member = { id: 9, name: 'Mia', profilePicture: null }
  const left: HelpRequest = {
    id: 1,
    kind: 'care',
    member,
    createdAt: '2026-11-21T18:00:00.000Z',
    takenBy: { id: 4, name: 'Ada', hasLeft: true },
    mayBeTaken: true,
    mayBeTakenAt: null,
    details: null,
    messages: [],
  }
  server.respond(helpCalls.helpQueue, [left])
  server.respond(helpCalls.handleHelp, { success: true })
  const user = show(3)
  const card = await screen.findByRole('article')
  expect(within(card).getByText('Ada has left.')).toBeTruthy()
  await user.click(within(card).getByRole('button', { name: 'Take over' }))
  expect(sent()).toEqual([{ action: 'take', from: 4 }])
})

const takenByAda: HelpRequest = {
  id: 1,
  kind: 'technical',
  member: { id: 9, name: 'Mia', profilePicture: null },
  createdAt: '2026-11-21T18:00:00.000Z',
  takenBy: { id: 4, name: 'Ada', hasLeft: false },
  mayBeTaken: false,
  mayBeTakenAt: null,
  details: null,
  messages: [],
}

test('[HELP-04] [T89] ‘Take over’ appears at its moment without a message; a reply being written survives it', async () => {
  const mine: HelpRequest = { ...takenByAda, takenBy: { id: 3, name: 'Gail', hasLeft: false } }
  const atMs = Date.now() + 600_000
  const mayBeTakenAt = new Date(atMs).toISOString()
  server.respond(helpCalls.helpQueue, [mine])
  const user = show(3)
  await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'Which browser?')
  server.respond(helpCalls.helpQueue, [{ ...takenByAda, mayBeTakenAt }])
  deliver('help-updated')
  await screen.findByText('Ada is with them.')
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close the request' })).toBeNull()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Which browser?')
  const setServerTime = (serverMs: number) =>
    act(() => syncServerClock(serverMs, performance.now(), performance.now()))
  setServerTime(atMs - 100)
  await screen.findByRole('button', { name: 'Take over' })
  setServerTime(Date.now())
})

const emergency = /call your local emergency number/
const waiting: OwnHelp = {
  isModeratorHere: true,
  isHostHere: false,
  request: {
    kind: 'care',
    helper: null,
    hasHelperLeft: false,
    askedAt: new Date().toISOString(),
    isClosed: false,
    messages: [],
  },
}

/** Waits until the parts of the page know that a moment has come. */
async function comeTo(atMs: number): Promise<void> {
  act(() => syncServerClock(atMs - 50, performance.now(), performance.now()))
  const msTo = (nowMs: number) => (nowMs < atMs ? atMs - nowMs : null)
  const { result } = renderHook(() => useServerNow(msTo))
  await waitFor(() => expect(result.current).toBeGreaterThanOrEqual(atMs))
}

test('[LIGHT-01] around a bell time brings neither ‘Take over’ nor ‘Not seen yet.’; a press on its part frees it', async () => {
  const atMs = Date.now() + 600_000
  server.respond(helpCalls.helpQueue, [{ ...takenByAda, mayBeTakenAt: new Date(atMs).toISOString() }])
  server.respond(helpCalls.ownHelp, {
    ...waiting,
    request: { ...waiting.request!, kind: 'technical', askedAt: new Date(atMs - 60_000).toISOString() },
  })
  const user = show(3)
  await user.click(button('Technical help'))
  const sentence = await screen.findByText('Your request is with the garden angels. Only they see it.')
  await screen.findByText('Ada is with them.')
  act(() => setHeldPlaces('all'))
  await comeTo(atMs)
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
  expect(screen.queryByText('Not seen yet.')).toBeNull()
  await user.click(screen.getByText('Ada is with them.'))
  expect(button('Take over')).toBeTruthy()
  expect(screen.queryByText('Not seen yet.')).toBeNull()
  await user.click(sentence)
  expect(screen.getByText('Not seen yet.')).toBeTruthy()
  act(() => setHeldPlaces(null))
  act(() => syncServerClock(Date.now(), performance.now(), performance.now()))
})

test('[HELP-05] [CARE-04] every request of care shows the advice: before, after, unseen, helped and left', async () => {
  server.respond(careTextCalls.care, { text: translate(careTextDefault), language: null, resources: [] })
  const expectHelp = async (sentence: string, own: OwnHelp) => {
    server.respond(helpCalls.ownHelp, own)
    deliver('own-help-updated')
    await screen.findByText(sentence)
    const region = screen.getByRole('region', { name: 'While you wait' })
    expect(within(region).getAllByRole('listitem')).toHaveLength(3)
    expect(within(region).getByText(emergency)).toBeTruthy()
    expect(screen.queryByRole('status')).toBeNull()
  }
  server.respond(helpCalls.ownHelp, { ...waiting, request: null })
  const user = show()
  await user.click(button('I am not well'))
  await expectHelp('Only the garden angels see this.', { ...waiting, request: null })
  await expectHelp('Your request is with the garden angels. Only they see it.', waiting)
  const minuteAgo = new Date(Date.now() - 61_000).toISOString()
  await expectHelp('Not seen yet.', { ...waiting, request: { ...waiting.request!, askedAt: minuteAgo } })
  const helped = { ...waiting.request!, helper: 'Gail' }
  await expectHelp('Gail is with you now.', { ...waiting, request: helped })
  await expectHelp('Gail has left. No garden angel is in the room right now.', {
    request: { ...helped, hasHelperLeft: true },
    isModeratorHere: false,
    isHostHere: false,
  })
  await expectHelp('Gail has left. Your request is with the other garden angels.', {
    ...waiting,
    request: { ...helped, hasHelperLeft: true },
  })
})

test('[HELP-06] the sentence of the tick names all that is sent', async () => {
  server.respond(helpCalls.ownHelp, { request: null, isModeratorHere: true, isHostHere: false })
  const user = show()
  await user.click(button('Technical help'))
  const named: Record<keyof typeof details, string> = {
    browser: 'Your browser',
    video: 'what plays',
    playerError: 'its last error',
    videoStatus: 'how it keeps up with the group',
    connection: 'the connection’s state',
  }
  for (const words of Object.values(named))
    expect(screen.getByText(/nothing else\./).textContent).toContain(words)
})

test('[HELP-05] a video of YouTube can be watched there, while no garden angel is in the room', async () => {
  server.respond(helpCalls.ownHelp, withoutModerator)
  const user = show(null, 'https://www.youtube.com/watch?v=abc')
  await user.click(button('Technical help'))
  const link = await screen.findByRole('link', { name: /Watch on YouTube/ })
  expect(link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=abc')
})
