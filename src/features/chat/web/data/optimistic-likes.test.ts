// Optimistic likes: quick presses, responses and events in any order, and failures.
import { expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import type { ChatMessage } from '../../contract.ts'
import { createOptimisticLikes, selectOptimisticLike } from './optimistic-likes.ts'

const user = { id: 8, name: 'Ana Ribeiro', profilePicture: null, isGardenAngel: false }

interface SentLike {
  id: number
  liked: boolean
  /** Without a version nothing has changed. */
  respond: (likes: number, version?: number) => void
  fail: () => void
}

/** A member's likes on messages with three likes each, against a server that the test controls. */
function setupLikes() {
  const counts = new Map<number, number>()
  const requests: SentLike[] = []
  const likes = createOptimisticLikes({
    sendLike: (id, liked) =>
      new Promise((resolve, reject) => {
        requests.push({
          id,
          liked,
          respond: (count, version) => resolve({ likes: count, version }),
          fail: () => reject(new Error('503: ')),
        })
      }),
    resolveCount: (id, count, at) => {
      if ((counts.get(id) ?? 3) === at) counts.set(id, count)
      return counts.get(id) ?? 3
    },
  })
  const message = (id: number): ChatMessage => {
    const timestamp = '2026-11-21T12:00:00.000Z'
    return { id, message: `No. ${id}`, timestamp, user, likes: counts.get(id) ?? 3 }
  }
  return {
    likes,
    requests,
    /** A count that the room publishes. */
    setCount: (id: number, count: number) => counts.set(id, count),
    press: (id: number) => likes.toggle(message(id)),
    heart: (id: number) => {
      const { isLiked, likes: count } = selectOptimisticLike(likes.state(), message(id))
      return `${isLiked ? 'liked' : 'not liked'}, ${count}`
    },
    idle: () => eventually(() => expect(likes.state().pendingLikes.size).toBe(0)),
  }
}

function expectLogged(): void {
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  onTestFinished(() => {
    expect(log).toHaveBeenCalledWith('A like could not be saved.', '503: ')
    log.mockRestore()
  })
}

it('[CHAT-08] a like shows at once, and then with the count that the server returns', async () => {
  const { heart, press, requests, idle } = setupLikes()
  expect(heart(1)).toBe('not liked, 3')
  press(1)
  expect(heart(1)).toBe('liked, 4')
  expect(heart(2)).toBe('not liked, 3')
  expect(requests).toMatchObject([{ id: 1, liked: true }])
  requests[0]?.respond(6)
  await idle()
  expect(heart(1)).toBe('liked, 6')
})

it('[CHAT-25] pressing a liked heart un-likes', async () => {
  const { heart, press, requests, idle, likes } = setupLikes()
  likes.startReading()([1])
  expect(heart(1)).toBe('liked, 3')
  press(1)
  expect(heart(1)).toBe('not liked, 2')
  expect(requests).toMatchObject([{ id: 1, liked: false }])
  requests[0]?.respond(2)
  await idle()
  expect(heart(1)).toBe('not liked, 2')
})

it('of quick presses the last one wins, with one request at a time', async () => {
  const { heart, press, requests, idle } = setupLikes()
  press(1)
  press(1)
  press(1)
  press(1)
  press(1)
  expect(heart(1)).toBe('liked, 4')
  press(1)
  expect(heart(1)).toBe('not liked, 3')
  expect(requests).toHaveLength(1)
  requests[0]?.respond(4)
  await eventually(() => expect(requests).toHaveLength(2))
  expect(heart(1)).toBe('not liked, 3')
  expect(requests[1]).toMatchObject({ id: 1, liked: false })
  requests[1]?.respond(3)
  await idle()
  expect(heart(1)).toBe('not liked, 3')
  expect(requests).toHaveLength(2)
})

it('two messages don’t wait for each other', () => {
  const { press, requests } = setupLikes()
  press(1)
  press(2)
  expect(requests).toMatchObject([{ id: 1 }, { id: 2 }])
})

it('[CHAT-12] [API-12] a failure is only logged, and the button returns to its previous state', async () => {
  expectLogged()
  const { heart, press, requests, idle, likes } = setupLikes()
  likes.startReading()([2])
  press(1)
  press(2)
  expect([heart(1), heart(2)]).toEqual(['liked, 4', 'not liked, 2'])
  requests[0]?.fail()
  requests[1]?.fail()
  await idle()
  expect([heart(1), heart(2)]).toEqual(['not liked, 3', 'liked, 3'])
  press(1)
  expect(requests).toHaveLength(3)
})

it('[CHAT-12] presses after the failing one are reverted with it', async () => {
  expectLogged()
  const { heart, press, requests, idle } = setupLikes()
  press(1)
  press(1)
  press(1)
  requests[0]?.fail()
  await idle()
  expect(heart(1)).toBe('not liked, 3')
  expect(requests).toHaveLength(1)
})

it('[CHAT-11] counts that the room sends meanwhile count no like twice', async () => {
  const { heart, press, requests, idle, setCount } = setupLikes()
  press(1)
  setCount(1, 4)
  expect(heart(1)).toBe('liked, 4')
  setCount(1, 9)
  requests[0]?.respond(4)
  await idle()
  expect(heart(1)).toBe('liked, 9')
})

it('[CHAT-10] the server’s list doesn’t undo a press made before it arrived', async () => {
  const { heart, press, requests, idle, likes } = setupLikes()
  const endReading = likes.startReading()
  press(1)
  press(2)
  requests[0]?.respond(4)
  requests[1]?.respond(4)
  await idle()
  press(2)
  requests[2]?.respond(3)
  await idle()
  endReading([2, 3])
  expect([heart(1), heart(2), heart(3)]).toEqual(['liked, 4', 'not liked, 3', 'liked, 3'])
})

it('[CHAT-08] [CHAT-32] a late event of an earlier press changes neither the button nor the next press', async () => {
  const { heart, press, requests, idle, likes } = setupLikes()
  press(1)
  requests[0]?.respond(4, 11)
  await idle()
  press(1)
  likes.confirm(1, true, 11)
  expect(heart(1)).toBe('not liked, 3')
  requests[1]?.respond(3, 12)
  await idle()
  expect(heart(1)).toBe('not liked, 3')
  likes.confirm(1, true, 11)
  expect(heart(1)).toBe('not liked, 3')
  press(1)
  expect(requests[2]).toMatchObject({ id: 1, liked: true })
  likes.confirm(1, true, 13)
  likes.confirm(1, false, 12)
  requests[2]?.respond(4, 13)
  await idle()
  expect(heart(1)).toBe('liked, 4')
})

it('[CHAT-32] shows likes from another tab, also when the list of liked messages arrives after them', () => {
  const { heart, likes, setCount } = setupLikes()
  const endReading = likes.startReading()
  likes.confirm(1, true, 11)
  setCount(1, 4)
  expect(heart(1)).toBe('liked, 4')
  likes.confirm(2, true, 12)
  likes.confirm(2, false, 13)
  endReading([1, 2])
  expect([heart(1), heart(2)]).toEqual(['liked, 4', 'not liked, 3'])
  likes.confirm(1, false, 14)
  setCount(1, 3)
  expect(heart(1)).toBe('not liked, 3')
})

it('[CHAT-32] of events in any order the one with the highest version wins', () => {
  const { heart, likes } = setupLikes()
  likes.confirm(1, true, 13)
  likes.confirm(1, false, 12)
  expect(heart(1)).toBe('liked, 3')
})

it.each([11, undefined])(
  '[CHAT-32] a press in progress ends in the state that another tab set after it, with version %s in the response',
  async (version) => {
    const { heart, press, requests, idle, likes, setCount } = setupLikes()
    press(1)
    likes.confirm(1, true, 11)
    setCount(1, 4)
    expect(heart(1)).toBe('liked, 4')
    likes.confirm(1, false, 12)
    setCount(1, 3)
    requests[0]?.respond(4, version)
    await idle()
    expect([heart(1), requests.length]).toEqual(['not liked, 3', 1])
  },
)

it('[CHAT-32] a failed press returns to the state that another tab set meanwhile', async () => {
  expectLogged()
  const { heart, press, requests, idle, likes, setCount } = setupLikes()
  press(1)
  likes.confirm(1, true, 11)
  setCount(1, 4)
  requests[0]?.fail()
  await idle()
  expect(heart(1)).toBe('liked, 4')
})

it('[CHAT-32] a press after another tab’s change is sent', async () => {
  const { heart, press, requests, idle, likes } = setupLikes()
  press(1)
  likes.confirm(1, true, 11)
  press(1)
  requests[0]?.respond(4)
  await eventually(() => expect(requests).toHaveLength(2))
  expect(requests[1]).toMatchObject({ id: 1, liked: false })
  likes.confirm(1, false, 12)
  requests[1]?.respond(3, 12)
  await idle()
  expect(heart(1)).toBe('not liked, 3')
})

it('[CHAT-08] a like unknown to the page changes no count', async () => {
  const { heart, press, requests, idle } = setupLikes()
  press(1)
  requests[0]?.respond(3)
  await idle()
  expect(heart(1)).toBe('liked, 3')
})

it('[LIVE-34, CHAT-32] a list that is read again replaces the likes, but not what changed while it was read', async () => {
  const { heart, press, requests, idle, likes } = setupLikes()
  likes.startReading()([1, 2])
  const endReading = likes.startReading()
  press(3)
  requests[0]?.respond(4, 1)
  await idle()
  likes.confirm(4, true, 1)
  endReading([2, 5])
  expect([1, 2, 3, 4, 5].map(heart)).toEqual(['not liked, 3', 'liked, 3', 'liked, 4', 'liked, 3', 'liked, 3'])
  const [older, newer] = [likes.startReading(), likes.startReading()]
  newer([2])
  older([5])
  expect([2, 5].map(heart)).toEqual(['liked, 3', 'not liked, 3'])
})
