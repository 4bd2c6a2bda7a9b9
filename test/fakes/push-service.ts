// A fake of the push services of browser makers: on loopback, decrypts each push by http_ece, and records it.
import { createECDH, createPublicKey, randomBytes, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { jwtVerify, type JWTPayload } from 'jose'

/** A push as it arrived, decrypted. */
export interface ReceivedPush {
  browser: PushBrowser
  headers: IncomingHttpHeaders
  notification: unknown
  /** The verified claims of the VAPID token. */
  claims: JWTPayload
  token: string
  publicKey: string
}

/** A browser's subscription, with its secrets. */
export interface PushBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  pair: ECDH
  authSecret: Buffer
}

/** The status of a response, with headers if needed. */
type Reply = number | { status: number; headers: Record<string, string> }

export interface PushService {
  origin: string
  received: ReceivedPush[]
  /** The requests without a response, now and at most. */
  openCount: () => number
  openMost: () => number
  /** A new subscription. */
  subscribe(): PushBrowser
  /** Decides each response; `count` is the number of pushes to that browser so far. By default 201. */
  reply: (browser: PushBrowser, count: number) => Reply | Promise<Reply>
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, PushBrowser>()
  const counts = new Map<PushBrowser, number>()
  let open = 0
  let openMost = 0
  const server = createServer((request, response) => {
    open += 1
    openMost = Math.max(openMost, open)
    response.on('close', () => (open -= 1))
    void receive(request).then(
      ({ status, headers }) => response.writeHead(status, headers).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const receive = async (request: IncomingMessage) => {
    const browser = browsers.get(request.url ?? '')
    if (!browser) return { status: 404, headers: {} }
    const body = Buffer.concat(await request.toArray())
    const { pair: privateKey, authSecret } = browser
    const notification: unknown = JSON.parse(
      ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString(),
    )
    const proof = /^vapid t=(\S+), k=(\S+)$/.exec(request.headers.authorization ?? '')
    const [, token = '', publicKey = ''] = proof ?? []
    const claims = await verify(token, publicKey, origin)
    service.received.push({ browser, headers: request.headers, notification, claims, token, publicKey })
    const count = (counts.get(browser) ?? 0) + 1
    counts.set(browser, count)
    const reply = await service.reply(browser, count)
    return typeof reply === 'number' ? { status: reply, headers: {} } : reply
  }
  const service: PushService = {
    origin,
    received: [],
    openCount: () => open,
    openMost: () => openMost,
    subscribe: () => {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url', 'uncompressed')
      const authSecret = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('hex')}`
      const keys = { p256dh, auth: authSecret.toString('base64url') }
      const browser = { endpoint: `${origin}${path}`, keys, pair, authSecret }
      browsers.set(path, browser)
      return browser
    },
    reply: () => 201,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}

/** The token's times are those of the test's clock. */
async function verify(token: string, publicKey: string, audience: string): Promise<JWTPayload> {
  const point = Buffer.from(publicKey, 'base64url')
  const encoded = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: encoded(1, 33), y: encoded(33, 65) }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
  const currentDate = new Date((payload.iat ?? 0) * 1_000)
  return (await jwtVerify(token, key, { audience, algorithms: ['ES256'], currentDate })).payload
}
