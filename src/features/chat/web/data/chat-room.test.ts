// Chat room client: draft, pending messages, and delivery exactly once.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestChatRooms,
  messageFrame,
  pending,
  sendText,
  shown,
  type TestChatRooms,
} from '#test/live/chat-rooms.ts'
import { setSignedInUid } from '#web/call.ts'
import { clearDrafts } from '#web/drafts.ts'
import type { ChatRoom } from './chat-room-interface.ts'
import { composerHints } from './chat-room.ts'

const tomorrow = '2026-11-22'

let rooms: TestChatRooms
let channel: TestChatRooms['channel']
const openRoom = (roomDay?: string) => rooms.openRoom(roomDay)
const runTimer = (ms: number) => rooms.runTimer(ms)

beforeEach(() => {
  rooms = createTestChatRooms()
  channel = rooms.channel
})

describe('sending', () => {
  it('[CHAT-29] keeps a text without visible characters in the composer', () => {
    const room = openRoom()
    channel.join()
    for (const draft of ['\u200B', '\u2800', '\u00AD\u00AD']) {
      expect(sendText(room, draft)).toBe(false)
      expect(room.composer()).toEqual({ draft, error: null, hint: null })
    }
    expect(channel.sent).toEqual([])
  })

  it('[CHAT-02] requires a non-blank text and an open channel', () => {
    const room = openRoom()
    expect(sendText(room, 'Too early')).toBe(false)
    expect(room.composer()).toEqual({ draft: 'Too early', error: null, hint: composerHints.notConnected })
    channel.join()
    expect(room.composer().hint).toBeNull()
    expect(sendText(room, ' \n ')).toBe(false)
    expect(channel.sent).toEqual([])
    expect(sendText(room, '  Good morning  ')).toBe(true)
    expect(channel.sent).toEqual([messageFrame(1, 'Good morning')])
    expect(room.composer().draft).toBe('')
  })

  it('rejects more than 500 characters with an error, and keeps the text', () => {
    const room = openRoom()
    channel.join()
    expect(sendText(room, 'x'.repeat(501))).toBe(false)
    expect(room.composer()).toEqual({
      draft: 'x'.repeat(501),
      error: 'A message has at most 500 characters.',
      hint: null,
    })
    expect(channel.sent).toEqual([])
    room.setDraft('x')
    expect(room.composer().error).toBeNull()
  })

  it('keeps the order: one message is in flight at a time', () => {
    const room = openRoom()
    channel.join()
    for (const text of ['One', 'Two', 'Three']) sendText(room, text)
    expect(channel.sent).toEqual([messageFrame(1, 'One')])
    expect(pending(room)).toEqual(['One', 'Two', 'Three'])
    channel.echo(1, 'own-message-1', 'One')
    expect(channel.sent.slice(1)).toEqual([messageFrame(2, 'Two')])
    channel.echo(2, 'own-message-2', 'Two')
    channel.echo(3, 'own-message-3', 'Three')
    expect(pending(room)).toEqual([])
    expect(shown(room)).toEqual(['One', 'Two', 'Three'])
  })

  it('is repeated with the same id when no echo arrives', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Hello?')
    runTimer(10_000)
    expect(channel.sent).toEqual([messageFrame(1, 'Hello?'), messageFrame(1, 'Hello?')])
    channel.echo(1, 'own-message-1', 'Hello?')
    channel.echo(1, 'own-message-1', 'Hello?')
    expect(shown(room)).toEqual(['Hello?'])
    expect(rooms.timers()).toEqual([])
  })
})

describe('after a lost channel', () => {
  it('[LIVE-14] resends messages that the room has not echoed, and only those', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Arrived')
    sendText(room, 'Lost')
    channel.drop()
    channel.join([{ id: 1, clientMessageId: 'own-message-1', message: 'Arrived' }])
    expect(channel.sent).toEqual([messageFrame(1, 'Arrived'), messageFrame(2, 'Lost')])
    channel.drop()
    channel.join([{ id: 1, clientMessageId: 'own-message-1', message: 'Arrived' }])
    expect(channel.sent.slice(2)).toEqual([messageFrame(2, 'Lost')])
    channel.echo(2, 'own-message-2', 'Lost')
    expect(shown(room)).toEqual(['Arrived', 'Lost'])
    expect(pending(room)).toEqual([])
  })

  it('sends nothing twice if nothing was lost', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Once')
    channel.echo(1, 'own-message-1', 'Once')
    channel.drop()
    channel.join([{ id: 1, clientMessageId: 'own-message-1', message: 'Once' }])
    expect(channel.sent).toHaveLength(1)
    expect(shown(room)).toEqual(['Once'])
  })
})

