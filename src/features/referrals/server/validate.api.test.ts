// Referral code validation: public, and reveals at most a display name.
import { describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { hostileTexts } from '#test/data/hostile-texts.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ config: { trustedProxies: parseRanges('127.0.0.0/8') } })
const mia = await signIn(app, 'mia-validate', personFields.mia)
const code = await makeReferralCode(app, mia)

let requestCount = 0
/** Uses a new address for each call, to stay below the rate limit. */
const fromAnywhere = (headers: Record<string, string>) => {
  requestCount += 1
  const from = `198.51.${Math.floor(requestCount / 250)}.${requestCount % 250}`
  return { 'x-forwarded-for': from, ...headers }
}
const validate = (text: string, headers: Record<string, string> = {}) =>
  request(app, `GET /api/referral/validate/${encodeURIComponent(text)}`, { headers: fromAnywhere(headers) })
const validateText = (text: string, headers: Record<string, string> = {}) =>
  request(app, 'POST /api/referral/validate', { body: { code: text }, headers: fromAnywhere(headers) })

describe('validation', () => {
  test('[REF-06, T32] a known code returns its member’s display name, and nothing else', async () => {
    const { status, body } = await validate(code)
    expect(status).toBe(200)
    // The exact keys: no id, no address, no picture (T32).
    expect(body).toEqual({ valid: true, referrer: { name: 'Mia Member' } })
  })

  test('[REF-05] case and spaces don’t matter', async () => {
    const written = [
      code.toLowerCase(),
      ` ${code}`,
      `${code} `,
      `\t${code}\n`,
      `${code.slice(0, 4)} ${code.slice(4)}`,
      `${code}?utm_source=Email`,
      `\u00a0${code.toLowerCase()}\u2003`,
    ]
    for (const text of written) expect((await validate(text)).body).toMatchObject({ valid: true })
  })

  test('[REF-06] numeric codes are treated as text', async () => {
    const facts = { createdAt: new Date(app.clock.now()) }
    for (const [index, number] of ['00123456', '1E500000'].entries()) {
      const { userId } = await signIn(app, `mo-number-${index}`, { name: `Member ${number}` })
      await app.database.query
        .insertInto('referral_codes')
        .values({ code: number, userId, ...facts })
        .execute()
      expect((await validate(number)).body).toEqual({ valid: true, referrer: { name: `Member ${number}` } })
    }
    for (const other of ['123456', '0123456', '000123456', '1E5', '1E+500000', '100000', '10000000']) {
      expect((await validate(other)).body).toEqual({ valid: false })
    }
  })

  test('[REF-06] an unknown code gets a 200 too, whatever its form', async () => {
    const last = code.at(-1) === '0' ? '1' : '0'
    const others = [
      'ZZZZZZZZ',
      `${code.slice(0, 7)}${last}`,
      code.slice(0, 7),
      `${code}0`,
      'true',
      'null',
      'undefined',
      '0',
      '-1',
      'IIIILLLL',
      'OOOOUUUU',
      ' ',
      '%',
      '%%%',
      'ＫＫＫＫＫＫＫＫ',
      'ſſſſſſſſ',
      'x'.repeat(201),
      '\u202e\u202d',
      '🌊🌊🌊🌊🌊🌊🌊🌊',
      'a/b',
      '../../etc/passwd',
      "' or 1=1 --",
      '?valid=true',
      'x'.repeat(100),
      'x'.repeat(101),
      'x'.repeat(200),
      '水'.repeat(200),
      ...hostileTexts.filter((text) => encodeURIComponent(text).length <= 2_000),
    ]
    for (const other of others) {
      const { status, body } = await validate(other)
      expect([other, status, body]).toEqual([other, 200, { valid: false }])
    }
  })

  test('[REF-06] a path without a code takes no GET; an overlong one or one with NUL is rejected', async () => {
    expect((await validate('')).status).toBe(405)
    expect((await validate('x'.repeat(2_001))).status).toBe(400)
    expect((await validate('\u0000')).status).toBe(400)
  })

  test('[REF-05, REF-06] a text in the body is read for its first code that exists', async () => {
    const valid = { valid: true, referrer: { name: 'Mia Member' } }
    const long = `Dear friends, we sit at 18:30. ${'🌊 '.repeat(600)}`
    for (const text of [
      code,
      `https://sit.example.org/?ref=${code}?utm_source=Email`,
      `ZZZZZZZ2 or ${code}`,
      `${long} Code: ${code} (bis Freitag)`,
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      expect([text, (await validateText(text)).body]).toEqual([text, valid])
    for (const text of ['', `https://sit.example.org/?ref=ZZZZZZZ2 ${code}`])
      expect([text, (await validateText(text)).body]).toEqual([text, { valid: false }])
    for (const text of ['x'.repeat(2_001), '\u0000']) expect((await validateText(text)).status).toBe(400)
  })

  test('[REF-06, T14] the code of a banned or deleted member is invalid', async () => {
    const bea = await signIn(app, 'bea-validate', personFields.bea)
    const gone = await signIn(app, 'gone-validate', { name: 'Gone' })
    const codes = [await makeReferralCode(app, bea), await makeReferralCode(app, gone)]
    const at = new Date(app.clock.now())
    await app.database.query
      .updateTable('users')
      .set({ deletedAt: at })
      .where('id', '=', gone.userId)
      .execute()
    for (const other of codes) expect((await validate(other)).body).toEqual({ valid: false })

    await app.database.query
      .updateTable('users')
      .set({ isBanned: false, bannedAt: null, bannedReason: null })
      .where('id', '=', bea.userId)
      .execute()
    expect((await validate(codes[0] ?? '')).body).toEqual({ valid: true, referrer: { name: 'Bea Banned' } })
  })
})

describe('rate limits', () => {
  const ask = (from: string) => validate('ZZZZZZZZ', { 'x-forwarded-for': from })

  test('[REF-06, API-24] ten a minute per address, without affecting another address', async () => {
    for (let count = 0; count < 10; count += 1) expect((await ask('203.0.113.1')).status).toBe(200)
    const refused = await ask('203.0.113.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Object.keys(refused.body ?? {}).toSorted()).toEqual(['code', 'message'])
    expect(refused.headers.get('retry-after')).toBe('6')
    // The rate-limit response doesn't reveal whether a code is valid.
    expect((await validate(code, { 'x-forwarded-for': '203.0.113.1' })).status).toBe(429)
    expect((await validateText(code, { 'x-forwarded-for': '203.0.113.1' })).status).toBe(429)
    expect((await ask('203.0.113.2')).status).toBe(200)
    app.clock.advance(6_000)
    expect((await ask('203.0.113.1')).status).toBe(200)
  })

  test('[REF-06, API-24] a hundred a day per address, even at a slow pace @full', async () => {
    const statuses = []
    for (let count = 0; count < 112; count += 1) {
      statuses.push((await ask('203.0.113.9')).status)
      app.clock.advance(6_000)
    }
    expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 200))
    expect(statuses.slice(100)).toContain(429)
    expect((await ask('203.0.113.10')).status).toBe(200)
  })
})
