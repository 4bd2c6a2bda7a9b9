// Help during a sitting: who may ask when, who learns of it, and what stays of it.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { busEvents } from '#shared/bus-events.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules, makeSitting } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { joinLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { HelpRequest, OwnHelp } from '../contract.ts'
import { replyWithinMs, takeHoldsMs } from '../rules.ts'
import { addReply, deleteOldRequests, lockRequestForUpdate, saveHolder } from './sql.ts'

const today = '2026-11-21'
let sitting: Sitting
const app = await openTestApp({ isUnlimited: true })
const other = await openTestApp({ peerOf: app, isUnlimited: true })
const people = await signInPeople(app)
/** A second garden angel. */
const ann = await signIn(app, 'ann', { name: 'Ann', isGardenAngel: true })
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await app.database.query.deleteFrom('help_requests').execute()
  await deleteSchedules(app)
  sitting = await makeSitting(app, { inMs: 60_000 })
  app.clock.set(sitting.videoAt + 1_000)
})

const ask = (as: TestUser, text = 'No sound', kind = 'technical', extra: object = {}) =>
  request(app, 'POST /api/help', { as, body: { kind, text, ...extra } })
const mine = async (as: TestUser) => (await request(app, 'GET /api/help/mine', { as })).body as OwnHelp
const queue = async (as = people.gail) =>
  (await request(app, 'GET /api/moderation/help', { as })).body as HelpRequest[]
async function handle(as: TestUser, body: object) {
  const [first] = await queue()
  return request(app, `PUT /api/moderation/help/${first?.id ?? 0}`, { as, body })
}

describe('asking', () => {
  test('[HELP-01] [HELP-02] opens one request per member and sitting; further texts join it', async () => {
    expect(await ask(people.mia)).toMatchObject({ status: 201 })
    expect(await ask(people.mia, 'Not even after a reload')).toMatchObject({ status: 200 })
    expect(await ask(people.mia, '', 'care')).toMatchObject({ status: 200 })
    const texts = ['No sound', 'Not even after a reload'].map((text) => ({ text, isReply: false }))
    expect(await mine(people.mia)).toMatchObject({
      request: { kind: 'care', helper: null, isClosed: false, messages: texts },
    })
    expect(await queue()).toMatchObject([
      { member: { name: people.mia.name }, kind: 'care', messages: texts },
    ])
    expect((await mine(people.mo)).request).toBeNull()
  })

  test('[HELP-02] in a sitting that a host begins later it is another request', async () => {
    expect(await ask(people.mia)).toMatchObject({ status: 201 })
    app.clock.set(sitting.endsAt)
    const started = await request(app, `POST /api/sittings/${sitting.scheduleId}/begin`, {
      as: people.gail,
      body: { inSeconds: 60 },
    })
    expect(started.status).toBe(200)
    expect(await mine(people.mia)).toMatchObject({ request: null })
    expect(await ask(people.mia, 'No video')).toMatchObject({ status: 201 })
    expect(await queue()).toMatchObject([{ messages: [{ text: 'No video' }] }])
  })

  test('[HELP-02] a further text opens a closed request again', async () => {
    await ask(people.mia)
    await handle(people.gail, { action: 'close' })
    expect(await ask(people.mia, 'It is gone again')).toMatchObject({ status: 200 })
    expect((await mine(people.mia)).request).toMatchObject({ isClosed: false })
    expect(await queue()).toHaveLength(1)
  })

  test('[HELP-01] is possible from the doors to the end of the sharing', async () => {
    const { doorsAt, endsAt } = sitting
    for (const [moment, status] of [
      [doorsAt - 1, 409],
      [doorsAt, 201],
      [endsAt - 1, 200],
      [endsAt, 409],
    ] as const) {
      app.clock.set(moment)
      expect(await ask(people.mia)).toMatchObject({ status })
    }
    await app.bus.publish(busEvents.days, { type: 'changed' })
  })

  test('[HELP-06] technical details are stored only when sent, and nothing else is accepted', async () => {
    const details = {
      browser: 'Firefox 140',
      video: 'file',
      playerError: null,
      videoStatus: 'Behind by 12 s',
      connection: 'connected',
    }
    await ask(people.mo)
    await ask(people.mia, 'No video', 'technical', { details })
    expect(await queue()).toMatchObject([{ details: null }, { details }])
    expect(
      await ask(people.mia, '', 'technical', { details: { ...details, address: '192.0.2.1' } }),
    ).toMatchObject({ status: 400 })
  })
})

