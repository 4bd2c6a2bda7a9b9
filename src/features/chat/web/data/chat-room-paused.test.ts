// Chat room client during a pause and at its end: messages return to the composer, or wait their turn.
import { beforeEach, describe, expect, it } from 'vitest'
import type { LiveErrorCode } from '#shared/live/live-errors.ts'
import {
  createTestChatRooms,
  messageFrame,
  pending,
  sendText,
  shown,
  type TestChatRooms,
} from '#test/live/chat-rooms.ts'
import { waitsItsTurn } from '../../chat-reducer.ts'
import type { ChatRoom } from './chat-room-interface.ts'
import { composerHints } from './chat-room.ts'

let rooms: TestChatRooms
let channel: TestChatRooms['channel']
const openRoom = (roomDay?: string) => rooms.openRoom(roomDay)
const runTimer = (ms: number) => rooms.runTimer(ms)

beforeEach(() => {
  rooms = createTestChatRooms()
  channel = rooms.channel
})

/** The server rejects the member's message of this number. */
function reject(
  number: number,
  code: LiveErrorCode,
  details: { retryAfterMs?: number; scope?: 'room' } = {},
) {
  const clientMessageId = `own-message-${number}`
  channel.receive({ type: 'error', code, message: 'Not now.', clientMessageId, ...details })
}

describe('a message sent while the chat is paused', () => {
  it('[QUIET-03] returns to the composer before what was typed since, without a failure, and is never resent', () => {
    const room = openRoom()
    channel.join()
    for (const text of ['One', 'Two']) sendText(room, text)
    room.setDraft('Three')
    reject(1, 'chat_paused')
    expect(room.composer()).toEqual({ draft: 'One\nTwo\nThree', error: null, hint: composerHints.chatPaused })
    expect(pending(room)).toEqual([])
    expect(rooms.timers()).toEqual([])
    channel.drop()
    channel.join()
    expect(channel.sent).toHaveLength(1)
    expect(openRoom().composer().draft).toBe('One\nTwo\nThree')
    expect(localStorage).toHaveLength(0)
    room.endPause()
    expect(room.composer()).toEqual({ draft: 'One\nTwo\nThree', error: null, hint: null })
  })

  it('[QUIET-03] returns from the pending messages of an earlier visit too', () => {
    sendFromEarlierVisit('Half an hour ago')
    const room = openRoom()
    channel.join()
    reject(1, 'chat_paused')
    expect(room.composer().draft).toBe('Half an hour ago')
    expect(pending(room)).toEqual([])
  })

  it('[QUIET-05] leaves alone what a moderator says all the same, also when it is resent', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'Just late')
    room.setDraft('Please mute your phones')
    expect(room.send({ duringPause: true })).toBe(true)
    const said = { ...messageFrame(2, 'Please mute your phones'), duringPause: true }
    reject(1, 'chat_paused')
    expect([room.composer().draft, pending(room)]).toEqual(['Just late', ['Please mute your phones']])
    expect(channel.sent.at(-1)).toEqual(said)
    channel = rooms.reopenPage()
    openRoom()
    channel.join()
    expect(channel.sent).toEqual([said])
  })
})

function sendFromEarlierVisit(text: string): void {
  const room = openRoom()
  channel.join()
  sendText(room, text)
  rooms.stopRoom()
  channel = rooms.reopenPage()
}

describe('a message for which the room has no room', () => {
  const isShownWaiting = (room: ChatRoom) => waitsItsTurn(room.log())
  const full = { scope: 'room', retryAfterMs: 50 } as const

  it('[QUIET-06] waits its turn and is sent again when the room has room, with those behind it', () => {
    const room = openRoom()
    channel.join()
    for (const text of ['One', 'Two']) sendText(room, text)
    reject(1, 'rate_limited', full)
    expect([isShownWaiting(room), pending(room)]).toEqual([true, ['One', 'Two']])
    expect(room.composer()).toEqual({ draft: '', error: null, hint: composerHints.waiting })
    expect(channel.sent).toHaveLength(1)
    // Half of the random part, after what the room said.
    runTimer(2_550)
    expect(channel.sent).toEqual([messageFrame(1, 'One'), messageFrame(1, 'One')])
    channel.echo(1, 'own-message-1', 'One')
    expect(isShownWaiting(room)).toBe(false)
    expect(channel.sent.at(-1)).toEqual(messageFrame(2, 'Two'))
    channel.echo(2, 'own-message-2', 'Two')
    expect([pending(room), room.composer().hint]).toEqual([[], null])
  })

  it('[QUIET-06] returns after a minute, with those behind it and the usual sentence', () => {
    const room = openRoom()
    channel.join()
    for (const text of ['One', 'Two']) sendText(room, text)
    reject(1, 'rate_limited', full)
    rooms.setNow(59_000)
    runTimer(2_550)
    reject(1, 'rate_limited', full)
    expect(pending(room)).toEqual(['One', 'Two'])
    rooms.setNow(60_000)
    runTimer(1_000)
    expect(channel.sent).toHaveLength(3)
    reject(1, 'rate_limited', full)
    expect(room.composer()).toEqual({ draft: 'One\nTwo', error: 'Not now.', hint: null })
    expect([pending(room), rooms.timers()]).toEqual([[], []])
  })

  it('[QUIET-06] can be withdrawn while it waits', () => {
    const room = openRoom()
    channel.join()
    for (const text of ['One', 'Two']) sendText(room, text)
    reject(1, 'rate_limited', full)
    room.setDraft('Three')
    room.withdraw('own-message-1')
    expect([room.composer().draft, pending(room)]).toEqual(['One\nThree', ['Two']])
    runTimer(2_550)
    expect(channel.sent.at(-1)).toEqual(messageFrame(2, 'Two'))
  })

  it.each([full, { retryAfterMs: 10_000 }])(
    '[QUIET-06] that is on its way again is withdrawn only if the server says no: %j',
    (verdict) => {
      const room = openRoom()
      channel.join()
      sendText(room, 'One')
      reject(1, 'rate_limited', full)
      runTimer(2_550)
      room.withdraw('own-message-1')
      expect([room.composer().draft, pending(room)]).toEqual(['', ['One']])
      reject(1, 'rate_limited', verdict)
      expect([room.composer().draft, pending(room)]).toEqual(['One', []])
      expect(room.composer().error).toBeNull()
    },
  )

  it('[QUIET-06] is not withdrawn if it arrived meanwhile', () => {
    const room = openRoom()
    channel.join()
    sendText(room, 'One')
    reject(1, 'rate_limited', full)
    runTimer(2_550)
    room.withdraw('own-message-1')
    channel.echo(1, 'own-message-1', 'One')
    expect([room.composer().draft, shown(room)]).toEqual(['', ['One']])
  })
})
