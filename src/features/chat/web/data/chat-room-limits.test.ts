// Chat room client: a mute and slow mode, which send nothing and lose no text.
import { beforeEach, expect, it } from 'vitest'
import {
  createTestChatRooms,
  messageFrame,
  pending,
  sendText,
  type TestChatRooms,
} from '#test/live/chat-rooms.ts'
import type { ChatRoom } from './chat-room-interface.ts'
import { ownMute } from './own-mute.ts'

let rooms: TestChatRooms
let channel: TestChatRooms['channel']
let room: ChatRoom
beforeEach(() => {
  rooms = createTestChatRooms()
  channel = rooms.channel
  ownMute.set(null)
  room = rooms.openRoom()
  channel.join()
})

const error = { type: 'error', message: 'Not now.', clientMessageId: 'own-message-1' } as const
const atMs = (timestamp: string) => Date.parse(`2026-11-21T${timestamp}.000Z`)
const setSlow = (slowSeconds: number) => channel.receive({ type: 'room-settings', slowSeconds })
/** The clock of the server, and of the page. */
const setClock = (time: string) => rooms.setServerClock(`2026-11-21T${time}.000Z`)

it('[MOD-10, MOD-11] a refused message returns to the composer, with all after it, and says until when and why', () => {
  sendText(room, 'One')
  sendText(room, 'Two')
  channel.receive({ ...error, code: 'muted', untilMs: atMs('12:10:00'), reason: 'It was unkind.' })
  expect(room.composer()).toEqual({ draft: 'One\nTwo', error: null, hint: null })
  expect(pending(room)).toEqual([])
  expect(ownMute.get()).toEqual({ untilMs: atMs('12:10:00'), reason: 'It was unkind.' })
})

it('[MOD-11] a muted member sends nothing until the end, to the second, and the text stays', () => {
  ownMute.set({ untilMs: atMs('12:10:00'), reason: '' })
  expect(sendText(room, 'Still here')).toBe(false)
  setClock('12:09:59')
  expect(room.send()).toBe(false)
  expect(room.composer().draft).toBe('Still here')
  expect(channel.sent).toEqual([])
  setClock('12:10:00')
  expect(room.send()).toBe(true)
  expect(channel.sent).toEqual([messageFrame(1, 'Still here')])
})

it('[MOD-13] slow mode sends nothing early, counted from the echo of the member’s message', () => {
  setSlow(15)
  expect([room.slowSeconds(), room.slowUntilMs()]).toEqual([15, 0])
  setClock('12:00:01')
  expect(sendText(room, 'One')).toBe(true)
  expect(sendText(room, 'Two')).toBe(false)
  channel.echo(1, 'own-message-1', 'One')
  expect(room.slowUntilMs()).toBeGreaterThanOrEqual(atMs('12:00:16'))
  setClock('12:00:16')
  expect(room.send()).toBe(false)
  setClock('12:00:17')
  expect(room.send()).toBe(true)
  expect(channel.sent.at(-1)).toEqual(messageFrame(2, 'Two'))
})

it('[MOD-13] slow mode also counts from a message of another tab, and ends when it is switched off', () => {
  setSlow(60)
  channel.echo(5, 'of-another-tab', 'Hello')
  expect(sendText(room, 'Two')).toBe(false)
  setSlow(0)
  expect(room.send()).toBe(true)
})

it('[MOD-13] a room that is joined again has no slow mode until it says so', () => {
  setSlow(120)
  channel.drop()
  channel.join([{ id: 1, clientMessageId: 'earlier', message: 'Before' }])
  expect(room.slowSeconds()).toBe(0)
  setSlow(120)
  expect(room.slowUntilMs()).toBeGreaterThanOrEqual(atMs('12:02:01'))
})

it('[MOD-13] moderators write all the same', () => {
  rooms.promote()
  setSlow(120)
  expect(sendText(room, 'One')).toBe(true)
  expect(sendText(room, 'Two')).toBe(true)
  channel.echo(1, 'own-message-1', 'One')
  expect(channel.sent.at(-1)).toEqual(messageFrame(2, 'Two'))
  expect([room.slowSeconds(), room.slowUntilMs()]).toEqual([120, 0])
})

it('[MOD-13] a message that the server refuses returns to the composer until it may be sent', () => {
  sendText(room, 'One')
  sendText(room, 'Two')
  channel.receive({ ...error, code: 'slow_mode', retryAtMs: atMs('12:00:30') })
  expect(room.composer()).toEqual({ draft: 'One\nTwo', error: null, hint: null })
  setClock('12:00:29')
  expect(room.send()).toBe(false)
  setClock('12:00:30')
  expect(room.send()).toBe(true)
})

it('[MOD-13] messages that waited when slow mode began return to the composer, but one that may be stored is resent', () => {
  sendText(room, 'One')
  sendText(room, 'Two')
  setSlow(60)
  channel.echo(9, 'of-another-tab', 'Hello')
  rooms.runTimer(10_000)
  expect(channel.sent).toEqual([messageFrame(1, 'One'), messageFrame(1, 'One')])
  channel.echo(10, 'own-message-1', 'One')
  expect(channel.sent).toHaveLength(2)
  expect(room.composer().draft).toBe('Two')
})
