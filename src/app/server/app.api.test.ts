// The assembled server: response headers, static routes, and visitors without a user row.
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { connectLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'

const app = await openTestApp()
const users = await signInPeople(app)

const keys = (value: unknown) => Object.keys(value as object).toSorted()

test('[API-17] a session without a user row can look up its user, register and sign out, nothing else', async () => {
  const as = users.una
  const status = async (call: Parameters<typeof request>[1]) => {
    const { status: code, body } = await request(app, call, { as })
    return `${code} ${(body as { code?: string } | null)?.code ?? ''}`.trim()
  }
  expect(await status('GET /api/auth/session')).toBe('200')
  expect(await status('GET /api/auth/user')).toBe('404 user_not_registered')
  expect(await status(`GET /api/auth/user/${as.uid}`)).toBe('404 user_not_registered')
  for (const path of [
    '/api/profile-pictures',
    '/api/meditation/today',
    '/api/mood/analytics',
    '/api/meditation/online-count',
    `/api/meditation/chat/${today}`,
  ] as const) {
    expect(await status(`GET ${path}`)).toBe('403 profile_incomplete')
  }
  const body = { name: as.name, email: as.email, firebaseUid: as.uid }
  expect((await request(app, 'POST /api/auth/register', { as, body })).status).toBe(201)
  expect(await status('DELETE /api/auth/session')).toBe('204')
  expect(await status('GET /api/auth/session')).toBe('401 unauthenticated')
})

test('[DATA-07, DATA-09] messages and presence contain only their declared fields of a member', async () => {
  const mia = await connectLive({ url: app.url, config: app.config }, { as: users.mia })
  await mia.join(today)
  mia.send({ type: 'chat-message', text: 'Good morning.' })
  const { message } = await mia.next('new-message')
  expect(keys(message)).toEqual(['id', 'likes', 'message', 'timestamp', 'user'])
  expect(keys(message.user)).toEqual(['id', 'isGardenAngel', 'name', 'profilePicture'])
  const present = mia.frames.find(isPresence)
  expect(present?.type === 'online-count-updated' && present.onlineUsers.map(keys)).toEqual([
    ['id', 'name', 'profilePicture'],
  ])
  const { body } = await request(app, `GET /api/meditation/online-users/${today}`, { as: users.mo })
  expect((body as object[]).map(keys)).toEqual([['id', 'name', 'profilePicture']])
  await mia.close()
})

const isPresence = ({ type }: { type: string }) => type === 'online-count-updated'

test('[PIC-12] pictures are served by hash to anyone with the address, and cached as immutable', async () => {
  const { body } = await request(app, 'GET /api/profile-pictures', { as: users.mia })
  const [picture] = body as { url: string }[]
  expect(picture?.url).toMatch(/^\/media\/[0-9a-f]{64}\.jpg$/)
  for (const cookie of ['', users.mia.cookie]) {
    const response = await fetch(`${app.url}${picture?.url}`, { headers: { cookie } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(`${app.url}/media/${'0'.repeat(64)}.jpg`)).status).toBe(404)
  expect((await fetch(`${app.url}/media/..%2f..%2fpackage.json`)).status).toBe(404)
})

test('[T31] every response has the security headers, including errors and unknown paths', async () => {
  for (const path of ['/healthz', '/api/auth/session', '/api/nowhere', '/nowhere.js']) {
    const { headers } = await fetch(`${app.url}${path}`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
})

test('API responses are not cached, and carry the server time', async () => {
  for (const path of ['/api/auth/session', '/api/nowhere']) {
    const { headers } = await fetch(`${app.url}${path}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-server-time')).toBe(String(app.clock.now()))
  }
})

test('slow requests time out', () => {
  const { headersTimeout, requestTimeout } = app.app.server
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 })
})

test('[OPS-13] readiness reports a lost bus, while the process stays alive @full', async () => {
  const other = await startTestApp()
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200)
  await other.bus.close()
  // Readiness is cached briefly.
  await expect.poll(async () => (await fetch(`${other.url}/readyz`)).status).toBe(503)
  const response = await fetch(`${other.url}/readyz`)
  expect(await response.json()).toEqual({ status: 'unavailable', missing: ['bus'] })
  expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
  await other.close()
})

test('[OPS-13] readiness reports a newer version that has removed what this one reads, not one that only adds', async () => {
  const other = await startTestApp()
  const addMigration = (name: string, removes: string | null) =>
    other.database.query
      .insertInto('migrations')
      .values({ name, removes, sha256: 'x', appliedAt: new Date(other.clock.now()) })
      .execute()
  const readiness = async (): Promise<unknown> => (await fetch(`${other.url}/readyz`)).json()
  await addMigration('9998-adds.sql', null)
  expect(await readiness()).toEqual({ status: 'ok' })
  await addMigration('9999-removes.sql', 'schedules.color')
  // Readiness is cached briefly.
  await expect.poll(readiness).toEqual({ status: 'unavailable', missing: ['schema'] })
  expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
  await other.close()
})
