// Around cases: hourly limits, what the chat decides, records, retention, and what administrators are told.
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { makeMessage } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { ModerationRecord } from '../cases-contract.ts'
import { caseCallsOf } from '../test/case-calls.ts'
import { deleteOldCases } from './sql/cases.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const { ada, gail, mia, mo } = people
const gus = await signIn(app, 'gus', { name: 'Gus Garden', isGardenAngel: true })
const { report, queue, decide, undo, told, readAllRows, reported, clear } = caseCallsOf(app, people)

beforeEach(clear)

describe('what a garden angel decides in an hour', () => {
  test('[MOD-23] [T95] is 5 bans and 60 cases, also if they were undone; administrators are free', async () => {
    const moderator = await signIn(app, 'gwen', { name: 'Gwen', isGardenAngel: true })
    const banned = await Promise.all(
      Array.from({ length: 7 }, (_, index) => signIn(app, `noisy-${index}`, { name: `Noisy ${index}` })),
    )
    const ban = (user: TestUser, as: TestUser) =>
      request(app, `PUT /api/admin/users/${user.userId}/ban`, { as, body: { reason: 'Loud' } })
    const [sixth, seventh] = banned.slice(5) as [TestUser, TestUser]
    for (const user of banned.slice(0, 5)) expect((await ban(user, moderator)).status).toBe(200)
    const decided = await queue('decided', ada)
    expect((await undo(decided[0]?.id ?? 0, 1, ada)).status).toBe(200)
    app.clock.advance(10 * minuteMs)
    const refused = await ban(sixth, moderator)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((refused.body as { message: string }).message).toContain('50 minutes')
    expect((await ban(sixth, ada)).status).toBe(200)
    app.clock.advance(50 * minuteMs)
    expect((await ban(seventh, moderator)).status).toBe(200)

    const at = new Date(app.clock.now())
    await app.database.query
      .insertInto('moderation_cases')
      .values(
        Array.from({ length: 60 }, () => ({
          createdAt: at,
          action: 'mute' as const,
          decidedBy: moderator.userId,
          decidedAt: at,
        })),
      )
      .execute()
    const { id } = await reported()
    const before = await readAllRows()
    expect(await decide(id, { version: 1, action: 'none' }, moderator)).toMatchObject({ status: 429 })
    expect(await readAllRows()).toEqual(before)
    expect((await decide(id, { version: 1, action: 'none' }, ada)).status).toBe(200)
  })
})

test('[MOD-22] a deletion and a ban from the chat are decided cases; a deletion answers the reports', async () => {
  const alone = await makeMessage(app, mia, { text: 'Alone' })
  await request(app, `DELETE /api/messages/${alone}`, { as: gail })
  const { id, messageId } = await reported('Twice')
  await request(app, `DELETE /api/messages/${messageId}`, { as: gus })
  await request(app, `PUT /api/admin/users/${mia.userId}/ban`, {
    as: gail,
    body: { reason: 'It was unkind.', minutes: 60 },
  })
  expect(await queue('decided')).toMatchObject([
    { message: null, decision: { action: 'ban', reason: 'It was unkind.', minutes: 60 } },
    { id, decision: { action: 'remove', by: { name: gus.name } } },
    { message: { text: 'Alone', isDeleted: true }, decision: { action: 'remove', reason: null } },
  ])
  expect((await told(mo)).messages[0]).toMatchObject({ kind: 'thanked' })
  expect(await queue()).toEqual([])
})

test('[MOD-22] a deletion from the chat is told to the message’s author without a reason, and so is its undo', async () => {
  const messageId = await makeMessage(app, mo, { text: 'Mine' })
  await request(app, `DELETE /api/messages/${messageId}`, { as: gail })
  const own = await makeMessage(app, gail, { text: 'Of a moderator' })
  await request(app, `DELETE /api/messages/${own}`, { as: gail })
  expect((await told(gail)).messages).toEqual([])
  expect((await told(mo)).messages).toMatchObject([
    { kind: 'removed', text: 'Mine', reason: null, sentence: '' },
  ])
  const [, { id } = { id: 0 }] = await queue('decided')
  expect((await undo(id, 1)).status).toBe(200)
  expect((await told(mo)).messages.map(({ kind }) => kind)).toEqual(['undone', 'removed'])
})