describe('a message that the room rejects', () => {
  it('for its rate waits as long as the room says, and is then resent', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Fast')
    sendText(room, 'Faster')
    const error = { type: 'error', message: 'Slow down.', clientMessageId: 'own-message-1' } as const
    channel.receive({ ...error, code: 'rate_limited', retryAfterMs: 8_000 })
    expect(room.composer().hint).toBe(composerHints.rateLimited)
    expect(pending(room)).toEqual(['Fast', 'Faster'])
    expect(channel.sent).toHaveLength(1)
    runTimer(8_000)
    expect(channel.sent).toEqual([messageFrame(1, 'Fast'), messageFrame(1, 'Fast')])
    channel.echo(1, 'own-message-1', 'Fast')
    channel.echo(2, 'own-message-2', 'Faster')
    expect(room.composer().hint).toBeNull()
  })

  it('for unavailability is retried later', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Anybody?')
    channel.receive({
      type: 'error',
      code: 'unavailable',
      message: 'Resting.',
      clientMessageId: 'own-message-1',
    })
    expect(room.composer().hint).toBe(composerHints.unavailable)
    runTimer(5_000)
    expect(channel.sent).toHaveLength(2)
  })

  it('permanently returns to the composer, with the room’s own sentence', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Not so')
    room.setDraft('and something since')
    channel.receive({
      type: 'error',
      code: 'invalid',
      message: 'Not like this.',
      clientMessageId: 'own-message-1',
    })
    expect(room.composer()).toEqual({
      draft: 'Not so\nand something since',
      error: 'Not like this.',
      hint: null,
    })
    expect(pending(room)).toEqual([])
    channel.drop()
    channel.join()
    expect(channel.sent).toHaveLength(1)
  })

  it('because it was deleted since is no longer pending, and the next one is sent', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Seen and deleted')
    sendText(room, 'The next')
    channel.receive({ type: 'message-deleted', messageId: 7, clientMessageId: 'own-message-1' })
    expect(pending(room)).toEqual(['The next'])
    expect(channel.sent).toEqual([messageFrame(1, 'Seen and deleted'), messageFrame(2, 'The next')])
    expect(room.composer().draft).toBe('')
  })

  it('of other pages is ignored', () => {
    const room = openRoom()
    channel.join()
    channel.receive({
      type: 'error',
      code: 'invalid',
      message: 'Not like this.',
      clientMessageId: 'of-another-tab',
    })
    expect(room.composer().error).toBeNull()
  })
})

describe('the likes', () => {
  const likes = (room: ChatRoom) => room.log().messages.map((message) => message.likes)

  it('[CHAT-11] are those that the room sends, also after a reconnect', () => {
    const room = openRoom()
    channel.join([
      { id: 1, clientMessageId: 'of-mo-1', message: 'One' },
      { id: 2, clientMessageId: 'of-mo-2', message: 'Two' },
    ])
    channel.receive({ type: 'message-likes-updated', messageId: 2, likes: 4 })
    expect(likes(room)).toEqual([undefined, 4])
    channel.receive({ type: 'message-likes-updated', messageId: 99, likes: 1 })
    expect(likes(room)).toEqual([undefined, 4])
    channel.drop()
    channel.join([{ id: 2, clientMessageId: 'of-mo-2', message: 'Two' }])
    expect(likes(room)).toEqual([undefined])
  })
})

