// Around cases: hourly limits, what the chat decides, records, retention, and what administrators are told.
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { makeMessage } from '#test/data/factories.ts'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { oversightCalls, type ModerationRecord } from '../cases-contract.ts'
import { caseCallsOf } from '../test/case-calls.ts'
import { deleteOldCases } from './sql/cases.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const { ada, gail, mia, mo } = people
const now = new Date(app.clock.now())
await app.database.query
  .insertInto('identity_users')
  .values({
    id: ada.uid,
    email: ada.email,
    name: ada.name,
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  })
  .execute()
const gus = await signIn(app, 'gus', { name: 'Gus Garden', isGardenAngel: true })
const { report, queue, claim, decide, undo, told, readAllRows, reported, clear } = caseCallsOf(app, people)

let mailsBefore = 0
const allMails = async () => {
  app.app.platform.mailer.sendQueued()
  return (await mailsOf(app, ada.email)).map(({ subject }) => subject)
}
/** The subjects of the administrator’s mails since the test began. */
const mails = async () => (await allMails()).slice(mailsBefore)

beforeEach(async () => {
  await clear()
  mailsBefore = (await allMails()).length
})

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
        [moderator, ada].flatMap(({ userId: decidedBy }) =>
          Array.from({ length: 60 }, () => ({
            createdAt: at,
            action: 'mute' as const,
            decidedBy,
            decidedAt: at,
          })),
        ),
      )
      .execute()
    const { id } = await reported()
    const before = await readAllRows()
    expect(await decide(id, { version: 1, action: 'none' }, moderator)).toMatchObject({ status: 429 })
    expect(await readAllRows()).toEqual(before)
    const muted = { as: moderator, body: { minutes: 10, reason: 'unkind' } }
    expect((await request(app, `POST /api/moderation/mutes/${mo.userId}`, muted)).status).toBe(429)
    expect((await decide(id, { version: 1, action: 'none' }, ada)).status).toBe(200)
  })

  test('[MOD-23] counts what they decided of reports and their mutes, and nothing of others', async () => {
    const moderator = await signIn(app, 'gia', { name: 'Gia', isGardenAngel: true })
    const at = new Date(app.clock.now())
    const decided = { createdAt: at, decidedAt: at, action: 'remind' as const }
    const { query } = app.database
    const reportedCases = await query
      .insertInto('moderation_cases')
      .values(Array.from({ length: 59 }, () => ({ ...decided, decidedBy: moderator.userId })))
      .returning('id')
      .execute()
    await query
      .insertInto('message_reports')
      .values(
        await Promise.all(
          reportedCases.map(async ({ id: caseId }) => ({
            caseId,
            messageId: await makeMessage(app, mia),
            reporterId: mo.userId,
            reason: 'unkind' as const,
            note: '',
            createdAt: at,
          })),
        ),
      )
      .execute()
    // Without a report, and by another one: neither counts.
    await query
      .insertInto('moderation_cases')
      .values([
        { ...decided, decidedBy: moderator.userId },
        { ...decided, action: 'mute', decidedBy: gus.userId },
      ])
      .execute()
    const decideNext = async () => {
      const { id } = await reported()
      return (await decide(id, { version: 1, action: 'none' }, moderator)).status
    }
    expect(await decideNext()).toBe(200)
    expect(await decideNext()).toBe(429)
  })
})

