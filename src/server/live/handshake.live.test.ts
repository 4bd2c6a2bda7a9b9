// Handshake over real upgrades: which requests get a socket.
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { openTestChannel } from '#test/live/live-channel.ts'
import { connectLive, rejectedUpgrade, type RejectedUpgrade } from '#test/live/live-client.ts'
import { guardsWithout } from '#test/network/guards-without.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople } from '#test/people/people.ts'

const app = await openTestApp()
const people = await signInPeople(app)

const foreign = ['https://evil.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1:1']

describe('the upgrade', () => {
  test('[LIVE-01] is rejected without a session, before the profile is complete, and for banned users', async () => {
    const anonymous = await rejectedUpgrade(app)
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(anonymous.headers['content-type']).toBe('application/json; charset=utf-8')
    for (const person of [people.una, people.ned]) {
      const rejected = await rejectedUpgrade(app, { as: person })
      expect(rejected).toMatchObject({ status: 403, body: { code: 'profile_incomplete' } })
    }
    const banned = await rejectedUpgrade(app, { as: people.bea })
    expect(banned).toMatchObject({ status: 403, body: { code: 'banned', reason: 'Unkind words' } })
    const forged = await rejectedUpgrade(app, { headers: { cookie: 'sid=aaaa' } })
    expect(forged.status).toBe(401)
  })

  test('[LIVE-01] succeeds for members, garden angels and admins', async () => {
    for (const person of [people.mia, people.gail, people.ada]) {
      const client = await connectLive(app, { as: person })
      await client.join('2026-11-21')
      expect(client.count('initial-messages')).toBe(1)
      await client.close()
    }
  })

  test('[LIVE-27] [T06] is rejected with a foreign or absent Origin, for every caller', async () => {
    for (const origin of [null, ...foreign, `${app.url}.evil.example`, `${app.url}/`]) {
      for (const person of [null, people.mia]) {
        const rejected = await rejectedUpgrade(app, { as: person, origin })
        expect(rejected).toMatchObject({ status: 403, body: { code: 'bad_origin' } })
      }
    }
  })

  test('[OPS-08] [T06] without PUBLIC_URL succeeds for pages of any address of the machine, and of no other', async () => {
    const { port } = new URL(app.url)
    for (const name of ['localhost', '[::1]', '192.168.1.5']) {
      const host = `${name}:${port}`
      const client = await connectLive(app, { as: people.mia, origin: `http://${host}`, headers: { host } })
      await client.close()
    }
    for (const [host, origin] of [
      [`localhost:${port}`, 'https://evil.example'],
      [`localhost:${port}`, 'null'],
      [`evil.example:${port}`, `http://evil.example:${port}`],
    ] as const) {
      const rejected = await rejectedUpgrade(app, { as: people.mia, origin, headers: { host } })
      expect(rejected).toMatchObject({ status: 403, body: { code: 'bad_origin' } })
    }
  })

  test('[OPS-08] succeeds from every origin of PUBLIC_URL', async () => {
    const { allowedOrigins } = app.config
    app.config.allowedOrigins = [...allowedOrigins, 'https://www.example.org']
    try {
      for (const origin of app.config.allowedOrigins) {
        const client = await connectLive(app, { as: people.mia, origin })
        expect(await client.close()).toBe(1000)
      }
    } finally {
      app.config.allowedOrigins = allowedOrigins
    }
  })

  test('[T06] reads no token from the URL', async () => {
    const [name, token] = people.mia.cookie.split('=')
    const rejected = await rejectedUpgrade(app, { path: `/ws?${name}=${token}&token=${token}` })
    expect(rejected.status).toBe(401)
  })

  test('[LIVE-01] succeeds at /ws only', async () => {
    for (const path of ['/', '/ws/', '/wss', '/api/meditation/today']) {
      const rejected = await rejectedUpgrade(app, { as: people.mia, path })
      expect(rejected).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('without the database', () => {
  test('[LIVE-01] the upgrade is rejected for now, with a Retry-After', async () => {
    const node = await openTestChannel(app, {
      sessions: {
        ...app.app.sessions,
        authenticate: () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' })),
      },
    })
    const rejected = await rejectedUpgrade(node, { as: people.mia })
    expect(rejected).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(rejected.headers['retry-after']).toBe('2')
    await node.close()
  })
})

describe('without its guards', () => {
  test('[LIVE-01] [LIVE-27] the same upgrades succeed, so the tests above can fail', async () => {
    const open = await openTestChannel(app, {
      enabledGuards: guardsWithout('origin', 'session', 'ban', 'profile'),
    })
    for (const person of [people.ned, people.bea, people.mia]) {
      const client = await connectLive(open, { as: person, origin: 'https://evil.example' })
      expect(await client.close()).toBe(1000)
    }
    const signedOut = await rejectedUpgrade(open)
    expect(signedOut.status).not.toBe(401)
    await open.close()
  })
})

describe('the limits of upgrades', () => {
  test('[T19] 30 a minute for a user, from every address together', async () => {
    const node = await openTestChannel(app)
    const uma = await signIn(app, 'uma', { name: 'Uma' })
    for (let count = 0; count < 30; count += 1) {
      const client = await connectLive(node, { as: uma, localAddress: `127.0.0.${(count % 3) + 1}` })
      await client.close()
    }
    const rejected = await rejectedUpgrade(node, { as: uma, localAddress: '127.0.0.9' })
    expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(rejected.headers['retry-after']).toBe('2')
    app.clock.advance(2_000)
    await (await connectLive(node, { as: uma })).close()
    await node.close()
  })

  test('[T19] [T39] 600 a minute from an address, and 2,000 open at once @full', async () => {
    const waiting: (() => void)[] = []
    const node = await openTestChannel(app, {
      sessions: {
        ...app.app.sessions,
        authenticate: async (_, address) => {
          await new Promise<void>((resolve) => {
            waiting.push(resolve)
          })
          return { persona: 'anonymous', session: null, user: null, address }
        },
      },
    })
    const sockets: Socket[] = []
    const rejections: RejectedUpgrade[] = []
    for (const count of [600, 600, 600, 200]) {
      sockets.push(...Array.from({ length: count }, () => rawUpgrade(node.url, app.url)))
      await expect.poll(() => waiting.length, { timeout: 15_000 }).toBe(sockets.length)
      if (count === 600) rejections.push(await rejectedUpgrade(node, { as: people.mia }))
      app.clock.advance(60_000)
    }
    for (const { status, body, headers } of rejections) {
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(headers['retry-after']).toBe('1')
    }
    const crowded = await rejectedUpgrade(node, { as: people.mia })
    expect(crowded).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(crowded.headers['retry-after']).toBe('10')
    const elsewhere = rawUpgrade(node.url, app.url, '127.0.0.77')
    await expect.poll(() => waiting.length).toBe(2_001)
    for (const socket of [...sockets, elsewhere]) socket.destroy()
    for (const response of waiting) response()
    await node.close()
  }, 60_000)

  test('[T19] addresses in LIMITS_EXEMPT have no limit', async () => {
    const { platform } = app.app
    const config = { ...app.config, limitsExempt: parseRanges('127.0.0.0/8') }
    const node = await openTestChannel(app, { platform: { ...platform, config } })
    for (let count = 0; count < 35; count += 1) {
      const client = await connectLive(node, { as: people.mo })
      expect(await client.close()).toBe(1000)
    }
    await node.close()
  })
})

function rawUpgrade(url: string, origin: string, localAddress = '127.0.0.1'): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  socket.on('error', () => {})
  socket.write(
    [
      'GET /ws HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Origin: ${origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  return socket
}