describe('a page that was closed', () => {
  it('has saved its draft and its pending messages', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'On its way')
    room.setDraft('Half a sen')
    channel = rooms.reopenPage()
    const next = openRoom()
    expect(next.composer().draft).toBe('Half a sen')
    expect(pending(next)).toEqual(['On its way'])
    channel.join()
    expect(channel.sent).toEqual([messageFrame(1, 'On its way')])
    channel.echo(1, 'own-message-1', 'On its way')
    channel = rooms.reopenPage()
    expect(pending(openRoom())).toEqual([])
  })

  it('leaves nothing for another member, and nothing after sign-out', () => {
    openRoom().setDraft('Mine')
    setSignedInUid('uid-mo')
    expect(openRoom().composer().draft).toBe('')
    setSignedInUid('uid-mia')
    clearDrafts()
    expect(openRoom().composer().draft).toBe('')
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it('keeps the messages of a second tab along with its own', () => {
    const one = openRoom()
    const other = openRoom()
    channel.join()
    sendText(one, 'From one')
    sendText(other, 'From the other')
    expect(pending(openRoom()).toSorted()).toEqual(['From one', 'From the other'])
  })

  it('carries a draft over midnight, but nothing from earlier days', () => {
    openRoom().setDraft('Late thought')
    const next = openRoom(tomorrow)
    expect(next.composer().draft).toBe('Late thought')
    next.setDraft('Late thought, finished')
    expect(openRoom().composer().draft).toBe('')
    const later = openRoom('2026-11-24')
    expect(later.composer().draft).toBe('')
  })

  it.each([
    'no json',
    '[]',
    '{"2026-11-21":{"outbox":7}}',
    '{"day":"2026-11-21","draft":7}',
    '{"2026-11-21":null}',
  ])('starts empty when the saved data is damaged: %s', (damaged) => {
    for (const storage of [localStorage, sessionStorage]) storage.setItem('draft:uid-mia:chat', damaged)
    const room = openRoom()
    expect(room.composer().draft).toBe('')
    room.setDraft('Well again')
    expect(openRoom().composer().draft).toBe('Well again')
  })
})

describe('a room followed by another day’s', () => {
  it('[LIVE-16] hands over its pending messages, under the same ids', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'One')
    sendText(room, 'Two')
    const error = { type: 'error', message: 'Slow down.', clientMessageId: 'own-message-1' } as const
    channel.receive({ ...error, code: 'rate_limited', retryAfterMs: 10_000 })
    channel.sent.splice(0)
    rooms.stopRoom()
    const next = openRoom(tomorrow)
    expect(pending(next)).toEqual(['One', 'Two'])
    // The channel is still that of the room before.
    expect(channel.sent).toEqual([])
    channel.drop()
    channel.join([{ id: 1, clientMessageId: 'own-message-1', message: 'One' }])
    expect(channel.sent).toEqual([messageFrame(2, 'Two')])
    channel.echo(2, 'own-message-2', 'Two')
    expect(pending(next)).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it('deletes arrived messages though a second tab has moved on to the next day', () => {
    const sitting = openRoom()
    channel.join()
    sendText(sitting, 'Still here')
    openRoom(tomorrow).setDraft('Already there')
    channel.echo(1, 'own-message-1', 'Still here')
    expect(pending(openRoom(tomorrow))).toEqual([])
    expect(openRoom(tomorrow).composer().draft).toBe('Already there')
  })

  it.each([
    ['closes', { type: 'session-changed', sessionDate: tomorrow, roomClosed: true }],
    ['rejects joins', { type: 'error', code: 'bad_date', message: 'Only today’s room is open.' }],
    [
      'rejects messages',
      {
        type: 'error',
        code: 'bad_date',
        message: 'Only today’s room is open.',
        clientMessageId: 'own-message-2',
      },
    ],
  ] as const)('[LIVE-17] and %s hands over unaccepted messages, which can’t be stored twice', (_, closed) => {
    const room = openRoom()
    channel.join()
    sendText(room, 'One')
    sendText(room, 'Two')
    sendText(room, 'Three')
    channel.echo(1, 'own-message-1', 'One')
    room.setDraft('and')
    channel.sent.splice(0)
    channel.receive(closed)
    expect(room.composer()).toMatchObject({ draft: 'and', error: null })
    expect(channel.sent).toEqual([])
    rooms.stopRoom()
    channel.drop()
    const next = openRoom(tomorrow)
    expect(next.composer().draft).toBe('and')
    channel.join()
    channel.echo(2, 'own-message-2', 'Two')
    // It may have been stored when the connection was lost: then its id is known.
    expect(channel.sent).toEqual([messageFrame(2, 'Two'), messageFrame(3, 'Three')])
  })

  it('[LIVE-18] has only started: nothing changes in the previous day’s room', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'One')
    channel.receive({ type: 'session-changed', sessionDate: tomorrow, roomClosed: false })
    expect(pending(room)).toEqual(['One'])
  })
})