describe('the moderators', () => {
  test('[HELP-03] learn of it at once, on every node; no other member does', async () => {
    const [gail, mo] = [await joinLive(other, people.gail, today), await joinLive(other, people.mo, today)]
    await ask(people.mia, 'canary text')
    await gail.next('help-updated')
    await mo.whenCaughtUp()
    expect([mo.count('help-updated'), mo.count('own-help-updated')]).toEqual([0, 0])
    expect([...gail.texts, ...mo.texts].join('')).not.toContain('canary text')
    await Promise.all([gail.close(), mo.close()])
  })

  test('[HELP-04] one takes it, a second gets 409; the member sees who is with them, and the reply', async () => {
    const mia = await joinLive(app, people.mia, today)
    await ask(people.mia)
    expect(await handle(people.gail, { action: 'take' })).toMatchObject({ status: 200 })
    expect(await handle(ann, { action: 'reply', text: 'Try another device.' })).toMatchObject({
      status: 409,
      body: { code: 'taken' },
    })
    await handle(people.gail, { action: 'reply', text: 'Please reload the page.' })
    await mia.next('own-help-updated')
    expect(await mine(people.mia)).toMatchObject({
      request: {
        helper: people.gail.name,
        messages: [{}, { text: 'Please reload the page.', isReply: true }],
      },
    })
    await mia.close()
    await handle(people.gail, { action: 'close' })
    expect(await queue()).toEqual([])
    expect((await mine(people.mia)).request?.isClosed).toBe(true)
  })

  test('[HELP-04] of two that take it at once, one gets it', async () => {
    await ask(people.mia)
    const [{ id } = { id: 0 }] = await queue()
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await lockRequestForUpdate(tx, id)
        await saveHolder(tx, { id, moderatorId: people.gail.userId, now: new Date(app.clock.now()) })
      },
      () => handle(ann, { action: 'take' }),
    )
    expect(outcome).toMatchObject({ value: { status: 409, body: { code: 'taken' } } })
    expect((await mine(people.mia)).request).toMatchObject({ helper: people.gail.name })
  })

  test('[HELP-04] [HELP-05] [T63] a request is taken over a minute after its moderator’s last socket has closed, on any node @full', async () => {
    const gail = await joinLive(other, people.gail, today)
    await ask(people.mia, 'I feel dizzy', 'care')
    await handle(people.gail, { action: 'reply', text: 'Lie down for a while.' })
    app.clock.advance(600_000)
    await expect.poll(async () => (await mine(people.mia)).isModeratorHere).toBe(true)
    expect((await mine(people.gail)).isModeratorHere).toBe(false)
    expect(await handle(ann, { action: 'take' })).toMatchObject({ status: 409 })
    await gail.close()
    await expect.poll(async () => (await mine(people.mia)).isModeratorHere).toBe(false)
    app.clock.advance(takeHoldsMs - 1)
    expect((await mine(people.mia)).request).toMatchObject({ helper: people.gail.name, hasHelperLeft: false })
    expect(await handle(ann, { action: 'take' })).toMatchObject({ status: 409 })
    app.clock.advance(1)
    expect((await mine(people.mia)).request).toMatchObject({ helper: people.gail.name, hasHelperLeft: true })
    expect(await queue()).toMatchObject([{ takenBy: { id: people.gail.userId, hasLeft: true } }])
    expect(await handle(ann, { action: 'reply', text: 'I am here.' })).toMatchObject({ status: 200 })
    expect((await mine(people.mia)).request).toMatchObject({ helper: ann.name, hasHelperLeft: false })
    expect(await handle(people.gail, { action: 'close' })).toMatchObject({ status: 409 })
  })

  test('[HELP-04] [T89] without a reply for two minutes any moderator takes it over; no word is lost', async () => {
    const gail = await joinLive(other, people.gail, today)
    await ask(people.mia)
    await handle(people.gail, { action: 'reply', text: 'Which browser?' })
    app.clock.advance(300_000)
    expect(await queue(ann)).toMatchObject([{ mayBeTaken: false, mayBeTakenAt: null }])
    await ask(people.mia, 'Firefox')
    // Taking it again gives no more time.
    app.clock.advance(replyWithinMs - 1)
    await handle(people.gail, { action: 'take' })
    const mayBeTakenAt = new Date(app.clock.now() + 1).toISOString()
    expect(await queue(ann)).toMatchObject([{ mayBeTaken: false, mayBeTakenAt }])
    expect(await queue(people.gail)).toMatchObject([{ mayBeTaken: false, mayBeTakenAt: null }])
    expect(await handle(ann, { action: 'take' })).toMatchObject({ status: 409, body: { code: 'taken' } })
    app.clock.advance(1)
    expect(await queue(ann)).toMatchObject([{ mayBeTaken: true, mayBeTakenAt: null }])
    const mia = await joinLive(app, people.mia, today)
    expect(await handle(ann, { action: 'take', from: people.gail.userId })).toMatchObject({ status: 200 })
    await mia.next('own-help-updated')
    expect((await mine(people.mia)).request).toMatchObject({
      helper: ann.name,
      messages: [{ text: 'No sound' }, { text: 'Which browser?' }, { text: 'Firefox' }],
    })
    expect(await handle(people.gail, { action: 'reply', text: 'Try Chrome.' })).toMatchObject({ status: 409 })
    await Promise.all([gail.close(), mia.close()])
  })

  test('[HELP-04] [T89] a reply that is being saved as time runs out keeps the request with its moderator', async () => {
    await ask(people.mia)
    await handle(people.gail, { action: 'take' })
    const gail = await joinLive(other, people.gail, today)
    app.clock.advance(replyWithinMs)
    const [{ id } = { id: 0 }] = await queue()
    const now = new Date(app.clock.now())
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await lockRequestForUpdate(tx, id)
        await saveHolder(tx, { id, moderatorId: people.gail.userId, now })
        await addReply(tx, { id, text: 'Which browser?', now })
      },
      () => handle(ann, { action: 'take' }),
    )
    expect(outcome).toMatchObject({ value: { status: 409, body: { code: 'taken' } } })
    await gail.close()
  })

  test('[HELP-04] [T89] an administrator takes over at any time, from the holder that the page shows', async () => {
    const entries = async () => {
      const all = await app.database.query.selectFrom('activities').selectAll().execute()
      return all.filter(({ action }) => action === 'help.take-over')
    }
    const earlier = (await entries()).length
    await ask(people.mia)
    await handle(people.gail, { action: 'take' })
    expect(await queue(people.ada)).toMatchObject([{ mayBeTaken: true, mayBeTakenAt: null }])
    expect(await handle(people.ada, { action: 'take', from: null })).toMatchObject({ status: 409 })
    expect(await handle(people.ada, { action: 'take', from: ann.userId })).toMatchObject({ status: 409 })
    expect(await handle(people.ada, { action: 'take', from: people.gail.userId })).toMatchObject({
      status: 200,
    })
    const [entry, ...more] = (await entries()).slice(earlier)
    expect(more).toEqual([])
    expect(entry).toMatchObject({ actorId: people.ada.userId, targetId: null, before: null, after: null })
    await ask(people.mo, '', 'care')
    const care = (await queue()).find(({ kind }) => kind === 'care')
    for (const as of [people.gail, people.ada])
      expect(
        await request(app, `PUT /api/moderation/help/${care?.id}`, { as, body: { action: 'take' } }),
      ).toMatchObject({ status: 200 })
    expect((await entries()).length).toBe(earlier + 1)
  })

  test.each([
    ['losing the role', 'DELETE', '/garden-angel', undefined],
    ['a ban', 'PUT', '/ban', { reason: 'x' }],
    ['erasure', 'DELETE', '', undefined],
  ] as const)('[HELP-04] [T63] %s releases the request at once', async (name, method, path, body) => {
    const angel = await signIn(app, name.replaceAll(' ', '-'), {
      name: `Angel ${method}`,
      isGardenAngel: true,
    })
    await ask(people.mia)
    expect(await handle(angel, { action: 'take' })).toMatchObject({ status: 200 })
    const release = await request(app, `${method} /api/admin/users/${angel.userId}${path}`, {
      as: people.ada,
      ...(body ? { body } : {}),
    })
    expect(release.status).toBe(200)
    expect((await mine(people.mia)).request).toMatchObject({ helper: null })
    expect(await handle(people.gail, { action: 'take' })).toMatchObject({ status: 200 })
  })
})

