// Chat reducer: the state after each event.
import { describe, expect, it } from 'vitest'
import {
  chatReducer,
  countUnseen,
  initialChatLog,
  waitsItsTurn,
  messagesDuringPause,
  type ChatLog,
} from './chat-reducer.ts'
import type { ChatMessage } from './contract.ts'

const user = { id: 7, name: 'Ana Ribeiro', profilePicture: null, isGardenAngel: false }

function message(id: number, minute = id, clientMessageId?: string): ChatMessage {
  const timestamp = `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`
  return {
    id,
    message: `No. ${id}`,
    timestamp,
    user,
    ...(clientMessageId ? { clientMessageId } : {}),
  }
}

const messagesUpTo = (count: number) => Array.from({ length: count }, (_, index) => message(index + 1))
const idsOf = (log: ChatLog) => log.messages.map(({ id }) => id)
const loadedLog = (messages: ChatMessage[]) => chatReducer(initialChatLog(), { type: 'initial', messages })

describe('the messages', () => {
  it('[CHAT-04] are the latest 30: the 31st evicts the oldest', () => {
    const full = loadedLog(messagesUpTo(30))
    expect(full.messages).toHaveLength(30)
    const next = chatReducer(full, { type: 'message', message: message(31) })
    expect(next.messages).toHaveLength(30)
    expect(idsOf(next).slice(0, 1)).toEqual([2])
    expect(idsOf(next).at(-1)).toBe(31)
  })

  it('[LIVE-14] are replaced by the room’s snapshot after a reconnect, in order of time and id', () => {
    const before = loadedLog([message(1), message(2), message(3)])
    const after = chatReducer(before, { type: 'initial', messages: [message(5, 4), message(4), message(1)] })
    expect(idsOf(after)).toEqual([1, 4, 5])
  })

  it('[LIVE-14] are never duplicated, however often one arrives', () => {
    const twice = [message(3), message(2), message(3)].reduce(
      (log, one) => chatReducer(log, { type: 'message', message: one }),
      loadedLog([message(1)]),
    )
    expect(idsOf(twice)).toEqual([1, 2, 3])
  })

  it('[LIVE-14] disappear when they are deleted, also when they were never shown', () => {
    const log = loadedLog(messagesUpTo(3))
    expect(idsOf(chatReducer(log, { type: 'deleted', messageId: 2 }))).toEqual([1, 3])
    expect(chatReducer(log, { type: 'deleted', messageId: 99 })).toBe(log)
  })

  it('keep their updates when one arrives again', () => {
    const liked = chatReducer(loadedLog(messagesUpTo(2)), { type: 'likes', messageId: 2, likes: 3 })
    const again = chatReducer(liked, { type: 'message', message: message(2) })
    expect(again.messages.map(({ likes }) => likes)).toEqual([undefined, 3])
  })
})

describe('a message that comes back', () => {
  it('[MOD-09] has its place among the others again, as it now is', () => {
    const log = loadedLog([message(1), message(2), message(4)])
    const restored = chatReducer(log, { type: 'restored', message: { ...message(3), likes: 2 } })
    expect(idsOf(restored)).toEqual([1, 2, 3, 4])
    const again = chatReducer(restored, { type: 'restored', message: message(3) })
    expect(idsOf(again)).toEqual([1, 2, 3, 4])
    expect(again.messages[2]).toEqual(message(3))
  })

  it('[MOD-09, CHAT-04] is not shown where thirty later ones are', () => {
    const full = loadedLog(messagesUpTo(31).slice(1))
    expect(idsOf(chatReducer(full, { type: 'restored', message: message(1) }))).toEqual(idsOf(full))
  })

  it('[LIVE-14] is no longer pending', () => {
    const pending = { clientMessageId: 'own-1', text: 'No. 3' }
    const log = chatReducer(loadedLog([]), { type: 'sent', pending })
    expect(chatReducer(log, { type: 'restored', message: message(3, 3, 'own-1') }).pending).toEqual([])
  })
})

