// What who holds a sitting can do in its room, on two nodes: speaking in the quiet, technical requests, and taking over.
import { beforeEach, describe, expect, test } from 'vitest'
import type { HelpRequest, OwnHelp } from '#features/help/contract.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeSitting } from '#test/data/factories.ts'
import { eventually } from '#test/eventually.ts'
import { joinLive, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

// Ahead of the database's clock, by which sittings are freed.
const today = '2036-11-21'
const noon = Date.parse(wall(`${today} 12:00`))
const app = await openTestApp({ isUnlimited: true })
app.clock.set(noon)
const other = await openTestApp({ peerOf: app, isUnlimited: true })
const { ada, gail, mia, mo } = await signInPeople(app)
let serial = 0
let hana: TestUser
let ravi: TestUser
let sitting: Sitting

beforeEach(async () => {
  app.clock.set(noon)
  for (const table of ['help_requests', 'chat_messages', 'chat_mutes'] as const)
    await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
  ravi = await signIn(app, `ravi-${serial}`, { ...hostFields, name: 'Ravi Host' })
  sitting = await makeSitting(app, { inMs: 30 * minuteMs })
  if ((await take(hana)).status !== 200) throw new Error('Hana holds nothing.')
})

const path = () => `/api/schedules/${sitting.scheduleId ?? 0}/host` as const
const take = (as: TestUser) => request(app, `PUT ${path()}`, { as, body: { hostId: as.userId } })
const maySee = async (as: TestUser) =>
  ((await request(app, `GET ${path()}`, { as })).body as { mayTake: boolean }).mayTake
const hostOf = async (at = app) =>
  ((await request(at, 'GET /api/meditation/today', { as: mia })).body as DailyMeditation).host?.name ?? null
const speak = (client: TestLiveClient, text: string) =>
  client.send({ type: 'chat-message', text, duringPause: true })
const mute = (of: TestUser) =>
  request(app, `POST /api/moderation/mutes/${of.userId}`, {
    as: gail,
    body: { minutes: 10, reason: 'unkind' },
  })
const losses = [
  [
    'the mark',
    (host: TestUser) =>
      request(app, `PUT /api/admin/users/${host.userId}`, { as: ada, body: { mayHost: false } }),
  ],
  ['their voice, to a mute', mute],
] as const

describe('the quiet', () => {
  test('[TEACH-03] who holds the sitting speaks in it after confirming; who may host and holds another doesn’t', async () => {
    app.clock.set(sitting.startsAt)
    const [host, another, member] = [
      await joinLive(app, hana, today),
      await joinLive(other, ravi, today),
      await joinLive(other, mia, today),
    ]
    host.send({ type: 'chat-message', text: 'Unasked' })
    expect(await host.next('error')).toMatchObject({ code: 'chat_paused', opensAtMs: sitting.sharingAt })
    speak(another, 'Unheard')
    expect(await another.next('error')).toMatchObject({ code: 'chat_paused', opensAtMs: sitting.sharingAt })
    speak(host, 'Please mute your phones.')
    expect(await member.next('new-message')).toMatchObject({
      duringPause: true,
      message: { message: 'Please mute your phones.' },
    })
    await Promise.all([host, another, member].map((client) => client.close()))
  })

  test.each(losses)('[TEACH-03] who loses %s doesn’t, on any node', async (what, lose) => {
    app.clock.set(sitting.startsAt)
    const host = await joinLive(other, hana, today)
    expect((await lose(hana)).status).toBeLessThan(300)
    speak(host, 'Unheard')
    expect(await host.next('error')).toMatchObject({ code: what === 'the mark' ? 'chat_paused' : 'muted' })
    await host.close()
  })
})

describe('requests for help', () => {
  const ask = (as: TestUser, kind: string, text: string) =>
    request(app, 'POST /api/help', { as, body: { kind, text } })
  const queue = async (as: TestUser) => {
    const { status, body } = await request(app, 'GET /api/moderation/help', { as })
    return status === 200
      ? (body as HelpRequest[]).map(({ kind, messages }) => [kind, messages[0]?.text])
      : status
  }
  const handle = (as: TestUser, id: number, body: object = { action: 'take' }) =>
    request(app, `PUT /api/moderation/help/${id}`, { as, body })
  const idOf = async (of: TestUser) => {
    const row = await app.database.query
      .selectFrom('help_requests')
      .select('id')
      .where('userId', '=', of.userId)
      .executeTakeFirstOrThrow()
    return row.id
  }

  test('[TEACH-04] of kind technical reach who holds the sitting, those of kind care never', async () => {
    app.clock.set(sitting.videoAt)
    const [host, another] = [await joinLive(other, hana, today), await joinLive(other, ravi, today)]
    await ask(mo, 'care', 'canary of care')
    await host.whenCaughtUp()
    expect(host.count('help-updated')).toBe(0)
    await ask(mia, 'technical', 'No sound')
    await host.next('help-updated')
    await another.whenCaughtUp()
    expect(another.count('help-updated')).toBe(0)
    expect(await queue(hana)).toEqual([['technical', 'No sound']])
    expect(await queue(ravi)).toBe(403)
    expect(await queue(gail)).toHaveLength(2)
    expect(await handle(hana, await idOf(mo))).toMatchObject({ status: 404 })
    expect(await handle(ravi, await idOf(mia))).toMatchObject({ status: 403 })
    expect([...host.texts].join('')).not.toContain('canary of care')
    await Promise.all([host.close(), another.close()])
  })

  test('[TEACH-04] a request that was ever about more than technique stays with the garden angels', async () => {
    app.clock.set(sitting.videoAt)
    const host = await joinLive(app, hana, today)
    await ask(mia, 'technical', 'No sound')
    await host.next('help-updated')
    await ask(mia, 'care', 'I am dizzy')
    // What they saw goes.
    await host.next('help-updated')
    expect(await queue(hana)).toEqual([])
    await ask(mia, 'technical', 'No picture either')
    expect(await queue(hana)).toEqual([])
    await host.whenCaughtUp()
    expect(host.count('help-updated')).toBe(2)
    await host.close()
  })

  test('[TEACH-04] who holds the sitting answers them, and the member reads who is with them', async () => {
    app.clock.set(sitting.videoAt)
    const host = await joinLive(app, hana, today)
    await ask(mia, 'technical', 'No sound')
    const own = async () => (await request(app, 'GET /api/help/mine', { as: mia })).body as OwnHelp
    expect(await own()).toMatchObject({ isModeratorHere: false, isHostHere: true })
    expect(await handle(hana, await idOf(mia), { action: 'reply', text: 'Reload it.' })).toMatchObject({
      status: 200,
    })
    expect(await own()).toMatchObject({ request: { helper: hana.name, hasHelperLeft: false } })
    expect(await handle(gail, await idOf(mia))).toMatchObject({ status: 409, body: { code: 'taken' } })
    // About more than technique they are gone from it.
    await ask(mia, 'care', '')
    expect(await own()).toMatchObject({ request: { hasHelperLeft: true } })
    expect(await handle(gail, await idOf(mia))).toMatchObject({ status: 200 })
    await host.close()
  })

  test.each(losses)('[TEACH-04] who loses %s sees none any more, on any node', async (_, lose) => {
    app.clock.set(sitting.videoAt)
    const host = await joinLive(other, hana, today)
    expect((await lose(hana)).status).toBeLessThan(300)
    expect(await queue(hana)).toBe(403)
    await ask(mia, 'technical', 'No sound')
    await host.whenCaughtUp()
    expect(host.count('help-updated')).toBe(0)
    await host.close()
  })

  test('[TEACH-04] end with the sharing', async () => {
    app.clock.set(sitting.endsAt - 1)
    await ask(mia, 'technical', 'No sound')
    expect(await queue(hana)).toHaveLength(1)
    const id = await idOf(mia)
    app.clock.set(sitting.endsAt)
    expect(await queue(hana)).toBe(403)
    expect(await handle(hana, id)).toMatchObject({ status: 403 })
  })
})

describe('a host who isn’t there', () => {
  test('[TEACH-07] two minutes before the bell who is in the room may take over, and not earlier or later', async () => {
    const [member, angel] = [await joinLive(other, ravi, today), await joinLive(app, gail, today)]
    const moments = [
      [sitting.startsAt - 2 * minuteMs - 1, 409],
      [sitting.startsAt, 409],
      [sitting.startsAt - 2 * minuteMs, 200],
    ] as const
    for (const [moment, status] of moments) {
      app.clock.set(moment)
      await eventually(async () =>
        expect([await maySee(ravi), await maySee(gail)]).toEqual([status === 200, status === 200]),
      )
      expect((await take(ravi)).status).toBe(status)
    }
    expect([await hostOf(), await hostOf(other)]).toEqual([ravi.name, ravi.name])
    // The next one is here.
    expect(await maySee(gail)).toBe(false)
    expect((await take(gail)).status).toBe(409)
    await Promise.all([member.close(), angel.close()])
  })

  test('[TEACH-07] who isn’t in the room, is muted, or finds the host there, takes nothing', async () => {
    app.clock.set(sitting.startsAt - minuteMs)
    expect(await maySee(ravi)).toBe(false)
    expect((await take(ravi)).status).toBe(409)
    const member = await joinLive(app, ravi, today)
    expect(await maySee(ravi)).toBe(true)
    await mute(ravi)
    expect(await maySee(ravi)).toBe(false)
    expect((await take(ravi)).status).toBe(409)
    await request(app, `DELETE /api/moderation/mutes/${ravi.userId}`, { as: gail })
    const host = await joinLive(other, hana, today)
    await eventually(async () => expect(await maySee(ravi)).toBe(false))
    expect((await take(ravi)).status).toBe(409)
    await Promise.all([member.close(), host.close()])
  })

  test('[TEACH-07] an unlisted host is there as well', async () => {
    app.clock.set(sitting.startsAt - minuteMs)
    await request(app, 'PUT /api/user/unlisted', { as: hana, body: { isUnlisted: true } })
    const [member, host] = [await joinLive(app, ravi, today), await joinLive(app, hana, today)]
    expect(await maySee(ravi)).toBe(false)
    await Promise.all([member.close(), host.close()])
  })

  test('[TEACH-07] a sitting that no one holds looks for a host where the community has hosts', async () => {
    await request(app, `DELETE ${path()}`, { as: hana })
    app.clock.set(sitting.startsAt - 30 * secondMs)
    const angel = await joinLive(app, gail, today)
    expect(await maySee(gail)).toBe(true)
    await app.database.query.updateTable('users').set({ mayHost: false }).execute()
    expect(await maySee(gail)).toBe(false)
    await angel.close()
  })
})

test('[TEACH-10] who loses the mark holds nothing on any node, and pages read it again at once', async () => {
  expect([await hostOf(), await hostOf(other)]).toEqual([hana.name, hana.name])
  const member = await joinLive(other, mo, today)
  await request(app, `PUT ${path()}`, { as: ada, body: { hostId: ravi.userId } })
  await member.next('session-changed')
  await request(app, `PUT /api/admin/users/${ravi.userId}`, { as: ada, body: { mayHost: false } })
  await member.next('session-changed')
  expect([await hostOf(), await hostOf(other)]).toEqual([null, null])
  await member.close()
})