describe('bans by a garden angel', () => {
  test('[MOD-23] wait for an administrator to see them; the third within an hour is a mail, one an hour', async () => {
    const moderator = await signIn(app, 'gwyn', { name: 'Gwyn', isGardenAngel: true })
    const names = Array.from({ length: 7 }, (_, index) => `loud-${index}`)
    const loud = await Promise.all(names.map((name) => signIn(app, name, { name })))
    const ban = (index: number, as = moderator) =>
      request(app, `PUT /api/admin/users/${loud[index]?.userId}/ban`, { as, body: { reason: 'Loud' } })
    const unseen = async () => {
      const { body } = await request(app, 'GET /api/admin/moderation', { as: ada })
      return oversightCalls.oversight.response.parse(body).unseenBans
    }
    for (const index of [0, 1]) await ban(index)
    expect(await mails()).toEqual([])
    const byCase = await makeMessage(app, loud[2] ?? mia)
    await report(byCase, mo)
    const [{ id: caseId } = { id: 0 }] = await queue()
    expect((await decide(caseId, { version: 1, action: 'ban', reason: 'unkind' }, moderator)).status).toBe(
      200,
    )
    expect(await mails()).toEqual(['Stillwater: 3 bans within an hour'])
    await ban(3)
    expect(await mails()).toEqual(['Stillwater: 3 bans within an hour'])
    await ban(6, ada)
    expect((await unseen()).map(({ member }) => member?.name)).toEqual([
      'loud-3',
      'loud-2',
      'loud-1',
      'loud-0',
    ])
    const [{ id } = { id: 0 }] = await unseen()
    const seen = { as: ada, body: { isSeen: true } }
    expect((await request(app, `PUT /api/admin/moderation/bans/${id}`, seen)).status).toBe(200)
    expect(await unseen()).toHaveLength(3)
    app.clock.advance(hourMs)
    for (const index of [4, 5]) await ban(index)
    expect(await mails()).toEqual(['Stillwater: 3 bans within an hour'])
    await ban(3, ada)
    const another = await signIn(app, 'loud-again', { name: 'Loud again' })
    await request(app, `PUT /api/admin/users/${another.userId}/ban`, {
      as: moderator,
      body: { reason: 'Loud' },
    })
    expect(await mails()).toEqual(['Stillwater: 3 bans within an hour', 'Stillwater: 3 bans within an hour'])
  })

  test('[MOD-23] and all else of their last 24 hours is undone at once, each with its result', async () => {
    const moderator = await signIn(app, 'gen', { name: 'Gen', isGardenAngel: true })
    const one = { version: 1, reason: 'unkind' }
    const old = await reported('Old')
    await decide(old.id, { ...one, action: 'remove' }, moderator)
    await app.database.query
      .updateTable('moderation_cases')
      .set({ decidedAt: new Date(app.clock.now() - dayMs) })
      .execute()
    const cases = [await reported('Removed'), await reported('Muted'), await reported('Fine')]
    const [removed, muted, fine] = cases.map(({ id }) => id) as [number, number, number]
    await decide(removed, { ...one, action: 'remove' }, moderator)
    await decide(muted, { ...one, action: 'mute', minutes: 60 }, moderator)
    await decide(fine, { version: 1, action: 'none' }, moderator)
    const undoneBefore = await reported('Undone before')
    await decide(undoneBefore.id, { ...one, action: 'remove' }, moderator)
    await undo(undoneBefore.id, 2, gus)
    const byOther = await reported('By another')
    await decide(byOther.id, { ...one, action: 'remove' }, gus)
    const { userId } = await signIn(app, 'banned', { name: 'Banned' })
    await request(app, `PUT /api/admin/users/${userId}/ban`, { as: moderator, body: { reason: 'Loud' } })
    const path = `POST /api/admin/moderation/moderators/${moderator.userId}/undo` as const
    expect((await request(app, path, { as: gus })).status).toBe(403)
    const { body } = await request(app, path, { as: ada })
    const { lines } = oversightCalls.undoAllOf.response.parse(body)
    expect(lines.map((line) => [line.case.decision?.action, line.obstacle])).toEqual([
      ['remove', null],
      ['mute', null],
      ['ban', null],
    ])
    expect(lines.map((line) => line.case.decision?.undoneBy?.name)).toEqual([ada.name, ada.name, ada.name])
    expect((await told(mia)).mute).toBeNull()
    const visible = await app.database.query
      .selectFrom('chat_messages')
      .select('message')
      .where('message', 'in', ['Old', 'Removed', 'Muted', 'By another'])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute()
    expect(visible.map(({ message }) => message)).toEqual(['Removed', 'Muted'])
  })
})

