// Files: ranges, slow readers of large ones, and the rate limit of picture reads per address.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { createReadLimitHook, createEnforceRateLimit } from './admission.ts'
import { setErrorHandlers } from './errors.ts'
import { createRateLimiter } from './rate-limit.ts'
import { mountStaticFiles } from './static-files.ts'

const clock = createTestClock()
const largeBytes = 16 * 1024 * 1024
const openFileLimits = { totalMax: 3, perAddressMax: 2, windowBytesMin: 20_000, windowMs: 2_500 }

let app: FastifyInstance
let reads: number

const assetsDir = mkdtempSync(join(tmpdir(), 'stillwater-files-'))
for (const folder of ['media', 'icons']) mkdirSync(join(assetsDir, folder))
writeFileSync(join(assetsDir, 'media/long.mp4'), Buffer.alloc(largeBytes))
writeFileSync(join(assetsDir, 'media/short.txt'), 'calm water')
writeFileSync(join(assetsDir, 'media/page.txt'), Buffer.alloc(400_000))
afterAll(() => rmSync(assetsDir, { recursive: true }))

beforeEach(async () => {
  reads = 0
  app = Fastify()
  setErrorHandlers(app, [])
  app.addHook('onRequest', (request, _, done) => {
    request.address = request.headers['x-address'] as string
    request.isExempt = false
    done()
  })
  await mountStaticFiles(app, {
    config: { publicUrl: 'https://stillwater.test', allowedOrigins: [], production: false },
    webDir: null,
    assetsDir,
    page: () => null,
    ownDocuments: [],
    readPicture: async () => {
      reads += 1
      return null
    },
    limitReads: createReadLimitHook(createEnforceRateLimit(createRateLimiter(clock))),
    openFileLimits,
  })
})
afterEach(() => app.close())

const requestTimes = async (times: number, address = '203.0.113.1') => {
  const statuses = new Map<number, number>()
  for (let count = 0; count < times; count += 1) {
    const url = `/media/${count.toString(16).padStart(64, '0')}.jpg`
    const { statusCode } = await app.inject({ url, headers: { 'x-address': address } })
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  return Object.fromEntries(statuses)
}

test('[T61] a flood of invented picture hashes is rate limited per address, without affecting others', async () => {
  expect(await requestTimes(13_000)).toEqual({ 404: 12_000, 429: 1_000 })
  expect(reads).toBe(12_000)
  expect(await requestTimes(1, '203.0.113.2')).toEqual({ 404: 1 })
  clock.advance(1_000)
  expect(await requestTimes(300)).toEqual({ 404: 200, 429: 100 })
}, 60_000)

describe('ranges', () => {
  const read = async (range: string, url = '/media/short.txt') => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { 'x-address': '', range } })
    return { status: statusCode, part: headers['content-range'], text: statusCode === 416 ? '' : body }
  }

  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', 'calm'],
    ['bytes=5-', 206, 'bytes 5-9/10', 'water'],
    ['bytes=-5', 206, 'bytes 5-9/10', 'water'],
    ['bytes=0-999', 206, 'bytes 0-9/10', 'calm water'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=999999999999-', 416, 'bytes */10', ''],
    ['bytes=-0', 416, 'bytes */10', ''],
    ['bytes=5-2', 200, undefined, 'calm water'],
    ['bytes=calm', 200, undefined, 'calm water'],
    ['bytes=', 200, undefined, 'calm water'],
    ['lines=0-3', 200, undefined, 'calm water'],
  ])('[API-29] %s of ten bytes is responded to with %s', async (range, status, part, text) => {
    expect(await read(range)).toEqual({ status, part, text })
  })

  test('[API-29] a download that resumes at the end of a large file gets 416 as JSON', async () => {
    const { statusCode, headers, json } = await app.inject({
      url: '/media/long.mp4',
      headers: { 'x-address': '', range: `bytes=${largeBytes}-` },
    })
    expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${largeBytes}`])
    expect(json()).toMatchObject({ code: 'range_not_satisfiable' })
  })
})

describe('slow readers', () => {
  let clients: Socket[]
  beforeEach(async () => {
    clients = []
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    for (const client of clients) client.destroy()
  })

  /** Asks for a file, `times` in a row, and reads no more than the first bytes of a response. */
  async function ask(address: string, file = 'long.mp4', times = 1) {
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    clients.push(client)
    client.on('error', () => undefined)
    client.write(`GET /media/${file} HTTP/1.1\r\nHost: here\r\nX-Address: ${address}\r\n\r\n`.repeat(times))
    const [head] = (await once(client, 'data')) as [Buffer]
    client.pause()
    return { client, status: Number(/^HTTP\/1.1 (\d+)/.exec(head.toString('latin1'))?.[1]) }
  }
  const statusOf = async (address: string, file?: string) => (await ask(address, file)).status
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(assetsDir)
      } catch {
        return false
      }
    })

  test('[T73] open responses of large files are limited per client address and in total', async () => {
    const first = await ask('203.0.113.1')
    expect(await statusOf('203.0.113.1')).toBe(200)
    expect(await statusOf('203.0.113.1')).toBe(503)
    expect(await statusOf('203.0.113.2')).toBe(200)
    expect(await statusOf('203.0.113.3')).toBe(503)
    first.client.destroy()
    await expect.poll(() => statusOf('203.0.113.3')).toBe(200)
  })

  test('[T73] a small file is read at once: however slow its readers, none stays open', async () => {
    const statuses = await Promise.all(Array.from({ length: 5 }, () => statusOf('203.0.113.1', 'short.txt')))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    // More than the kernel buffers for a connection.
    expect(await ask('203.0.113.2', 'page.txt', 40)).toMatchObject({ status: 200 })
    await expect.poll(openFiles).toEqual([])
  })

  test('[T73] a client below the least rate is cut off, a faster one gets all of the file @full', async () => {
    const slow = await ask('203.0.113.1')
    const fast = await ask('203.0.113.2')
    let bytes = 0
    fast.client.on('data', (part: Buffer) => {
      bytes += part.length
    })
    // It reads on, so that it isn't stalled.
    fast.client.resume()
    const trickle = setInterval(() => void slow.client.read(1_000), 100)
    await Promise.all([
      expect.poll(openFiles, { timeout: 10_000 }).toEqual([]),
      expect.poll(() => bytes, { timeout: 10_000 }).toBeGreaterThan(largeBytes - 100_000),
    ])
    clearInterval(trickle)
  })
})