describe('a folded message', () => {
  const fold = (reader: { userId: number; mayModerate: boolean }) =>
    chatReducer(loadedLog([message(1), message(2)]), { type: 'folded', messageId: 2, reader })

  it('[MOD-14] has no text for members', () => {
    const log = fold({ userId: 8, mayModerate: false })
    expect(log.messages[1]).toEqual({ ...message(2), message: '', isFolded: true })
    expect(log.messages[0]).toEqual(message(1))
  })

  it.each([
    ['its author', { userId: 7, mayModerate: false }],
    ['moderators', { userId: 8, mayModerate: true }],
  ])('[MOD-14] keeps its text for %s', (_, reader) => {
    expect(fold(reader).messages[1]).toEqual({ ...message(2), isFolded: true })
  })

  it('[MOD-14] that is unknown or folded already changes nothing', () => {
    const reader = { userId: 8, mayModerate: false }
    const log = fold(reader)
    expect(chatReducer(log, { type: 'folded', messageId: 2, reader })).toBe(log)
    expect(chatReducer(log, { type: 'folded', messageId: 99, reader })).toBe(log)
  })
})

describe('the likes of a message', () => {
  it('[CHAT-11] are those received last, and change no other message', () => {
    const log = loadedLog(messagesUpTo(3))
    const liked = chatReducer(log, { type: 'likes', messageId: 2, likes: 5 })
    expect(liked.messages.map(({ likes }) => likes)).toEqual([undefined, 5, undefined])
    expect(liked.messages[0]).toBe(log.messages[0])
    const unknown = chatReducer(liked, { type: 'likes', messageId: 99, likes: 1 })
    expect(unknown.messages).toEqual(liked.messages)
  })

  it('[CHAT-11] that change nothing return the same log', () => {
    const liked = chatReducer(loadedLog(messagesUpTo(1)), { type: 'likes', messageId: 1, likes: 5 })
    expect(chatReducer(liked, { type: 'likes', messageId: 1, likes: 5 })).toBe(liked)
    expect(chatReducer(liked, { type: 'likes', messageId: 99, likes: 1 })).toBe(liked)
  })

  it('[CHAT-11] are those of the room’s snapshot after a reconnect', () => {
    const liked = chatReducer(loadedLog(messagesUpTo(1)), { type: 'likes', messageId: 1, likes: 5 })
    const reconnected = chatReducer(liked, { type: 'initial', messages: [{ ...message(1), likes: 2 }] })
    expect(reconnected.messages.map(({ likes }) => likes)).toEqual([2])
  })
})

describe('a member who is renamed', () => {
  const renamed = { id: 7, name: 'Ana Anders', profilePicture: '/media/ana.jpg' }
  const other = { ...message(2), user: { ...user, id: 8, name: 'Ana Ribeiro' } }
  const authors = (log: ChatLog) => log.messages.map((one) => one.user)

  it('[CHAT-31] is renamed at older messages too, and no other member is', () => {
    const log = loadedLog([{ ...message(1), user: { ...user, isGardenAngel: true } }, other])
    const after = chatReducer(log, { type: 'profiles', profiles: [renamed] })
    expect(authors(after)).toEqual([{ ...renamed, isGardenAngel: true }, other.user])
    expect(after.messages[1]).toBe(log.messages[1])
    expect(chatReducer(after, { type: 'profiles', profiles: [renamed] })).toBe(after)
    expect(chatReducer(after, { type: 'profiles', profiles: [] })).toBe(after)
  })

  it('[CHAT-31] is also renamed by a new message of theirs', () => {
    const log = loadedLog([message(1), other])
    const after = chatReducer(log, {
      type: 'message',
      message: { ...message(3), user: { ...user, ...renamed } },
    })
    expect(authors(after).map(({ name }) => name)).toEqual(['Ana Anders', 'Ana Ribeiro', 'Ana Anders'])
  })
})

describe('the unseen messages of a member who has scrolled up', () => {
  const seen = loadedLog(messagesUpTo(30))
  const come = (log: ChatLog, ...ids: number[]) =>
    ids.reduce((before, id) => chatReducer(before, { type: 'message', message: message(id) }), log)

  it('are the messages that arrived since, but not their own', () => {
    const log = come(seen, 31, 32)
    expect(countUnseen(log, seen, 8)).toBe(2)
    expect(countUnseen(log, seen, user.id)).toBe(0)
    expect(countUnseen(seen, seen, 8)).toBe(0)
  })

  it('don’t include messages deleted meanwhile', () => {
    const log = chatReducer(come(seen, 31, 32), { type: 'deleted', messageId: 31 })
    expect(countUnseen(log, seen, 8)).toBe(1)
  })

  it('are none before the room’s snapshot', () => {
    expect(countUnseen(seen, initialChatLog(), 8)).toBe(0)
  })
})