test('[MOD-18] administrators see the open cases, the median of reported ones, the undone share, and who decided', async () => {
  for (const minutes of [10, 20, 60]) {
    const { id } = await reported(`After ${minutes}`)
    app.clock.advance(minutes * minuteMs)
    const by = minutes === 60 ? gus : gail
    await decide(id, { version: 1, action: 'remind', reason: 'unkind' }, by)
    if (minutes === 60) await undo(id, 2)
  }
  // Decided at once, from the chat.
  await request(app, `DELETE /api/messages/${await makeMessage(app, mo)}`, { as: gail })
  const waiting = await reported('Waits')
  const figures = async () => {
    const { body } = await request(app, 'GET /api/admin/moderation', { as: ada })
    return oversightCalls.oversight.response.parse(body)
  }
  expect(await figures()).toMatchObject({
    openCases: 1,
    oldestAt: waiting.createdAt,
    medianMinutes: 20,
    undoneShare: 0.25,
    moderators: [
      { moderator: { id: gail.userId }, decided: 3, undone: 0 },
      { moderator: { id: gus.userId }, decided: 1, undone: 1 },
    ],
  })
  await app.database.query
    .updateTable('moderation_cases')
    .set({ decidedAt: new Date(app.clock.now() - 31 * dayMs) })
    .where('decidedAt', 'is not', null)
    .execute()
  expect(await figures()).toMatchObject({
    openCases: 1,
    medianMinutes: null,
    undoneShare: null,
    moderators: [],
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
  // Another reason of the same ban is no further decision.
  await request(app, `PUT /api/admin/users/${mia.userId}/ban`, {
    as: gail,
    body: { reason: 'Loud', minutes: 60 },
  })
  expect(await queue('decided')).toMatchObject([
    { message: null, decision: { action: 'ban', reason: 'It was unkind.', minutes: 60 } },
    { id, decision: { action: 'remove', by: { name: gus.name } } },
    { message: { text: 'Alone', isDeleted: true }, decision: { action: 'remove', reason: null } },
  ])
  expect((await told(mo)).messages[0]).toMatchObject({ kind: 'thanked' })
  expect(await queue()).toEqual([])
})

test('[MOD-22] [MOD-14] a message that rested and was deleted in the chat comes back whole', async () => {
  const folded = await reported('Folded')
  await app.database.query
    .updateTable('chat_messages')
    .set({ foldedAt: new Date(app.clock.now()) })
    .where('id', '=', folded.messageId)
    .execute()
  await request(app, `DELETE /api/messages/${folded.messageId}`, { as: gail })
  expect(await undo(folded.id, 2)).toMatchObject({ body: { message: { isDeleted: false, isFolded: false } } })
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
  const held = await makeMessage(app, mo, { text: 'Held' })
  const { query } = app.database
  await query
    .updateTable('chat_messages')
    .set({ heldAt: new Date(app.clock.now()) })
    .where('id', '=', held)
    .execute()
  const last = await makeMessage(app, gail, { text: 'After' })
  await makeMessage(app, mia, { text: 'Too long ago', day: '2026-08-22' })
  const restored = await makeMessage(app, mia, { text: 'Restored', day: '2026-11-01' })
  await query
    .updateTable('chat_messages')
    .set({ timestamp: new Date(app.clock.now() - dayMs) })
    .where('id', '=', restored)
    .execute()
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
  expect(record.messages).toContainEqual(expect.objectContaining({ id: messageId, text: 'Amid' }))
  // The newest first, whatever the order of their ids.
  const made = ['Amid', 'Restored', 'Too long ago']
  expect(record.messages.map(({ text }) => text).filter((text) => made.includes(text))).toEqual([
    'Amid',
    'Restored',
  ])
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
  await reported('Waits')
  expect(await deleteOldCases(query, new Date(app.clock.now() + dayMs), 1_000)).toBe(0)
  await clear()

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

  const reporter = await signIn(app, 'reporter', { name: 'Reporter', isGardenAngel: true })
  const other = await makeMessage(app, mia)
  await report(other, reporter, { reason: 'other', note: 'Their note' })
  const claimed = await reported()
  await claim(claimed.id, 1, reporter)
  expect((await request(app, `DELETE /api/admin/users/${reporter.userId}`, { as: ada })).status).toBe(200)
  expect(JSON.stringify(await readAllRows())).not.toContain('Their note')
  expect(await queue()).toMatchObject([
    { message: { id: other }, reports: [{ reporter: null, note: '' }] },
    { id: claimed.id, claim: null },
  ])
})

test('[MOD-19] cases that wait for 24 hours without a moderator are told to the administrators once, by a number', async () => {
  await reported()
  const { query } = app.database
  const job = app.app.modules
    .flatMap(({ scheduledJobs = [] }) => scheduledJobs)
    .find(({ name }) => name === 'waiting-cases')
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
  expect(await mails()).toEqual(['Stillwater: A report is waiting'])
  expect((await lastMail(app, ada.email)).text).not.toContain('Go away')
  await reported('Another')
  app.clock.advance(dayMs + 1)
  await query
    .updateTable('sessions')
    .set({ lastUsedAt: new Date(app.clock.now() - 2 * dayMs) })
    .execute()
  await run()
  expect(await mails()).toEqual(['Stillwater: A report is waiting', 'Stillwater: 2 reports are waiting'])
})
