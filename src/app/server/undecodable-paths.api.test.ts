// Undecodable paths, for which the framework runs no hook.
import { describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { busEvents } from '#shared/bus-events.ts'
import { sendRaw, type RawResponse } from '#test/network/raw-request.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'

const app = await openTestApp({ config: { trustedProxies: parseRanges('127.0.0.0/8') } })

const get = (path: string, address: string): Promise<RawResponse> =>
  sendRaw(app, { method: 'GET', path, headers: { 'x-forwarded-for': address } })

describe('an undecodable path', () => {
  test.each(['/api/%zz', '/%', '/api/auth/user/%ff', '/media/%c0%af.jpg', '/api/%zz?secret=1'])(
    '[T50] [T43] %s gets the usual error for invalid input',
    async (path) => {
      const { status, headers, text } = await get(path, '203.0.113.1')
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { code: 'invalid', message: 'Please check your input and try again.' },
      ])
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String) as string,
      })
    },
  )

  test('[T50] with an overlong parameter gets our own error, too', async () => {
    const { status, text } = await get(`/api/auth/user/${'x'.repeat(2_049)}`, '203.0.113.1')
    expect([status, JSON.parse(text)]).toMatchObject([414, { code: 'address_too_long' }])
  })

  test('[T50] from a banned address gets the ban error', async () => {
    const { userId: bannedBy } = await signIn(app, 'ada-undecodable', personFields.ada)
    const ban = { ipAddress: '198.41.0.4', reason: 'Floods the chat', bannedAt: new Date(app.clock.now()) }
    await app.database.query
      .insertInto('ip_bans')
      .values({ ...ban, bannedBy })
      .execute()
    await app.bus.publish(busEvents.addressBans, { type: 'changed' })
    await expect.poll(async () => (await get('/api/%zz', ban.ipAddress)).status).toBe(403)
    const { text } = await get('/%', ban.ipAddress)
    expect(JSON.parse(text)).toMatchObject({ code: 'banned', reason: ban.reason })
  })
})
