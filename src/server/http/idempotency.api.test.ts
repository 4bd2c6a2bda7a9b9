// Idempotency keys: one effect and one response, on the real server and real tables.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { energyCalls } from '#features/energy/contract.ts'
import { historyCalls } from '#features/history/contract.ts'
import { dayMs } from '#shared/durations.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Executor } from '../db/database.ts'
import { createIdempotentRunner } from './idempotency.ts'

const entryCall = 'POST /api/mood/entry'
const creditCall = 'POST /api/admin/referral/manual-attribute'
let ada: TestUser
let mia: TestUser
let mo: TestUser

const app = await openTestApp({ isUnlimited: true })
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  ada = await signIn(app, randomUUID(), personFields.ada)
  mia = await signIn(app, randomUUID(), personFields.mia)
  mo = await signIn(app, randomUUID(), personFields.mo)
})

const entry = { sessionDate: '2026-11-21', emotionLevel: 6, moodType: 'pre', notes: null, comment: 'Rain.' }
const withKey = (key: string) => ({ 'idempotency-key': key })
const recordEntry = (as: TestUser, key: string, facts: object = {}) =>
  request(app, entryCall, { as, headers: withKey(key), body: { ...entry, ...facts } })

/** A credit from mia to mo. */
const credit = async (key: string, facts: object = {}) => {
  const body = {
    referreeId: mia.userId,
    referrerId: mo.userId,
    referralCode: await makeReferralCode(app, mo),
  }
  return request(app, creditCall, { as: ada, headers: withKey(key), body: { ...body, ...facts } })
}

const rowsOf = (table: 'mood_entries' | 'quantum_love_transactions' | 'idempotency_keys') => (as: TestUser) =>
  app.database.query.selectFrom(table).selectAll().where('userId', '=', as.userId).execute()
const entriesOf = rowsOf('mood_entries')
const transactionsOf = rowsOf('quantum_love_transactions')
const keysOf = rowsOf('idempotency_keys')

const change = ({ userId }: TestUser, facts: object) =>
  app.database.query.updateTable('users').set(facts).where('id', '=', userId).execute()
const banned = { isBanned: true, bannedReason: 'Unkind words', bannedAt: defaultTestTime }
const welcome = { isBanned: false, bannedReason: null, bannedAt: null }

describe('the same key with the same body', () => {
  test('[I28] takes effect once, and gets the first response each time', async () => {
    const first = await recordEntry(mia, 'one')
    expect(first.status).toBe(201)
    // Written differently, but equal once parsed.
    const backwards = Object.fromEntries(Object.entries(entry).toReversed())
    const again = await recordEntry(mia, 'one', { ...backwards, comment: '  Rain. ' })
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await entriesOf(mia)).toHaveLength(1)

    const credited = await credit('one')
    expect(credited.status).toBe(200)
    expect(await credit('one')).toMatchObject({ status: 200, body: credited.body })
    expect(await transactionsOf(mo)).toHaveLength(1)
    // No key, or another one, means a new intent.
    expect((await recordEntry(mia, 'two')).status).toBe(201)
    expect((await request(app, entryCall, { as: mia, body: entry })).status).toBe(201)
    expect(await entriesOf(mia)).toHaveLength(3)
    expect(await credit('two')).toMatchObject({ status: 409, body: { code: 'already_referred' } })
  })

  test('[I28] takes effect once for five concurrent requests, with the same response', async () => {
    const five = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, send))
    const effects = await five(() => recordEntry(mia, 'five'))
    const [row] = await entriesOf(mia)
    expect(effects.map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 5 }, () => ({ status: 201, body: row })),
    )
    expect(await entriesOf(mia)).toHaveLength(1)

    await makeReferralCode(app, mo)
    const credited = await five(() => credit('five'))
    expect(credited.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(credited.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await transactionsOf(mo)).toHaveLength(1)
  })

  test('[I28] is new again after 24 hours, and expired keys are deleted', async () => {
    const first = await recordEntry(mia, 'old')
    await recordEntry(mia, 'older')
    app.clock.advance(dayMs - 1)
    expect((await recordEntry(mia, 'old')).body).toEqual(first.body)
    app.clock.advance(1)
    expect((await recordEntry(mia, 'old')).body).not.toEqual(first.body)
    expect(await entriesOf(mia)).toHaveLength(3)
    expect(await keysOf(mia)).toMatchObject([{ key: 'old' }])
    // An expired key accepts another body, and belongs to it from then on.
    app.clock.advance(dayMs)
    const other = { sessionDate: '2026-11-22', emotionLevel: 1 }
    const taken = await recordEntry(mia, 'old', other)
    expect(taken.status).toBe(201)
    expect((await recordEntry(mia, 'old', other)).body).toEqual(taken.body)
  })

  test('[I28] a repeat after midnight gets the stored response', async () => {
    // The clock was later: a node that knew the next day would start it a minute early.
    app.clock.set(wall('2026-11-22 12:00'))
    expect(app.calendar.today()).toBe('2026-11-22')
    app.clock.set(wall('2026-11-22 23:59:59'))
    const first = await recordEntry(mia, 'late')
    expect(first.status).toBe(201)
    app.clock.advance(2_000)
    expect(await recordEntry(mia, 'late')).toMatchObject({ status: 201, body: first.body })
    expect((await recordEntry(mia, 'later')).status).toBe(400)
  })
})

