// Gate: every kind of response has its security headers, and no error reveals internals.
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { rejectedUpgrade } from '#test/live/live-client.ts'
import { sendRaw, type RawResponse } from '#test/network/raw-request.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { createWebDir } from '#test/web/web-dir.ts'

const webDir = await createWebDir({
  'sw.js': '1',
  'offline.html': '<html><head><title>Stillwater</title></head></html>',
})
const app = await openTestApp({ webDir })
const { mia } = await signInPeople(app)
const way = await startStatementProxy(app.databaseUrl)
const disconnectedApp = await openTestApp({ peerOf: app, databaseUrl: way.url, webDir })
await way.close()

interface RequestOptions {
  as?: TestUser
  headers?: Record<string, string>
  body?: string
  on?: TestApp
}

function send(
  call: string,
  { as, headers = {}, body = '', on = app }: RequestOptions = {},
): Promise<RawResponse> {
  const [method = 'GET', path = '/'] = call.split(' ', 2)
  const all = { origin: on.url, ...(as ? { cookie: as.cookie } : {}), ...headers }
  return sendRaw(on, { method, path, headers: all, body })
}

const json = { 'content-type': 'application/json' }
const entry = 'POST /api/mood/entry'

/** A response of each status, and of each kind of served resource. */
const responses: Record<string, () => Promise<RawResponse>> = {
  '200 of a call': () => send('GET /api/auth/user', { as: mia }),
  '204 of a call': () => send('DELETE /api/auth/session'),
  '400 of a call': () => send(entry, { as: mia, headers: json, body: '{"emotionLevel":' }),
  '401 of a call': () => send('GET /api/auth/user'),
  '403 of a call': () => send('GET /api/admin/users', { as: mia }),
  '404 of a call': () => send('GET /api/nothing-here'),
  '405 of a call': () => send('PATCH /api/auth/user'),
  '413 of a call': () => send(entry, { as: mia, headers: json, body: `{"comment":"${'x'.repeat(5_000)}"}` }),
  '414 of a call': () => send(`GET /api/auth/user?${'x'.repeat(3_000)}`),
  '415 of a call': () => send(entry, { as: mia, headers: { 'content-type': 'text/xml' }, body: '<a/>' }),
  '429 of a call': async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => send('GET /api/referral/validate/NOBODY')),
    )
    return tries.find(({ status }) => status === 429) ?? send('GET /healthz')
  },
  '500 of a call': async () => {
    await sql`alter table message_likes rename to gone`.execute(app.database.query)
    const response = await send(`GET /api/users/${mia.userId}/liked-messages`, { as: mia })
    await sql`alter table gone rename to message_likes`.execute(app.database.query)
    return response
  },
  '503 of a call': () => send('GET /api/auth/user', { as: mia, on: disconnectedApp }),
  '200 of a page': () => send('GET /settings'),
  '200 of the page at /auth': () => send('GET /auth'),
  '200 of the page at /teach': () => send('GET /teach/7'),
  '200 of the privacy page': () => send('GET /privacy'),
  '200 of the offline page': () => send('GET /offline'),
  '200 of a text': () => send('GET /pages/privacy.md'),
  '200 of the manifest': () => send('GET /manifest.webmanifest'),
  '200 of the worker': () => send('GET /sw.js'),
  '200 of a film': () => send('GET /media/still-water.en.vtt'),
  '404 of a picture of the sky': () => send('GET /pictures/sky/76-75-400.jpg'),
  '206 of a film': () => send('GET /media/still-water.en.vtt', { headers: { range: 'bytes=0-9' } }),
  '304 of a film': async () => {
    const { headers } = await send('GET /media/still-water.en.vtt')
    return send('GET /media/still-water.en.vtt', { headers: { 'if-none-match': String(headers['etag']) } })
  },
  '404 of a film': () => send('GET /media/nothing.mp4'),
  '404 of a script': () => send('GET /assets/nothing.js'),
  '200 of a picture': async () => {
    const { text } = await send('GET /api/profile-pictures', { as: mia })
    const [, path = ''] = /"url":"([^"]*)"/.exec(text) ?? []
    return send(`GET ${path}`)
  },
  '200 of the health': () => send('GET /healthz'),
  '200 of the readiness': () => send('GET /readyz'),
  '503 of the readiness': () => send('GET /readyz', { on: disconnectedApp }),
  '200 of the figures': () => send('GET /metrics'),
  '403 of the figures': () => send('GET /metrics', { headers: { via: '1.1 caddy' } }),
}

/** On every response. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
/** On documents: the referrer, opener and framing policies. */
const documentHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
}
const directives = [
  "default-src 'self'",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'frame-src https://www.youtube-nocookie.com https://www.youtube.com',
]
/** The Cache-Control header, by the last word of the kind. */
const expectedCacheControl: Record<string, string> = {
  call: 'no-store',
  page: 'no-cache',
  '/auth': 'no-cache',
  '/teach': 'no-cache',
  text: 'no-cache',
  manifest: 'no-cache',
  worker: 'no-cache',
  film: 'public, max-age=3600',
  picture: 'public, max-age=31536000, immutable',
  health: 'no-store',
  readiness: 'no-store',
  figures: 'no-store',
}
const noDevices = /^camera=\(\), microphone=\(\), geolocation=\(\), payment=\(\), /
/** Of a response that isn't a document, and of a teacher's desk. */
const expectedPermissions: Record<string, RegExp> = {
  call: /^$/,
  '/teach': /^camera=\(self\), microphone=\(self\), geolocation=\(\), payment=\(\), /,
}
/** Content security policies of resources with fewer rights than a page. */
const expectedPolicies: Record<string, readonly string[]> = {
  call: ["default-src 'none'", "frame-ancestors 'none'"],
  picture: ["default-src 'none'", 'sandbox'],
  worker: ["default-src 'none'", "connect-src 'self'"],
}