test('[HELP-07] requests go 30 days after their day', async () => {
  await ask(people.mia)
  expect(await deleteOldRequests(app.database.query, today, 1_000)).toBe(0)
  expect(await deleteOldRequests(app.database.query, '2026-11-22', 1_000)).toBe(1)
  const left = await app.database.query.selectFrom('help_messages').selectAll().execute()
  expect(left).toEqual([])
})

test('[HELP-08] a banned member can’t ask', async () => {
  await request(app, `PUT /api/admin/users/${people.mo.userId}/ban`, {
    as: people.ada,
    body: { reason: 'x' },
  })
  expect(await ask(people.mo)).toMatchObject({ status: 403, body: { code: 'banned' } })
})

test('[T63] of all columns that name a person only the holder of a request, a case or a sitting is given a right by it', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'users'::regclass order by 1`.execute(app.database.query)
  const own = ['referredId', 'referrerId', 'reporterId', 'userId']
  const records = [
    'actorId',
    'adjustedBy',
    'bannedBy',
    'byId',
    'decidedBy',
    'deletedBy',
    'formerHostId',
    'joinedId',
    // The maker's right is asked when the key or the link is used.
    'keyUserId',
    'madeBy',
    'makerId',
    'teacherId',
    'undoneBy',
  ]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...own, ...records, 'claimedBy', 'takenBy', 'hostId'].toSorted(),
  )
})