test('[I28] an expired key that another request is claiming blocks no other request', async () => {
  await recordEntry(mia, 'old')
  app.clock.advance(dayMs)
  let taken: unknown = null
  const takeOver = (tx: Executor) =>
    tx
      .updateTable('idempotency_keys')
      .set({ createdAt: new Date(app.clock.now()) })
      .where('userId', '=', mia.userId)
      .execute()
  await raceUncommittedChange(app, takeOver, async () => {
    await recordEntry(mia, 'new')
    taken = (await keysOf(mia)).find(({ key }) => key === 'old')
  })
  expect(taken).toMatchObject({ createdAt: defaultTestTime })
  expect(await keysOf(mia)).toHaveLength(2)
})

test('[I28] the same key with another body is rejected without effect', async () => {
  const reused = { status: 409, body: { code: 'key_reused' } }
  const { body } = await recordEntry(mia, 'one')
  for (const facts of [{ emotionLevel: 5 }, { comment: null }, { sessionDate: '2026-11-20' }]) {
    expect(await recordEntry(mia, 'one', facts)).toMatchObject(reused)
  }
  expect(await entriesOf(mia)).toHaveLength(1)
  expect((await recordEntry(mia, 'one')).body).toEqual(body)
  await credit('one')
  expect(await credit('one', { referreeId: ada.userId })).toMatchObject(reused)
  expect(await transactionsOf(mo)).toHaveLength(1)
})

test('[I28] a key belongs to one member and one call', async () => {
  expect((await recordEntry(mia, 'ours')).status).toBe(201)
  expect((await recordEntry(mo, 'ours', { emotionLevel: 3 })).body).toMatchObject({ userId: mo.userId })
  expect((await recordEntry(ada, 'ours')).status).toBe(201)
  expect((await credit('ours')).status).toBe(200)
  expect(await keysOf(ada)).toHaveLength(2)
})

test('[I28] errors aren’t stored: the key works once the cause is gone', async () => {
  await change(mo, banned)
  expect(await credit('one')).toMatchObject({ status: 400, body: { code: 'referrer_banned' } })
  expect(await keysOf(ada)).toEqual([])
  await change(mo, welcome)
  expect((await credit('one')).status).toBe(200)
  expect(await transactionsOf(mo)).toHaveLength(1)
})

test('[I28] a member who lost the permission doesn’t get the stored response', async () => {
  await recordEntry(mia, 'one')
  await credit('one')
  await change(mia, banned)
  await change(ada, { isAdmin: false })
  await app.app.sessions.sync()
  expect(await recordEntry(mia, 'one')).toMatchObject({ status: 403, body: { code: 'banned' } })
  expect(await credit('one')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('[I28] a malformed key is rejected by idempotent calls, and ignored by others', async () => {
  for (const key of ['', 'x'.repeat(129), 'caf\u00e9', 'a\tb']) {
    const response = await recordEntry(mia, key)
    expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'idempotency-key' }] } })
  }
  expect(await entriesOf(mia)).toEqual([])
  for (const key of ['x'.repeat(128), '"quoted, with a space"'])
    expect((await recordEntry(mia, key)).status).toBe(201)
  const headers = withKey('caf\u00e9')
  const response = await request(app, 'POST /api/user/generate-referral-code', { as: mia, headers })
  expect(response.status).toBe(201)
})

