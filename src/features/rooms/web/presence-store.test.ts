// Presence store: how long it follows the channel.
import { expect, it } from 'vitest'
import type { LiveClient } from '#shared/live/live-client.ts'
import { createPresenceStore } from './presence-store.ts'

it('follows the channel only while it has listeners', () => {
  const heard = new Set<(message: never) => void>()
  const line: LiveClient = {
    status: () => ({ state: 'connected', ended: null, joinedBefore: true }),
    onStatusChange: () => () => {},
    onMessage: (_, listener: (message: never) => void) => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    send: () => true,
  }
  const tell = (onlineCount: number) => {
    for (const listener of heard)
      listener({ type: 'online-count-updated', onlineCount, onlineUsers: [] } as never)
  }
  const presence = createPresenceStore(line)
  expect(heard.size).toBe(0)
  let changes = 0
  const count = () => {
    changes += 1
  }
  const stops = [presence.subscribe(count), presence.subscribe(() => {})]
  expect(heard.size).toBe(1)
  tell(2)
  expect([presence.getSnapshot().count, changes]).toEqual([2, 1])
  for (const stop of stops) {
    stop()
    stop()
  }
  expect(heard.size).toBe(0)
  expect(presence.getSnapshot().count).toBe(2)
  presence.subscribe(count)
  tell(3)
  expect([presence.getSnapshot().count, changes]).toEqual([3, 2])
})
