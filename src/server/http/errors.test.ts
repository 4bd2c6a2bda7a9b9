// Log lines of failures and application errors; connections after them.
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appError } from '../app-error.ts'
import { createLog } from '../log.ts'
import { setErrorHandlers } from './errors.ts'
import { recordRequests } from './request-metrics.ts'

interface Line {
  level: string
  event?: string
  code?: string
  times?: number
}

let app: FastifyInstance
let lines: Line[]

beforeEach(() => {
  lines = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Line)
  const loggerInstance: FastifyBaseLogger = createLog({ logLevel: 'info', nodeId: 'one' }, { write })
  app = Fastify({ loggerInstance })
  recordRequests(app, new Registry())
  setErrorHandlers(app, [])
  app.addHook('onRequest', (request, _, done) => {
    request.address = request.headers['x-address'] as string
    done()
  })
  app.get('/full', () => {
    throw appError('unavailable', { retryAfterMs: 2_000 })
  })
  for (const [path, code] of [
    ['/full-table', 'EMFILE'],
    ['/locked', 'EACCES'],
  ] as const) {
    const error = Object.assign(new Error(`${code}: at open`), { code, syscall: 'open', statusCode: 404 })
    app.get(path, async () => {
      throw error
    })
  }
  app.get('/broken', () => {
    throw new Error('a fault of our own')
  })
})
afterEach(() => app.close())

const ask = (url: string, index = 1) => app.inject({ url, headers: { 'x-address': `203.0.113.${index}` } })

test('[T54] overload is no failure, and is logged once for all clients', async () => {
  for (let index = 1; index <= 50; index += 1) {
    expect((await ask('/full', index)).statusCode).toBe(503)
  }
  expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  expect(lines.filter(({ event }) => event === 'overloaded')).toMatchObject([
    { level: 'warn', code: 'unavailable', times: 1 },
  ])
})

test('[T43] an internal error is logged as a failure each time', async () => {
  for (const _ of ['once', 'and again']) expect((await ask('/broken')).statusCode).toBe(500)
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(2)
})

test('[API-29] a system error is never the client’s fault, whatever status a library gives it', async () => {
  expect((await ask('/full-table')).statusCode).toBe(503)
  expect((await ask('/locked')).statusCode).toBe(500)
})

test('[T77] the rest of an oversized body is discarded, so that its sender reads the response', async () => {
  app.post('/small', { bodyLimit: 100 }, () => null)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const statuses: string[] = []
  client.on('data', (chunk: Buffer) => statuses.push(...(chunk.toString().match(/HTTP\/1\.1 \d+/g) ?? [])))
  const body = Buffer.alloc(200_000, 'x')
  const head = 'POST /small HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n'
  for (const [length, rest] of [
    [`content-length: ${body.length}`, body],
    ['transfer-encoding: chunked', `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`],
  ] as const) {
    statuses.length = 0
    client.write(`${head}${length}\r\n\r\n`)
    client.write(rest.slice(0, 1_000))
    await expect.poll(() => statuses).toEqual(['HTTP/1.1 413'])
    client.write(rest.slice(1_000))
    client.write('GET /full HTTP/1.1\r\nhost: here\r\n\r\n')
    await expect.poll(() => statuses).toEqual(['HTTP/1.1 413', 'HTTP/1.1 503'])
  }
  client.destroy()
  await once(client, 'close')
})
