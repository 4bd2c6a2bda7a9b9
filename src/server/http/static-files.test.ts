// Rate limit of picture reads per address.
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { createReadLimitHook, createEnforceRateLimit } from './admission.ts'
import { setErrorHandlers } from './errors.ts'
import { mountStaticFiles } from './static-files.ts'
import { createRateLimiter } from './rate-limit.ts'

const clock = createTestClock()
let app: FastifyInstance
let reads: number

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
    assetsDir: join(import.meta.dirname, '../../assets'),
    page: null,
    signInHeaders: null,
    readPicture: async () => {
      reads += 1
      return null
    },
    limitReads: createReadLimitHook(createEnforceRateLimit(createRateLimiter(clock))),
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