test('[MOD-16] beside a case stand the words around it, the member’s messages and cases, and moderators’ notes', async () => {
  const first = await makeMessage(app, mo, { text: 'Before' })
  const { id, messageId } = await reported('Amid')
  const last = await makeMessage(app, gail, { text: 'After' })
  const added = await request(app, `POST /api/moderation/members/${mia.userId}/notes`, {
    as: gail,
    body: { text: 'Spoke with her.' },
  })
  expect(added.status).toBe(201)
  const { body } = await request(app, `GET /api/moderation/cases/${id}`, { as: gus })
  const { before, after, record } = body as {
    before: { id: number }[]
    after: { id: number }[]
    record: ModerationRecord
  }
  expect(before.at(-1)).toMatchObject({ id: first, text: 'Before', by: { name: mo.name } })
  expect(after).toMatchObject([{ id: last, text: 'After' }])
  expect(record).toMatchObject({
    member: { id: mia.userId },
    mute: null,
    obstacles: { mute: null, ban: null },
    cases: [{ id }],
    notes: [{ text: 'Spoke with her.', by: { name: gail.name } }],
  })
  expect(record.messages[0]).toMatchObject({ id: messageId, text: 'Amid' })
  expect(await request(app, `GET /api/moderation/cases/999999`, { as: gus })).toMatchObject({ status: 404 })
})

test('[MOD-20] decided cases go 90 days after their decision, open ones stay; an erased author’s text goes at once', async () => {
  const first = await reported('Long ago')
  await decide(first.id, { version: 1, action: 'mute', reason: 'unkind', minutes: 10 })
  const { query } = app.database
  const decidedAt = new Date(app.clock.now())
  expect(await deleteOldCases(query, decidedAt, 1_000)).toBe(0)
  expect(await deleteOldCases(query, new Date(decidedAt.getTime() + 1), 1_000)).toBe(1)
  expect(await readAllRows()).toEqual([[], [], [], [], []])

  const author = await signIn(app, 'leaving', { name: 'Leaving' })
  const kept = await makeMessage(app, author, { text: 'Kept words' })
  const open = await makeMessage(app, author, { text: 'Open words' })
  for (const id of [kept, open]) await report(id, mo, { reason: 'other', note: 'My note' })
  const [{ id } = { id: 0 }] = await queue()
  await decide(id, { version: 1, action: 'remove', reason: 'unkind', sentence: 'Dear Leaving' })
  expect((await request(app, `DELETE /api/admin/users/${author.userId}`, { as: ada })).status).toBe(200)
  const stored = JSON.stringify(await readAllRows())
  for (const text of ['Kept words', 'Open words', 'Dear Leaving']) expect(stored).not.toContain(text)
  expect(await queue('decided')).toMatchObject([{ id, member: null, decision: { action: 'remove' } }])
})

test('[MOD-19] cases that wait for 24 hours without a moderator are told to the administrators once, by a number', async () => {
  await reported()
  const { query } = app.database
  const job = app.app.modules
    .flatMap(({ scheduledJobs = [] }) => scheduledJobs)
    .find(({ name }) => name === 'waiting-cases')
  const mails = async () =>
    (await query.selectFrom('jobs').selectAll().execute()).filter((row) =>
      JSON.stringify(row).includes('"waiting"'),
    )
  const run = () => job?.work(new Date(app.clock.now()), new AbortController().signal)
  app.clock.advance(dayMs - 1)
  await run()
  expect(await mails()).toEqual([])
  app.clock.advance(2)
  // Somebody was there.
  await query
    .updateTable('sessions')
    .set({ lastUsedAt: new Date(app.clock.now()) })
    .execute()
  await run()
  expect(await mails()).toEqual([])
  await query
    .updateTable('sessions')
    .set({ lastUsedAt: new Date(app.clock.now() - 2 * dayMs) })
    .execute()
  for (let times = 0; times < 2; times += 1) await run()
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(JSON.stringify(mail)).not.toContain('Go away')
  await reported('Another')
  app.clock.advance(dayMs + 1)
  await query
    .updateTable('sessions')
    .set({ lastUsedAt: new Date(app.clock.now() - 2 * dayMs) })
    .execute()
  await run()
  expect((await mails()).at(-1)?.id).not.toBe(mail?.id)
})
