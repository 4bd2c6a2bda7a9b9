// Referral codes: created once per member and never changed.
import { describe, expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { findJoinCodes } from '../codes.ts'
import { ensureReferralCode } from './service.ts'

const app = await openTestApp({ isUnlimited: true })

const register = (as: TestUser, more: object = {}) =>
  request(app, 'POST /api/auth/register', {
    as,
    body: { email: as.email, name: 'Una Newcomer', firebaseUid: as.uid, ...more },
  })
const generate = (as: TestUser) => request(app, 'POST /api/user/generate-referral-code', { as })
const codeRows = (userId: number) =>
  app.database.query.selectFrom('referral_codes').selectAll().where('userId', '=', userId).execute()
const now = () => new Date(app.clock.now())

/** Proposes these codes in turn; throws when they run out. */
function codeSequence(...codes: string[]): () => string {
  return () => {
    const code = codes.shift()
    if (code === undefined) throw new Error('One proposal too many.')
    return code
  }
}

describe('a member’s code', () => {
  test('[REF-04] is created at registration, once for repeated registrations', async () => {
    const una = await signIn(app, 'una-code', personFields.una)
    const response = await register(una)
    const { id } = response.body as { id: number }
    const [row, ...others] = await codeRows(id)
    expect(others).toEqual([])
    expect(findJoinCodes(row?.code ?? '')).toEqual([row?.code])
    expect(row?.createdAt).toBe(now().toISOString())
    app.clock.advance(60_000)
    await Promise.all(Array.from({ length: 5 }, () => register(una)))
    expect(await codeRows(id)).toEqual([row])
  })

  test('[REF-03, REF-20] is created with 201 for an account without one, and returned with 200 otherwise', async () => {
    const mia = await signIn(app, 'mia-generate', personFields.mia)
    const path = `GET /api/user/${mia.userId}/referral-code` as const
    expect(await request(app, path, { as: mia })).toMatchObject({ status: 200, body: { referralCode: null } })
    const made = await generate(mia)
    expect(made.status).toBe(201)
    const { referralCode } = made.body as { referralCode: string }
    expect(made.body).toEqual({ referralCode })
    expect(findJoinCodes(referralCode)).toEqual([referralCode])
    expect(await generate(mia)).toMatchObject({ status: 200, body: { referralCode } })
    expect(await request(app, path, { as: mia })).toMatchObject({ status: 200, body: { referralCode } })
    expect(await codeRows(mia.userId)).toHaveLength(1)
  })

  test('[API-23] is not created by a request with a userId or any other key', async () => {
    const [mia, mo] = [
      await signIn(app, 'mia-strict', personFields.mia),
      await signIn(app, 'mo-strict', personFields.mo),
    ]
    for (const body of [{ userId: mia.userId }, { userId: mo.userId }, { code: 'AAAAAAAA' }]) {
      const response = await request(app, 'POST /api/user/generate-referral-code', { as: mo, body })
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
    }
    expect([...(await codeRows(mia.userId)), ...(await codeRows(mo.userId))]).toEqual([])
  })

  test('[REF-20] is created once for twenty concurrent requests: one 201, nineteen 200', async () => {
    const mo = await signIn(app, 'mo-generate', personFields.mo)
    const responses = await Promise.all(Array.from({ length: 20 }, () => generate(mo)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await codeRows(mo.userId)).toHaveLength(1)
  })

  test('[REF-04] is generated again if the first one is taken', async () => {
    const [mia, mo] = [
      await signIn(app, 'mia-taken', personFields.mia),
      await signIn(app, 'mo-taken', personFields.mo),
    ]
    const ensureCode = (person: TestUser, ...codes: string[]) =>
      app.database.transaction((tx) =>
        ensureReferralCode(tx, { userId: person.userId, now: now(), makeCode: codeSequence(...codes) }),
      )
    expect(await ensureCode(mia, 'AAAAAAAA')).toEqual({ code: 'AAAAAAAA', isNew: true })
    expect(await ensureCode(mo, 'AAAAAAAA', 'AAAAAAAA', 'BBBBBBBB')).toEqual({
      code: 'BBBBBBBB',
      isNew: true,
    })
    expect(await ensureCode(mo, 'CCCCCCCC')).toEqual({ code: 'BBBBBBBB', isNew: false })
    expect(await ensureCode(mia, 'BBBBBBBB')).toEqual({ code: 'AAAAAAAA', isNew: false })
    expect(await codeRows(mo.userId)).toMatchObject([{ code: 'BBBBBBBB' }])
  })
})

describe('the database', () => {
  test('[REF-04] prevents changes, transfers and deletion of a code', async () => {
    const mia = await signIn(app, 'mia-keeps', personFields.mia)
    const mo = await signIn(app, 'mo-takes', personFields.mo)
    await generate(mia)
    const before = await codeRows(mia.userId)
    const { query } = app.database
    const own = (code: string) =>
      query.updateTable('referral_codes').set({ code }).where('userId', '=', mia.userId)
    await expect(own('DDDDDDDD').execute()).rejects.toThrow('referral_codes is append-only')
    const given = query
      .updateTable('referral_codes')
      .set({ userId: mo.userId })
      .where('userId', '=', mia.userId)
    await expect(given.execute()).rejects.toThrow('referral_codes is append-only')
    const taken = query.deleteFrom('referral_codes').where('userId', '=', mia.userId)
    await expect(taken.execute()).rejects.toThrow('referral_codes is append-only')
    expect(await codeRows(mia.userId)).toEqual(before)
  })

  test('[REF-04] enforces unique and well-formed codes', async () => {
    const [mia, mo] = [
      await signIn(app, 'mia-form', personFields.mia),
      await signIn(app, 'mo-form', personFields.mo),
    ]
    const insert = (userId: number, code: string) =>
      app.database.query.insertInto('referral_codes').values({ code, userId, createdAt: now() }).execute()
    for (const code of ['0012', 'eeeeeeee', 'EEEEEEE', 'EEEEEEEEE', 'IEEEEEEE', 'UEEEEEEE', 'EEEE EEE', '']) {
      await expect(insert(mia.userId, code)).rejects.toThrow(/check constraint/)
    }
    await insert(mia.userId, 'EEEEEEEE')
    await expect(insert(mo.userId, 'EEEEEEEE')).rejects.toThrow(/unique|duplicate/)
    await expect(insert(mia.userId, 'FFFFFFFF')).rejects.toThrow(/unique|duplicate/)
  })
})