describe('a pending own message', () => {
  const pending = { clientMessageId: 'aaaaaaaa-1', text: 'Hello' }
  const sent = chatReducer(loadedLog([message(1)]), { type: 'sent', pending })

  it('is pending until its echo arrives, matched by its own id', () => {
    expect(sent.pending).toEqual([pending])
    const other = chatReducer(sent, { type: 'message', message: message(2, 2, 'bbbbbbbb-1') })
    expect(other.pending).toEqual([pending])
    const echoed = chatReducer(other, { type: 'message', message: message(3, 3, 'aaaaaaaa-1') })
    expect(echoed.pending).toEqual([])
    expect(idsOf(echoed)).toEqual([1, 2, 3])
  })

  it('is recognized in the room’s snapshot after a reconnect', () => {
    const reconnected = chatReducer(sent, {
      type: 'initial',
      messages: [message(1), message(2, 2, 'aaaaaaaa-1')],
    })
    expect(reconnected.pending).toEqual([])
    const unconfirmed = chatReducer(sent, { type: 'initial', messages: [message(1)] })
    expect(unconfirmed.pending).toEqual([pending])
  })

  it('is no longer pending when it was deleted before its echo arrived', () => {
    const event = { type: 'deleted', messageId: 9, clientMessageId: 'aaaaaaaa-1' } as const
    expect(chatReducer(sent, event).pending).toEqual([])
    expect(chatReducer(sent, { ...event, clientMessageId: 'bbbbbbbb-1' })).toBe(sent)
  })

  it('appears once when it is resent, and disappears when it is withdrawn', () => {
    expect(chatReducer(sent, { type: 'sent', pending }).pending).toEqual([pending])
    const gone = chatReducer(sent, { type: 'withdrawn', clientMessageIds: ['aaaaaaaa-1'] })
    expect(gone.pending).toEqual([])
  })

  it('is restored from an earlier visit', () => {
    expect(initialChatLog([pending])).toEqual({
      messages: [],
      pending: [pending],
      loaded: false,
      waitingId: null,
      duringPauseIds: [],
    })
  })
})

describe('a moderator’s message during the pause', () => {
  const said = { type: 'message', message: message(2), duringPause: true } as const
  const log = chatReducer(loadedLog([message(1)]), said)
  const saidIds = (one: ChatLog) => messagesDuringPause(one).map(({ id }) => id)

  it('[QUIET-05] stays marked after a reconnect, until the pause ends', () => {
    const reconnected = chatReducer(log, { type: 'initial', messages: [message(1), message(2), message(3)] })
    expect(saidIds(reconnected)).toEqual([2])
    const after = chatReducer(reconnected, { type: 'pause-ended' })
    expect([idsOf(after), saidIds(after)]).toEqual([[1, 2, 3], []])
    expect(chatReducer(after, { type: 'pause-ended' })).toBe(after)
  })
})

describe('messages for which the room has no room', () => {
  const pending = [
    { clientMessageId: 'aaaaaaaa-1', text: 'One' },
    { clientMessageId: 'aaaaaaaa-2', text: 'Two' },
  ]
  const waiting = chatReducer(initialChatLog(pending), { type: 'waiting', clientMessageId: 'aaaaaaaa-1' })

  it('[QUIET-06] wait together, as long as the first one does', () => {
    expect(waitsItsTurn(initialChatLog(pending))).toBe(false)
    expect(waitsItsTurn(waiting)).toBe(true)
    expect(chatReducer(waiting, { type: 'waiting', clientMessageId: 'aaaaaaaa-1' })).toBe(waiting)
    const arrived = chatReducer(waiting, { type: 'message', message: message(1, 1, 'aaaaaaaa-1') })
    expect(waitsItsTurn(arrived)).toBe(false)
    expect(waitsItsTurn(chatReducer(waiting, { type: 'withdrawn', clientMessageIds: ['aaaaaaaa-1'] }))).toBe(
      false,
    )
    expect(waitsItsTurn(chatReducer(waiting, { type: 'withdrawn', clientMessageIds: ['aaaaaaaa-2'] }))).toBe(
      true,
    )
  })
})
