// Rate limits of sign-in attempts.
import { describe, expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { request } from '#test/request.ts'

const app = await openTestApp()

const password = 'still water runs deep'
const account = (key: string) => ({ email: `${key}@example.org`, password })
const signUp = (key: string) =>
  request(app, 'POST /api/identity/sign-up/email', { body: { ...account(key), name: 'Sol Newcomer' } })
const signIn = (key: string, more: object = {}) =>
  request(app, 'POST /api/identity/sign-in/email', { body: { ...account(key), ...more } })
const sessions = () => app.database.query.selectFrom('sessions').select('id').execute()

describe('rate limits of sign-in', () => {
  test('[API-24] ten attempts a minute for one address and account, without limiting others', async () => {
    await signUp('slow')
    await signUp('ivy')
    const statuses = []
    for (let attempt = 0; attempt < 10; attempt += 1) {
      statuses.push((await signIn('slow', { password: `wrong password ${attempt}` })).status)
    }
    expect(new Set(statuses)).toEqual(new Set([401]))
    const before = await sessions()
    const rejected = await signIn('slow')
    expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(rejected.headers.get('retry-after')).toBe('6')
    expect(await sessions()).toEqual(before)
    expect((await signIn('ivy')).status).toBe(200)
    app.clock.advance(6_000)
    expect((await signIn('slow')).status).toBe(200)
  })

  test.each(['sign-up', 'sign-in'])('[API-24] 60 requests a minute to %s from one address', async (what) => {
    app.clock.advance(600_000)
    const attempt = () => request(app, `POST /api/identity/${what}/email`, { body: {} })
    const statuses = []
    for (let count = 0; count < 61; count += 1) statuses.push((await attempt()).status)
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 400))
    expect(statuses[60]).toBe(429)
    app.clock.advance(600_000)
    expect((await attempt()).status).toBe(400)
  })
})
