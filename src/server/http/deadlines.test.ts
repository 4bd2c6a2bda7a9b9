// Request deadlines: late and timely requests.
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeadlines, type Deadlines } from './deadlines.ts'
import { setErrorHandlers } from './errors.ts'

let app: FastifyInstance
let deadlines: Deadlines
let late: ((answer: string) => void)[]

beforeEach(() => {
  app = Fastify()
  setErrorHandlers(app, [])
  deadlines = createDeadlines(app, 1)
  late = []
  app.get('/late', (_, reply) => {
    deadlines.start(reply, 0)
    return new Promise((resolve) => late.push(resolve))
  })
  app.get('/soon', (_, reply) => {
    deadlines.start(reply, 60_000)
    return { isSoon: true }
  })
})
afterEach(() => app.close())

test('a late request gets a 503, and its own response is discarded', async () => {
  const { statusCode, body } = await app.inject('/late')
  expect([statusCode, JSON.parse(body)]).toMatchObject([503, { code: 'unavailable' }])
  late.forEach((resolve) => resolve('too late'))
  expect((await app.inject('/late')).statusCode).toBe(503)
})

test('a request in time is unaffected by a late one', async () => {
  const [soon, tooLate] = await Promise.all([app.inject('/soon'), app.inject('/late')])
  expect([soon.statusCode, soon.json(), tooLate.statusCode]).toEqual([200, { isSoon: true }, 503])
})
