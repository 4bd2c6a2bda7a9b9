// Connection writes over real sockets: complete and in order, for fast and slow readers.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connectionOwner } from '#test/live/connection-owner.ts'
import { LiveConnection } from './connection.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A connection over a socket pair, and the reader at the other end. */
async function openConnection(): Promise<{ connection: LiveConnection; ours: Socket; reader: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = new Promise<Socket>((resolve) => {
    server.once('connection', resolve)
  })
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  reader.on('error', () => {})
  const ours = await accepted
  closing.push(() => {
    ours.destroy()
    reader.destroy()
    server.close()
  })
  const peer = { readyState: 1, close: () => ours.destroy() }
  return { connection: new LiveConnection(connectionOwner, peer, ours), ours, reader }
}

const testFrameBytes = 1_000

function testFrame(number: number): Buffer {
  return Buffer.from(`${String(number).padEnd(testFrameBytes - 1)}\n`)
}

test('[T19] a slow reader receives everything in order, with frames written meanwhile', async () => {
  const { connection, ours, reader } = await openConnection()
  reader.pause()
  let count = 0
  const writeNext = () => connection.write(testFrame(count++))
  // Until the kernel buffer is full and the stream buffers a lot as well.
  while (ours.writableLength < 128 * 1_024) writeNext()
  const atOnce = count
  let text = ''
  reader.on('data', (chunk) => {
    text += chunk.toString('latin1')
    // Some writes happen while the stream still holds data, some when it is empty.
    if (count < atOnce + 500) writeNext()
  })
  reader.resume()
  await expect
    .poll(() => text.length === count * testFrameBytes && count === atOnce + 500, { timeout: 15_000 })
    .toBe(true)
  const numbers = text.split('\n').slice(0, -1).map(Number.parseFloat)
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index))
})
