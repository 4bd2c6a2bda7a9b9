// Connections without a complete request: answered and closed, even while the client keeps sending.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleClientError } from './client-error.ts'

let server: Server
let ends: Socket[]
let clients: Socket[]

beforeEach(async () => {
  ;[ends, clients] = [[], []]
  server = createServer(
    { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
    (request) => request.resume(),
  )
  server.on('clientError', handleClientError)
  server.on('connection', (socket) => ends.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of [...ends, ...clients]) socket.destroy()
  server.close()
  await once(server, 'close')
})

/** Sends `beginning`, then byte by byte while the connection accepts them; returns the response. */
function drip(beginning: string): () => string {
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  clients.push(client)
  let answer = ''
  client.on('error', () => undefined)
  client.on('data', (part) => {
    answer += part.toString()
  })
  client.write(beginning)
  const timer = setInterval(() => client.write('x'), 10)
  client.once('close', () => clearInterval(timer))
  return () => answer
}

const head = 'POST / HTTP/1.1\r\nHost: here\r\n'

test.each([
  ['heads', `${head}X-Calm: `, '408 Request Timeout'],
  ['bodies', `${head}Content-Length: 100000\r\n\r\n`, '408 Request Timeout'],
  ['bytes that aren’t HTTP', 'CALM\r\n\r\n', '400 Bad Request'],
])('[T46] slow %s get an error, and their connections are closed', async (_, beginning, status) => {
  const answers = Array.from({ length: 5 }, () => drip(beginning))
  await expect.poll(() => ends.length).toBe(5)
  await expect.poll(() => ends.filter(({ destroyed }) => !destroyed).length, { timeout: 5_000 }).toBe(0)
  for (const answer of answers) await expect.poll(answer).toContain(`HTTP/1.1 ${status}`)
})