describe('beside a concurrent request with the key', () => {
  /** Claims a key for mia, with the input and response of a request by mo. */
  const takeForMia = (key: string) => (tx: Executor) =>
    tx
      .insertInto('idempotency_keys')
      .columns(['userId', 'call', 'key', 'inputHash', 'response', 'createdAt'])
      .expression(
        tx
          .selectFrom('idempotency_keys')
          .select([sql.lit(mia.userId).as('userId'), 'call', 'key'])
          .select(['inputHash', 'response', 'createdAt'])
          .where('userId', '=', mo.userId)
          .where('key', '=', key),
      )
      .execute()

  test('[I28] a request waits, and gets the committed response of the other', async () => {
    const { body } = await recordEntry(mo, 'at work')
    const outcome = await raceUncommittedChange(app, takeForMia('at work'), () => recordEntry(mia, 'at work'))
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 201, body } })
    expect(await entriesOf(mia)).toEqual([])
  })

  test('[I28] a request waits, and does the work itself if the other rolls back', async () => {
    await recordEntry(mo, 'at work')
    const outcome = await raceUncommittedChange(
      app,
      takeForMia('at work'),
      () => recordEntry(mia, 'at work'),
      {
        rollsBack: true,
      },
    )
    expect(outcome).toMatchObject({ value: { status: 201, body: { userId: mia.userId } } })
    expect(await entriesOf(mia)).toHaveLength(1)
    expect(await keysOf(mia)).toHaveLength(1)
  })
})

test('[I28] a serialization conflict retries the key together with the work', async () => {
  await sql`create sequence tries`.execute(app.database.query)
  await sql`
    create function give_up_once() returns trigger language plpgsql as $$
    begin
      if nextval('tries') = 1 then raise exception 'conflict' using errcode = '40001'; end if;
      return new;
    end $$`.execute(app.database.query)
  await sql`create trigger gives_up_once before insert on mood_entries
    for each row execute function give_up_once()`.execute(app.database.query)
  const first = await recordEntry(mia, 'conflict')
  expect(first.status).toBe(201)
  expect((await recordEntry(mia, 'conflict')).body).toEqual(first.body)
  expect(await entriesOf(mia)).toHaveLength(1)
  await sql`drop trigger gives_up_once on mood_entries`.execute(app.database.query)
})

describe('in a handler', () => {
  const onceFor = (endpoint: Endpoint, body?: object) => {
    const input = { params: {}, query: undefined, body }
    return createIdempotentRunner(app.app.platform, { endpoint, userId: mia.userId, key: 'direct', input })
  }

  test('[I28] `afterwards` runs once, and undefined is stored as null', async () => {
    const events: string[] = []
    const once = onceFor(energyCalls.saveEntry)
    const run = () =>
      once(
        async () => void events.push('work'),
        (value) => events.push(`after ${String(value)}`),
      )
    expect(await run()).toBeUndefined()
    expect(await run()).toBeNull()
    expect(events).toEqual(['work', 'after undefined'])
  })

  test('[I28] the order of fields doesn’t matter, that of a list does', async () => {
    const ask = (body: object, value: string) => onceFor(energyCalls.saveEntry, body)(async () => value)
    await ask({ list: [1, 2], facts: { a: 1, b: 2 } }, 'first')
    expect(await ask({ facts: { b: 2, a: 1 }, list: [1, 2] }, 'second')).toBe('first')
    await expect(ask({ list: [2, 1], facts: { a: 1, b: 2 } }, 'third')).rejects.toThrow('key_reused')
  })

  test('[I28] a call that isn’t declared idempotent throws', async () => {
    await expect(onceFor(historyCalls.addSamples)(async () => 1)).rejects.toThrow('declared idempotent')
  })
})
