// What the chat shows after what it hears.
import { describe, expect, it } from 'vitest'
import type { ChatMessage } from './contract.ts'
import { chatLogAfter, countNew, emptyLog, type ChatLog } from './log.ts'

const user = { id: 7, name: 'Ana Ribeiro', profilePicture: null, isGardenAngel: false }

function message(id: number, minute = id, clientMessageId?: string): ChatMessage {
  const timestamp = `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`
  return { id, message: `No. ${id}`, timestamp, user, ...(clientMessageId ? { clientMessageId } : {}) }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => message(index + 1))
const idsOf = (log: ChatLog) => log.messages.map(({ id }) => id)
const open = (messages: ChatMessage[]) => chatLogAfter(emptyLog(), { type: 'initial', messages })

describe('the messages', () => {
  it('[CHAT-04] are the latest 30: the 31st drops the oldest', () => {
    const full = open(many(30))
    expect(full.messages).toHaveLength(30)
    const next = chatLogAfter(full, { type: 'message', message: message(31) })
    expect(next.messages).toHaveLength(30)
    expect(idsOf(next).slice(0, 1)).toEqual([2])
    expect(idsOf(next).at(-1)).toBe(31)
  })

  it('[LIVE-14] are replaced by what the room tells after a reconnect, in order of time and id', () => {
    const before = open([message(1), message(2), message(3)])
    const after = chatLogAfter(before, { type: 'initial', messages: [message(5, 4), message(4), message(1)] })
    expect(idsOf(after)).toEqual([1, 4, 5])
  })

  it('[LIVE-14] never stand twice, however often one comes', () => {
    const twice = [message(3), message(2), message(3)].reduce(
      (log, one) => chatLogAfter(log, { type: 'message', message: one }),
      open([message(1)]),
    )
    expect(idsOf(twice)).toEqual([1, 2, 3])
  })

  it('[LIVE-14] go when they are deleted, also when they were never shown', () => {
    const log = open(many(3))
    expect(idsOf(chatLogAfter(log, { type: 'deleted', messageId: 2 }))).toEqual([1, 3])
    expect(chatLogAfter(log, { type: 'deleted', messageId: 99 })).toBe(log)
  })

  it('are counted when they are new', () => {
    const before = open(many(30)).messages
    const after = [...before.slice(2), message(31), message(32)]
    expect(countNew(before, after)).toBe(2)
  })
})

describe('an own message on its way', () => {
  const pending = { clientMessageId: 'aaaaaaaa-1', text: 'Hello' }
  const sent = chatLogAfter(open([message(1)]), { type: 'sent', pending })

  it('waits until its echo comes, known by its own id', () => {
    expect(sent.pending).toEqual([pending])
    const other = chatLogAfter(sent, { type: 'message', message: message(2, 2, 'bbbbbbbb-1') })
    expect(other.pending).toEqual([pending])
    const echoed = chatLogAfter(other, { type: 'message', message: message(3, 3, 'aaaaaaaa-1') })
    expect(echoed.pending).toEqual([])
    expect(idsOf(echoed)).toEqual([1, 2, 3])
  })

  it('is known among what the room tells after a reconnect', () => {
    const told = chatLogAfter(sent, { type: 'initial', messages: [message(1), message(2, 2, 'aaaaaaaa-1')] })
    expect(told.pending).toEqual([])
    const untold = chatLogAfter(sent, { type: 'initial', messages: [message(1)] })
    expect(untold.pending).toEqual([pending])
  })

  it('stands once when it is sent again, and goes when it is withdrawn', () => {
    expect(chatLogAfter(sent, { type: 'sent', pending }).pending).toEqual([pending])
    const gone = chatLogAfter(sent, { type: 'withdrawn', clientMessageId: 'aaaaaaaa-1' })
    expect(gone.pending).toEqual([])
  })

  it('is still there when an earlier visit left it', () => {
    expect(emptyLog([pending])).toEqual({ messages: [], pending: [pending], loaded: false })
  })
})
