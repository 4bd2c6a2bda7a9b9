// Origin check: which origins may send state-changing requests.
import { expect, test } from 'vitest'
import { lastMail } from '#test/network/mails.ts'
import { sendRaw } from '#test/network/raw-request.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const evil = 'https://evil.example'
const app = await openTestApp()

const whoAmI = (cookie: string) => request(app, 'GET /api/auth/session', { headers: { cookie } })

const account = { email: 'origin@example.org', password: 'still water runs deep', name: 'Origin' }
const calls = [
  ['POST /api/identity/sign-up/email', account],
  ['POST /api/identity/sign-in/email', { email: account.email, password: account.password }],
  ['POST /api/identity/sign-out', undefined],
  ['DELETE /api/auth/session', undefined],
  [
    'POST /api/auth/register',
    { email: 'una-origin@example.org', name: 'Una', firebaseUid: 'uid-una-origin' },
  ],
] as const

test.each(calls)('[API-21] %s from another origin is rejected and changes nothing', async (call, body) => {
  const una = await signIn(app, `una-origin`, { ...personFields.una })
  const count = () =>
    Promise.all(
      (['users', 'identity_users'] as const).map((table) =>
        app.database.query.selectFrom(table).select('id').execute(),
      ),
    )
  const before = await count()
  for (const headers of [
    { origin: evil },
    { origin: '' },
    { origin: 'null' },
    { origin: `${app.url}.evil.example` },
    { origin: evil, 'sec-fetch-site': 'same-origin' },
  ]) {
    const response = await request(app, call, { as: una, headers, ...(body ? { body } : {}) })
    expect(response).toMatchObject({ status: 403, body: { code: 'bad_origin' } })
  }
  expect(await count()).toEqual(before)
  expect((await whoAmI(una.cookie)).status).toBe(200)
})

test('[API-21] [T55] a request without an Origin changes nothing', async () => {
  const statusOf = async (site: string | null) => {
    const headers: Record<string, string> = site === null ? {} : { 'sec-fetch-site': site }
    return (await fetch(`${app.url}/api/auth/session`, { method: 'DELETE', headers })).status
  }
  for (const site of ['same-origin', 'same-site', 'cross-site', 'none', null]) {
    expect(await statusOf(site)).toBe(403)
  }
})

test('[API-21] only JSON bodies are read, whatever a form can send', async () => {
  const una = await signIn(app, 'una-type', personFields.una)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await request(app, 'POST /api/auth/register', {
      as: una,
      body: JSON.stringify({ email: una.email, name: 'Una', firebaseUid: una.uid }),
      headers: { 'content-type': type },
    })
    expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  }
})

test('[OPS-08] [T05] without PUBLIC_URL, sign-in works at every address of the machine and from no other origin @full', async () => {
  const { port } = new URL(app.url)
  await request(app, calls[0][0], { body: calls[0][1] })
  const signInAt = async (host: string, origin: string) => {
    const headers = { host, origin, 'content-type': 'application/json' }
    const [call, body] = calls[1]
    const [method = '', path = ''] = call.split(' ')
    const { status, text } = await sendRaw(app, { method, path, headers, body: JSON.stringify(body) })
    return { status, message: (JSON.parse(text) as { message?: string }).message }
  }
  for (const name of ['localhost', '127.0.0.1', '[::1]', '192.168.1.5']) {
    const host = `${name}:${port}`
    expect(await signInAt(host, `http://${host}`)).toMatchObject({ status: 200 })
  }
  const ours = `localhost:${port}`
  for (const [host, origin] of [
    [ours, evil],
    [ours, 'null'],
    [ours, `http://localhost:1`],
    // DNS rebinding: the attacker's host name resolves to this machine.
    [`evil.example:${port}`, `http://evil.example:${port}`],
  ] as const) {
    expect(await signInAt(host, origin)).toMatchObject({ status: 403 })
  }
  app.config.trustsOwnHost = false
  try {
    expect(await signInAt(ours, `http://${ours}`)).toEqual({
      status: 403,
      message: `Please open this page at ${app.url} instead of http://${ours}.`,
    })
  } finally {
    app.config.trustsOwnHost = true
  }
})

test('[OPS-08] with several origins in PUBLIC_URL each may call; links and cookies use the first', async () => {
  const [first, second] = ['https://sit.example.org', 'http://www.example.org']
  const { publicUrl, allowedOrigins } = app.config
  Object.assign(app.config, { publicUrl: first, allowedOrigins: [first, second], trustsOwnHost: false })
  try {
    for (const [index, origin] of [first, second].entries()) {
      const body = { ...account, email: `origin-${index}@example.org` }
      const response = await request(app, 'POST /api/identity/sign-up/email', { headers: { origin }, body })
      expect(response.status).toBe(200)
      // The cookie of an https origin.
      expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-sid=.*; Secure/)
      const link = /https?:\/\/\S+/.exec((await lastMail(app, body.email)).text)?.[0] ?? ''
      expect(new URL(link).origin).toBe(first)
    }
    const body = { ...account, email: 'origin-2@example.org' }
    for (const origin of [evil, app.url, `${first},${second}`]) {
      const response = await request(app, 'POST /api/identity/sign-up/email', { headers: { origin }, body })
      expect(response).toMatchObject({ status: 403, body: { code: 'bad_origin' } })
    }
  } finally {
    Object.assign(app.config, { publicUrl, allowedOrigins, trustsOwnHost: true })
  }
})
