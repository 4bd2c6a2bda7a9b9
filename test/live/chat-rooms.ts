// The chat's client for tests: rooms on a fake live channel, with a clock and timers that the test moves.
import { expect } from 'vitest'
import type { ChatRoom } from '#features/chat/web/data/chat-room-interface.ts'
import { createChatRoom } from '#features/chat/web/data/chat-room.ts'
import { setSignedInUid } from '#web/call.ts'
import { createFakeLiveClient } from './fake-live-client.ts'

/** Signs a member in whose browser stores nothing yet, and returns what the test drives their rooms with. */
export function createTestChatRooms() {
  localStorage.clear()
  sessionStorage.clear()
  setSignedInUid('uid-mia')
  let channel = createFakeLiveClient()
  let timers: { ms: number; run: () => void }[] = []
  let messageCount = 0
  let nowMs = 0
  let serverMs = Date.parse('2026-11-21T12:00:00.000Z')
  let reader = { userId: 7, mayModerate: false }
  let stop = () => {}
  return {
    channel,
    /** The page opens again: returns its new channel, which rooms opened from now on use. */
    reopenPage: () => (channel = createFakeLiveClient()),
    /** Opens a room; its messages have the ids own-message-1, own-message-2 and so on. */
    openRoom(day = '2026-11-21'): ChatRoom {
      const room = createChatRoom({
        client: channel.client,
        day,
        reader: () => reader,
        clock: () => serverMs,
        newId: () => `own-message-${(messageCount += 1)}`,
        now: () => nowMs,
        random: () => 0.5,
        setTimer: (ms, run) => {
          const timer = { ms, run }
          timers.push(timer)
          return () => {
            timers = timers.filter((one) => one !== timer)
          }
        },
      })
      stop = room.start()
      return room
    },
    /** Stops the room that was opened last. */
    stopRoom: () => stop(),
    setNow(ms: number) {
      nowMs = ms
    },
    setServerClock(timestamp: string) {
      serverMs = Date.parse(timestamp)
    },
    /** Gives the member the rights of a moderator. */
    promote() {
      reader = { ...reader, mayModerate: true }
    },
    /** The delays of the waiting timers, in milliseconds. */
    timers: () => timers.map(({ ms }) => ms),
    runTimer(ms: number) {
      const found = timers.find((timer) => timer.ms === ms)
      expect(timers.map((timer) => timer.ms)).toContain(ms)
      timers = timers.filter((timer) => timer !== found)
      found?.run()
    },
  }
}

export type TestChatRooms = ReturnType<typeof createTestChatRooms>

/** Types a text and sends it. */
export function sendText(room: ChatRoom, text: string): boolean {
  room.setDraft(text)
  return room.send()
}

/** The room's messages, as in its log. */
export const shown = (room: ChatRoom) => room.log().messages.map(({ message }) => message)

/** The texts that the server hasn't acknowledged. */
export const pending = (room: ChatRoom) => room.log().pending.map(({ text }) => text)

/** The frame that sends the member's message of this number. */
export const messageFrame = (number: number, text: string) => ({
  type: 'chat-message',
  text,
  clientMessageId: `own-message-${number}`,
})
