// Presence broadcaster: frames for a slow reader, over a real socket that pauses and resumes.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connectionOwner } from '#test/live/connection-owner.ts'
import { LiveConnection } from './connection.ts'
import { textFrame } from './frames.ts'
import { createPresenceBroadcaster } from './presence-broadcaster.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Both ends of a socket pair: ours, and the reader's. */
async function openSocketPair(): Promise<{ ours: Socket; reader: Socket }> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const accepted = new Promise<Socket>((resolve) => {
    server.once('connection', resolve)
  })
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const ours = await accepted
  closing.push(() => {
    ours.destroy()
    reader.destroy()
    server.close()
  })
  return { ours, reader }
}

function connectionOver(socket: Socket): LiveConnection {
  return new LiveConnection(connectionOwner, { readyState: 1, close: () => socket.end() }, socket)
}

test('[T19] [LIVE-19] a slow reader skips ticks, and gets the newest state after catching up', async () => {
  const { ours, reader } = await openSocketPair()
  const connection = connectionOver(ours)
  let count = 0
  const presence = createPresenceBroadcaster({
    connections: new Set([connection]),
    tickMs: 1,
    encode: () => textFrame(`count ${count}`),
  })
  closing.push(presence.close)
  const filler = Buffer.alloc(16 * 1024, 'x')
  reader.pause()
  while (!connection.hasBackpressure()) {
    connection.write(filler)
    await new Promise(setImmediate)
  }
  const unsent = ours.writableLength
  for (count = 1; count <= 100; count += 1) {
    presence.changed()
    presence.sendLatest(connection)
  }
  expect(ours.writableLength).toBe(unsent)

  ours.once('drain', () => presence.sendLatest(connection))
  let text = ''
  reader.on('data', (chunk) => {
    text += chunk.toString('latin1').replaceAll('x', '')
  })
  reader.resume()
  await expect.poll(() => text).toContain('count 101')
  expect(text.match(/count/g)).toHaveLength(1)
})

test('[LIVE-19] during many joins to a large room ticks are rarer, and the final state is sent soon @full', async () => {
  const { ours, reader } = await openSocketPair()
  const connections = new Set(Array.from({ length: 51 }, () => connectionOver(ours)))
  const tickMs = 50
  let count = 0
  const frames: number[] = []
  const presence = createPresenceBroadcaster({
    connections,
    tickMs,
    encode: () => {
      frames.push(count)
      return textFrame(`count ${count};`)
    },
  })
  closing.push(presence.close)
  let text = ''
  reader.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const startedAtMs = performance.now()
  while (performance.now() < startedAtMs + 10 * tickMs) {
    count += 1
    presence.changed()
    await new Promise(setImmediate)
  }
  const lastedTicks = (performance.now() - startedAtMs) / tickMs
  // One at the start, one per four ticks of the stream, and one after it.
  const most = 2 + Math.floor(lastedTicks / 4)
  await expect.poll(() => text.split(`count ${count};`).length - 1).toBe(connections.size)
  expect(frames.length).toBeLessThanOrEqual(most)
  expect(frames.length).toBeGreaterThanOrEqual(3)
  expect(frames.at(-1)).toBe(count)
})

test('[F08] [T19] a client with more than 256 KB unread is cut', async () => {
  const { ours, reader } = await openSocketPair()
  const connection = connectionOver(ours)
  reader.pause()
  reader.on('error', () => {})
  const filler = Buffer.alloc(16 * 1024, 'x')
  while (!connection.hasBackpressure()) {
    connection.write(filler)
    await new Promise(setImmediate)
  }
  while (ours.writableLength + filler.length <= 256 * 1024) connection.write(filler)
  expect(connection.isOpen()).toBe(true)
  connection.write(filler)
  expect(connection.isOpen()).toBe(false)
  expect(ours.destroyed).toBe(true)
})
