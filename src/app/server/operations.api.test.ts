// Operations: metrics and who may read them, the request log, and the data that neither may contain.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { referralsCalls } from '#features/referrals/contract.ts'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { createLog } from '#server/log.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { sendRaw } from '#test/network/raw-request.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { secretPages } from './secret-pages.ts'

const root = join(import.meta.dirname, '../../..')
const lines: string[] = []
const log = createLog({ logLevel: 'debug', nodeId: 'one' }, { write: (line) => void lines.push(line) })
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const eventsOf = (event: string) => logged().filter((line) => line['event'] === event)

const app = await openTestApp({ log })
await makeMeditation(app)

const figures = async (of: TestApp = app, headers: Record<string, string> = {}) => {
  const response = await fetch(`${of.url}/metrics`, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('/metrics', () => {
  test('[OPS-13] [T60] responds to this machine, but not through a proxy', async () => {
    expect(await figures()).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.9'],
      ['x-forwarded-for', '127.0.0.1'],
      ['forwarded', 'for=203.0.113.9'],
      ['via', '1.1 caddy'],
      ['x-forwarded-proto', 'https'],
      ['x-real-ip', '127.0.0.1'],
      ['cf-connecting-ip', '203.0.113.9'],
    ] as const) {
      const { status } = await figures(app, { [name]: value })
      expect({ name, status }).toEqual({ name, status: 403 })
    }
    app.config.trustedProxies = parseRanges('127.0.0.0/8')
    try {
      expect((await figures(app, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(403)
    } finally {
      app.config.trustedProxies = []
    }
  })

  test('[T60] rejects requests for the public host name, which come through a proxy', async () => {
    const ask = (host: string) =>
      sendRaw(app, { method: 'GET', path: '/metrics', headers: { host } }).then(({ status }) => status)
    expect(await Promise.all(['stillwater.example', '203.0.113.9:3000'].map(ask))).toEqual([403, 403])
    expect(await Promise.all(['localhost:3000', '127.0.0.1', '[::1]:3000'].map(ask))).toEqual([200, 200, 200])
  })

  test('[OPS-13] with METRICS_TOKEN, requires that token', async () => {
    app.config.metricsToken = 'a token of the operator'
    try {
      for (const authorization of ['', 'Bearer', 'Bearer a token', 'a token of the operator']) {
        const { status, text } = await figures(app, authorization === '' ? {} : { authorization })
        expect({ authorization, status }).toEqual({ authorization, status: 403 })
        expect(text).not.toContain('stillwater')
      }
      const token = { authorization: 'Bearer a token of the operator', 'x-forwarded-for': '203.0.113.9' }
      expect((await figures(app, token)).status).toBe(200)
    } finally {
      app.config.metricsToken = null
    }
  })

  test('[OPS-13] serves every metric that the dashboard and the alerts use, in the Prometheus text format', async () => {
    const { text } = await figures()
    const served = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
    for (const name of Array.from(served)) {
      if (text.includes(`# TYPE ${name} histogram`))
        for (const part of ['bucket', 'sum', 'count']) served.add(`${name}_${part}`)
    }
    const alerts = parse(readFileSync(join(root, 'ops/prometheus/alerts.yml'), 'utf8')) as {
      groups: { rules: { alert: string; expr: string }[] }[]
    }
    const dashboard = JSON.parse(readFileSync(join(root, 'ops/grafana/stillwater.json'), 'utf8')) as {
      panels: { targets?: { expr: string }[] }[]
    }
    const expressions = [
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ]
    const requests = new Set(
      expressions.flatMap((expr) => expr.match(/\b(stillwater|nodejs|process)_\w+/g) ?? []),
    )
    expect(requests.size).toBeGreaterThan(30)
    expect([...requests].filter((name) => !served.has(name))).toEqual([])
    // Every metric of our own is used by a dashboard or alert.
    const unlooked = [...served].filter(
      (name) =>
        text.includes(`# TYPE ${name} `) &&
        name?.startsWith('stillwater_') &&
        ![...requests].some((one) => one.startsWith(name)),
    )
    expect(unlooked).toEqual(['stillwater_build_info', 'stillwater_database_info'])
    // The mean and deviation of the lag are Nan when the previous scrape was only milliseconds ago.
    const samples = text.replace(/^nodejs_eventloop_lag_\w+ Nan$/gm, '')
    for (const line of samples.trimEnd().split(/\n+/)) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\\]*",?)+\})? -?[\d.e+-]+)$/)
    }
  })

  test('[OPS-19] reports the PostgreSQL version, and whether it is bundled', async () => {
    const { rows } = await sql<{ version: string }>`
      select substring(version() from 'PostgreSQL ([0-9.]+)') as version`.execute(app.database.query)
    const { text } = await figures()
    expect(text).toMatch(/^stillwater_build_info\{version="\d+\.\d+\.\d+",commit=""\} 1$/m)
    expect(text).toContain(`stillwater_database_info{version="${rows[0]?.version}",bundled="true"} 1\n`)
  })

  test('[OPS-13] counts requests by route, never by member', async () => {
    const value = (text: string, name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length + 1) ?? 0,
      )
    const likes = 'method="GET",route="/api/messages/:id/likes"'
    const before = (await figures()).text
    const mia = await signIn(app, 'mia-counted', personFields.mia)
    const client = await joinLive(app, mia, app.calendar.today())
    sendChatMessage(client, 'Good morning')
    await expect.poll(() => client.frames.some(({ type }) => type === 'new-message')).toBe(true)
    for (const id of [1, 2, 3]) await request(app, `GET /api/messages/${id * 1_000_000}/likes`, { as: mia })
    // A request is counted once its response is sent.
    const responded = `stillwater_http_requests_total{${likes},status="4xx"}`
    await expect.poll(async () => value((await figures()).text, responded) - value(before, responded)).toBe(3)
    const after = (await figures()).text
    const grown = (name: string) => value(after, name) - value(before, name)
    expect(grown(`stillwater_http_request_seconds_count{${likes}}`)).toBe(3)
    expect(grown(`stillwater_http_request_seconds_bucket{le="+Inf",${likes}}`)).toBe(3)
    expect(grown('stillwater_error_responses_total{code="not_found"}')).toBe(3)
    expect(grown('stillwater_messages_stored_total')).toBe(1)
    expect(grown('stillwater_frames_sent_total')).toBeGreaterThan(1)
    expect(value(after, 'stillwater_sockets')).toBe(1)
    expect(value(after, 'stillwater_rooms')).toBe(1)
    expect(value(after, 'stillwater_members_today')).toBe(1)
    expect(after).not.toMatch(/Mia|mia-counted|uid-|="[^"\n]*\d{5}|2026-11/)
    await client.close()
  })
})