test('[T57] scripts are allowed one by one; only images, media and connections may use any https host', async () => {
  const { headers } = await send('GET /settings')
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name = '', ...values]) => [name, values]),
  )
  const scripts = policy.get('script-src') ?? []
  expect(scripts[0]).toBe("'self'")
  for (const script of scripts.slice(1)) expect(script).toMatch(/^'sha256-[\w+/]+=*'$/)
  const open = [...policy].filter(([, values]) => values.includes('https:')).map(([name]) => name)
  expect(open).toEqual(['img-src', 'media-src', 'connect-src'])
  expect([...policy.values()].flat()).not.toContain('*')
  expect([...policy.values()].flat()).not.toContain('http:')
})

test('[T31, STREAM-27] camera, microphone and workers of blobs are a desk’s alone, in one spelling of its path', async () => {
  const policyAt = async (path: string) => {
    const { headers } = await send(`GET ${path}`)
    return String(headers['content-security-policy']).split(';')
  }
  const usual = await policyAt('/hosting')
  expect((await policyAt('/teach/7')).filter((part) => !usual.includes(part))).toEqual([
    "worker-src 'self' blob:",
  ])
  for (const path of ['/teach', '/teach/7/more', '/teach-in/7', '/meditation', '/auth']) {
    const { headers } = await send(`GET ${path}`)
    expect(String(headers['content-security-policy'])).not.toContain('worker-src')
    expect(headers['permissions-policy']).toMatch(noDevices)
  }
  for (const path of ['/teach/7/', '/Teach/7', '//teach/7', '/teach%2F7', '/%74each/7']) {
    const { status, headers } = await send(`GET ${path}?a=b`)
    expect([path, status, headers['location']]).toEqual([path, 302, '/teach/7?a=b'])
  }
})

describe('[T31] every response has the expected headers', () => {
  test.each(Object.entries(responses))('%s', async (name, responseOf) => {
    const { status, headers, text } = await responseOf()
    const [kind = ''] = name.split(' ').slice(-1)
    expect(status).toBe(Number(name.slice(0, 3)))
    expect(headers).toMatchObject(commonHeaders)
    const policy = String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim())
    const whole: unknown = expect.arrayContaining(directives)
    expect(policy).toEqual(expectedPolicies[kind] ?? whole)
    expect(policy.join(' ')).not.toMatch(/unsafe-(?:inline|eval)/)
    // A JSON response isn't a document.
    expect(Object.keys(documentHeaders).map((header) => headers[header])).toEqual(
      kind === 'call' ? [undefined, undefined, undefined] : Object.values(documentHeaders),
    )
    expect(headers['permissions-policy'] ?? '').toMatch(expectedPermissions[kind] ?? noDevices)
    expect([headers['server'], headers['x-powered-by'], headers['access-control-allow-origin']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    // HSTS must not be sent over plain HTTP.
    expect(headers['strict-transport-security']).toBeUndefined()
    // Errors must not be cached.
    expect(headers['cache-control']).toBe(status >= 400 ? 'no-store' : expectedCacheControl[kind])
    expect(text).not.toMatch(/\bat .{0,200}\.[jt]s:\d|node_modules|message_likes|relation|ECONN|stack/)
  })

  test.each(Object.entries(responses).filter(([name]) => /^[45].* of (?:a call|the figures)$/.test(name)))(
    '[API-03] [T43] %s is JSON with a message and a code, without internals',
    async (_, responseOf) => {
      const { headers, text } = await responseOf()
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      const body = JSON.parse(text) as Record<string, unknown>
      expect(
        Object.keys(body).filter((key) => !['message', 'code', 'reason', 'issues'].includes(key)),
      ).toEqual([])
      expect(body).toMatchObject({
        message: expect.stringMatching(/^[A-Z].*[.?!]$/) as string,
        code: expect.stringMatching(/^[a-z_]+$/) as string,
      })
    },
  )

  test.each([
    ['a 20 KB header', `GET /api/auth/user HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a 20 KB URL', `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: here\r\n\r\n`, 431],
    ['a malformed request', 'Good morning\r\n\r\n', 400],
  ])('[API-03] [T43] %s gets the same headers and body', async (_, bytes, status) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('utf8')
    socket.on('error', () => undefined)
    let text = ''
    socket.on('data', (part: string) => {
      text += part
    })
    socket.write(bytes)
    await once(socket, 'close')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    for (const line of [
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      "frame-ancestors 'none'",
    ]) {
      expect(head).toContain(line)
    }
    expect(JSON.parse(body)).toEqual({ code: 'invalid', message: 'Please check your input and try again.' })
  })

  test('a rejected upgrade gets the same headers', async () => {
    const { status, headers } = await rejectedUpgrade(app)
    expect(status).toBe(401)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })

  test('[OPS-25] HSTS lasts a year over https, and includes subdomains only with HSTS_SUBDOMAINS', async () => {
    const policyWith = async (hstsSubdomains: boolean) => {
      const secure = await startTestApp({ config: { publicUrl: 'https://sit.example.org', hstsSubdomains } })
      const { headers } = await send('GET /healthz', { on: secure })
      await secure.close()
      return headers['strict-transport-security']
    }
    expect(await policyWith(false)).toBe('max-age=31536000')
    expect(await policyWith(true)).toBe('max-age=31536000; includeSubDomains')
  })
})