describe('the log', () => {
  test('every error response has a request id of the server, as do its log lines', async () => {
    const ids = await Promise.all(
      ['/api/auth/user', '/api/nothing', '/api/admin/users', '/media/none.jpg'].map(async (path) => {
        const response = await fetch(`${app.url}${path}`, { headers: { 'x-request-id': 'chosen-outside' } })
        const id = response.headers.get('x-request-id') ?? ''
        expect(await response.text()).not.toContain(id)
        return id
      }),
    )
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[\w-]{8,}$/)
    await expect
      .poll(() => logged().filter(({ reqId }) => ids.includes(String(reqId))).length)
      .toBeGreaterThan(3)
    expect(lines.join('')).not.toContain('chosen-outside')
  })

  test('[T85] names no secret of a path, in whichever spelling', async () => {
    const secret = 'planted-secret-of-link'
    const before = lines.length
    const paths = [...secretPages, referralsCalls.validate.path].map(
      (path) => path.slice(0, path.indexOf(':')) + secret,
    )
    const addresses = paths.flatMap((path) => [path, `${path}.ics?x=${secret}`, `/${path}`, `/%${path}`])
    const statuses = await Promise.all(
      addresses.map(async (address) => (await fetch(`${app.url}${address}`)).status),
    )
    expect(statuses).toEqual(expect.arrayContaining([200, 404]))
    // The last lines are written after their responses.
    await expect.poll(() => lines.length - before).toBeGreaterThanOrEqual(paths.length * 3)
    expect(lines.join('')).not.toContain(secret)
  })

  test('has an event for each rejection and sign-in, with the member and network', async () => {
    const gail = await signIn(app, 'gail-logged', personFields.gail)
    for (const _ of ['once', 'and again']) await request(app, 'GET /api/admin/users', { as: gail })
    const account = { email: 'logged@example.org', password: 'a quiet lake at dawn' }
    await request(app, 'POST /api/identity/sign-up/email', { body: { ...account, name: 'Lo Gged' } })
    await request(app, 'POST /api/identity/sign-in/email', {
      body: { ...account, password: 'canary-password' },
    })
    await request(app, 'POST /api/identity/sign-in/email', { body: account })
    await expect.poll(() => eventsOf('sign-in').length).toBe(2)
    expect(eventsOf('sign-in-failed')).toMatchObject([{ network: '127.0.0.0/24', level: 'warn' }])
    const { host, origin } = new URL(app.url)
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const key = { 'sec-websocket-key': Buffer.alloc(16).toString('base64') }
    const knock = get({
      host: host.split(':')[0],
      port: host.split(':')[1],
      path: '/ws',
      headers: { ...upgrade, ...key, origin },
    })
    const [response] = (await once(knock, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(401)
    response.resume()
    expect(eventsOf('refused').filter(({ route }) => route === '/ws')).toMatchObject([
      { code: 'unauthenticated', network: '127.0.0.0/24' },
    ])
    const mine = eventsOf('refused').filter(({ userId }) => userId === gail.userId)
    // The second of two equal entries is suppressed.
    expect(mine).toMatchObject([
      { code: 'forbidden', method: 'GET', route: '/api/admin/users', status: 403, times: 1 },
    ])
  })

  test('[T41] contains no address, uid, code, secret or user text', async () => {
    const ada = await signIn(app, 'ada-canary', personFields.ada)
    const canary = 'canary-in-the-diary'
    const requests = [
      request(app, 'POST /api/mood/entry', {
        as: ada,
        body: {
          sessionDate: app.calendar.today(),
          emotionLevel: 6,
          moodType: 'pre',
          notes: null,
          comment: canary,
        },
      }),
      request(app, `GET /api/admin/users?search=${canary}`, { as: ada }),
      request(app, 'GET /api/referral/validate/CANARY77'),
      request(app, 'POST /api/mood/entry', { as: ada, body: `{"${canary}": oops` }),
      request(app, `GET /api/auth/user/${canary}`, { as: ada }),
      request(app, `GET /api/${canary}\r\n`.replace(/[\r\n]/g, '%0d%0a') as 'GET /', { as: ada }),
    ]
    await Promise.all(requests)
    const completedRequests = () =>
      logged().filter(({ userId, msg }) => userId === ada.userId && msg === 'Request completed.')
    await expect.poll(() => completedRequests().length).toBe(4)
    const text = lines.join('')
    expect(text).toContain('/api/auth/user/:uid')
    for (const secret of [
      canary,
      'CANARY77',
      '@example.org',
      'uid-',
      '127.0.0.1',
      'canary-password',
      ada.cookie,
    ])
      expect(text).not.toContain(secret)
  })

  test('[OPS-24, T75] warns of a missing proxy in TRUSTED_PROXIES, and of an unreadable entry, throttled', async () => {
    const headers = { 'x-forwarded-for': '198.41.0.4' }
    const warned: string[] = []
    const behind = await startTestApp({
      peerOf: app,
      log: createLog({ logLevel: 'info', nodeId: 'three' }, { write: (line) => void warned.push(line) }),
    })
    behind.config.trustedProxies = parseRanges('127.0.0.0/8')
    await fetch(`${behind.url}/healthz`, { headers })
    await fetch(`${behind.url}/healthz`)
    const hidden = { headers: { 'x-forwarded-for': 'canary.example' } }
    for (const _ of ['once', 'and again']) await fetch(`${behind.url}/healthz`, hidden)
    behind.config.trustedProxies = parseRanges('10.0.0.0/8')
    for (const _ of ['once', 'and again']) await fetch(`${behind.url}/healthz`, { headers })
    await behind.close()
    const about = warned.filter((line) => line.includes('untrusted-proxy'))
    expect(about.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'warn', network: '127.0.0.0/24', times: 1 },
    ])
    expect(warned.filter((line) => line.includes('unreadable-forwarded-for'))).toHaveLength(1)
    expect(warned.join('')).not.toMatch(/198\.41\.0|canary/)
  })

  test('[OPS-22] contains both origins when a page was opened at the wrong one', async () => {
    const headers = { origin: 'http://old.example.org:8080' }
    await request(app, 'DELETE /api/auth/session', { headers })
    await expect
      .poll(() => eventsOf('refused').filter(({ code }) => code === 'bad_origin'))
      .toMatchObject([
        { route: '/api/auth/session', origin: 'http://old.example.org:8080', expected: app.url },
      ])
  })

  test('[OPS-13] has a throttled warning while the database is unavailable, and the process stays alive @full', async () => {
    const proxy = await startStatementProxy(app.databaseUrl)
    const lines: string[] = []
    const other = await startTestApp({
      peerOf: app,
      databaseUrl: proxy.url,
      log: createLog({ logLevel: 'info', nodeId: 'two' }, { write: (line) => void lines.push(line) }),
    })
    const mia = await signIn(other, 'mia-away', personFields.mia)
    const ready = async () => {
      const response = await fetch(`${other.url}/readyz`)
      return { status: response.status, told: (await response.json()) as unknown }
    }
    expect(await ready()).toEqual({ status: 200, told: { status: 'ok' } })
    expect((await request(other, 'GET /api/mood/sessions', { as: mia })).status).toBe(200)
    await proxy.close()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => request(other, 'GET /api/mood/sessions', { as: mia })),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
    const about = lines.filter((line) => line.includes('database-unavailable'))
    expect(about.length).toBeGreaterThan(0)
    expect(about.length).toBeLessThanOrEqual(2)
    expect(lines.filter((line) => line.includes('A request failed'))).toEqual([])
    await expect.poll(ready).toEqual({ status: 503, told: { status: 'unavailable', missing: ['database'] } })
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
    await other.close()
  })
})

test('[T60] a request id doesn’t reveal the number of requests', async () => {
  const ids = []
  for (let count = 0; count < 20; count += 1) {
    ids.push((await request(app, 'GET /api/auth/user')).headers.get('x-request-id') ?? '')
  }
  expect(new Set(ids).size).toBe(20)
  // Ids share neither prefix nor suffix, and don't increase.
  for (const part of [ids.map((id) => id.slice(0, 8)), ids.map((id) => id.slice(-8))]) {
    expect(new Set(part).size).toBe(20)
    expect(part.toSorted()).not.toEqual(part)
  }
})
