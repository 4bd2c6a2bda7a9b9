// Halls on the real server and database: who makes a link, what it opens and until when, and the people in it.
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findStoredSitting, insertSittings } from '#features/sittings/server/sql.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { createLog } from '#server/log.ts'
import { busEvents } from '#shared/bus-events.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules, makeSitting, shiftTimeline } from '#test/data/factories.ts'
import { silence } from '#test/data/silence.ts'
import { eventually } from '#test/eventually.ts'
import { joinLive, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'debug', nodeId: 'one' }, { write: (line) => void lines.push(line) })
const app = await openTestApp({ isUnlimited: true, log })
const { ada, gail, mia } = await signInPeople(app)
let serial = 0
let hana: TestUser
let ravi: TestUser
let sitting: Sitting

const sit = async (inMs: number, hostId: number | null, plays: object = {}) => {
  const made = await makeSitting(app, { inMs, doorsMinutes: 15, ...plays })
  await app.database.query
    .updateTable('schedules')
    .set({ hostId })
    .where('id', '=', made.scheduleId ?? 0)
    .execute()
  await app.bus.publish(busEvents.days, { type: 'changed' })
  return made
}

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
  ravi = await signIn(app, `ravi-${serial}`, { ...hostFields, name: 'Ravi Host' })
  sitting = await sit(10 * minuteMs, hana.userId)
})

/** Another sitting of the same schedule, after the sharing of the first. */
const oneMore = async ({ id, scheduleId }: Sitting): Promise<Sitting> => {
  const first = await findStoredSitting(app.database.query, id)
  if (!first) throw new Error('The sitting is gone.')
  const { plays, meetingUrl } = first
  const { templateId } = await app.database.query
    .selectFrom('sittings')
    .select('templateId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [other = 0] =
    (await insertSittings(
      app.database.query,
      [
        {
          day: first.sitting.day,
          scheduleId: scheduleId ?? 0,
          templateId,
          scheduledAtMs: null,
          plays,
          meetingUrl,
          timeline: shiftTimeline(first.sitting, first.sitting.endsAt - first.sitting.doorsAt),
        },
      ],
      new Date(app.clock.now()),
    )) ?? []
  const stored = await findStoredSitting(app.database.query, other)
  if (!stored) throw new Error('The other sitting is missing.')
  return stored.sitting
}
const madeSchema = z.object({ id: z.int(), url: z.string() })
const halls = (rest = '') => `/api/sittings/${sitting.id}/halls${rest}` as const
const make = (as: TestUser = hana) => request(app, `POST ${halls()}`, { as })
const open = async () => {
  const response = await make()
  expect(response.status).toBe(200)
  const { id, url } = z.parse(madeSchema, response.body)
  return { id, token: new URL(url).hash.slice(1) }
}
const read = (token: string, as: TestUser | null = null) =>
  request(app, 'GET /api/hall', { as, headers: { 'x-hall': token } })
const say = (id: number, people: unknown, as: TestUser = hana) =>
  request(app, `PUT ${halls(`/${id}`)}`, { as, body: { people } })
const revoke = (id: number, as: TestUser = hana) => request(app, `DELETE ${halls(`/${id}`)}`, { as })
const closed = { status: 401, body: { code: 'hall_closed' } }

describe('the link', () => {
  test('[HALL-01] its token has 128 bits, is shown once, and is stored as a hash alone', async () => {
    const { id, token } = await open()
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    expect(await read(token)).toMatchObject({ status: 200 })
    const list = await request(app, `GET ${halls()}`, { as: hana })
    expect(list.body).toMatchObject({ kind: 'video', halls: [{ id, people: 0 }] })
    expect(JSON.stringify(list.body)).not.toContain(token)
    const rows = await app.database.query.selectFrom('hall_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('[HALL-01] hosts make it from an hour before the doors to the end of the sharing', async () => {
    app.clock.set(sitting.doorsAt - hourMs - 1)
    for (const as of [hana, gail])
      expect(await make(as)).toMatchObject({ status: 409, body: { code: 'hall_too_early' } })
    app.clock.advance(1)
    expect(await make()).toMatchObject({ status: 200 })
    app.clock.set(sitting.endsAt)
    expect(await make(gail)).toMatchObject({ status: 409, body: { code: 'too_late' } })
    for (const as of [ravi, mia]) expect(await make(as)).toMatchObject({ status: 403 })
  })

  test('[HALL-01] a sitting has three of them; one that is taken away makes room for another', async () => {
    const [first] = [await open(), await open(), await open()]
    expect(await make()).toMatchObject({ status: 409, body: { code: 'too_many_halls' } })
    await revoke(first.id)
    expect(await make()).toMatchObject({ status: 200 })
    const together = await Promise.all([make(), make(gail), make(ada)])
    expect(together.map(({ status }) => status)).toEqual([409, 409, 409])
  })

  test('[HALL-01] taken away it opens nothing at once, and stays taken away', async () => {
    const { id, token } = await open()
    expect(await revoke(id, ravi)).toMatchObject({ status: 403 })
    expect(await revoke(id, gail)).toMatchObject({ status: 200 })
    expect(await read(token)).toMatchObject(closed)
    expect(await revoke(id)).toMatchObject({ status: 200 })
    expect(await say(id, 12)).toMatchObject({ status: 404 })
  })

  test('[HALL-01] it ends with the sharing, also of a sitting that is delayed or ended early', async () => {
    const { token } = await open()
    await request(app, `POST /api/sittings/${sitting.id}/delay`, { as: hana, body: { minutes: 30 } })
    app.clock.set(sitting.endsAt)
    expect(await read(token)).toMatchObject({
      status: 200,
      body: { sitting: { startsAt: sitting.startsAt + 30 * minuteMs } },
    })
    app.clock.set(sitting.startsAt + 31 * minuteMs)
    const { body } = await request(app, `POST /api/sittings/${sitting.id}/end`, { as: hana })
    const { endsAt } = z.parse(z.object({ endsAt: z.int() }), body)
    app.clock.set(endsAt - 1)
    expect(await read(token)).toMatchObject({ status: 200, body: { sitting: { endsAt } } })
    app.clock.advance(1)
    expect(await read(token)).toMatchObject(closed)
  })

  test('[HALL-01] of yesterday it opens nothing, whenever its sitting was moved to', async () => {
    const { token } = await open()
    const { query } = app.database
    const later = new Date(sitting.endsAt + 7 * dayMs)
    await query.updateTable('sittings').set({ endsAt: later }).where('id', '=', sitting.id).execute()
    app.clock.advance(dayMs - 1)
    expect(await read(token)).toMatchObject({ status: 200 })
    app.clock.advance(1)
    expect(await read(token)).toMatchObject(closed)
  })

  test('[HALL-02] of a canceled sitting it says so; of a deleted one it opens nothing', async () => {
    const { token } = await open()
    await request(app, `POST /api/sittings/${sitting.id}/cancel`, {
      as: hana,
      body: { note: 'canary-note' },
    })
    const { status, body } = await read(token)
    expect({ status, body }).toMatchObject({ status: 200, body: { sitting: { cancelled: true } } })
    expect(JSON.stringify(body)).not.toContain('canary')
    await app.database.query.deleteFrom('sittings').where('id', '=', sitting.id).execute()
    expect(await read(token)).toMatchObject(closed)
  })

  test('[HALL-01] it works for its own sitting alone', async () => {
    const { id, token } = await open()
    const first = sitting
    sitting = await oneMore(first)
    const other = await open()
    // Below the other sitting it is unknown.
    expect(await say(id, 5)).toMatchObject({ status: 404 })
    expect(await revoke(id)).toMatchObject({ status: 404 })
    expect((await read(other.token)).body).toMatchObject({ sitting: { startsAt: sitting.startsAt } })
    expect((await read(token)).body).toMatchObject({ sitting: { startsAt: first.startsAt } })
  })

  test('[HALL-01] a banned host’s opens nothing, and neither does a text that is no token', async () => {
    const { token } = await open()
    await request(app, `PUT /api/admin/users/${hana.userId}/ban`, {
      as: ada,
      body: { reason: 'Unkind words' },
    })
    expect(await read(token)).toMatchObject(closed)
    for (const text of ['', 'x', `${token}=`, token.toLowerCase(), 'a'.repeat(2_000)])
      expect(await read(text)).toMatchObject(closed)
    expect(await request(app, 'GET /api/hall')).toMatchObject(closed)
  })
})

describe('the response', () => {
  test('[HALL-02] is the same for every hall of the sitting, whoever is signed in there', async () => {
    const [one, two] = [await open(), await open()]
    const texts = await Promise.all(
      [read(one.token), read(two.token), read(one.token, hana), read(two.token, mia)].map(async (response) =>
        JSON.stringify((await response).body),
      ),
    )
    expect(new Set(texts).size).toBe(1)
  })

  test('[HALL-02] has what is played and when, and nothing that belongs to a member', async () => {
    const client = await joinLive(app, mia, app.calendar.today())
    await deleteSchedules(app)
    sitting = await sit(10 * minuteMs, hana.userId, silence([{ kind: 'sit', minutes: 20 }]))
    await app.database.query
      .updateTable('meditation_templates')
      .set({ instructor: 'canary-instructor', instructorTitle: 'canary-title' })
      .execute()
    await app.database.query.updateTable('sittings').set({ meetingUrl: 'https://zoom.us/canary' }).execute()
    const { id, token } = await open()
    await say(id, 12)
    const { body } = await read(token)
    expect(body).toMatchObject({
      kind: 'silence',
      blocks: [{ kind: 'sit', minutes: 20 }],
      videoUrl: '',
      present: 1,
      people: 12,
    })
    const text = JSON.stringify(body)
    for (const { name, email, uid } of [mia, hana, gail, ada])
      for (const secret of [name, name.split(' ')[0] ?? name, email, uid]) expect(text).not.toContain(secret)
    expect(text).not.toContain('canary')
    await client.close()
  })

  test('[HALL-01] neither log nor activity has the token', async () => {
    const { id, token } = await open()
    await say(id, 12)
    await read(token)
    await read(`${token}x`)
    await revoke(id)
    expect(lines.join('').length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(token))).toEqual([])
    const activities = await app.database.query.selectFrom('activities').selectAll().execute()
    expect(JSON.stringify(activities)).not.toContain(token)
  })
})

describe('the people', () => {
  test('[HALL-03] are 0 to 200 for all halls together; the 201st gets a sentence beside the field', async () => {
    const [one, two] = [await open(), await open()]
    expect(await say(one.id, 188)).toMatchObject({ status: 200, body: { people: 188 } })
    const refused = await say(two.id, 13)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        issues: [
          {
            path: 'people',
            message: 'The halls of a sitting hold at most 200 people together: here 12 at most.',
          },
        ],
      },
    })
    expect(await say(two.id, 12)).toMatchObject({ status: 200 })
    for (const people of [-1, 201, 1.5, 'many', null])
      expect(await say(one.id, people)).toMatchObject({ status: 400, body: { issues: [{ path: 'people' }] } })
    const { body } = await read(one.token)
    expect(body).toMatchObject({ people: 200 })
    await revoke(one.id)
    expect((await read(two.token)).body).toMatchObject({ people: 12 })
  })

  test('[HALL-03] are beside presence: neither the room’s number nor a turnout has them', async () => {
    const client = await joinLive(app, mia, app.calendar.today())
    const { id } = await open()
    await say(id, 12)
    const online = await request(app, 'GET /api/meditation/online-count', { as: mia })
    expect(online.body).toEqual({ count: 1 })
    const { query } = app.database
    for (const table of [
      'meditation_sessions',
      'mood_entries',
      'sitting_thanks',
      'quantum_love_transactions',
    ] as const)
      expect(await query.selectFrom(table).selectAll().execute()).toEqual([])
    await client.close()
  })
})

test('[HALL-03] members in the room are told of a change, and so is one who joins later', async () => {
  const early = await joinLive(app, mia, app.calendar.today())
  const { id } = await open()
  expect(await early.next('halls-changed')).toMatchObject({ sittingId: sitting.id, halls: 1, people: 0 })
  await say(id, 12)
  expect(await early.next('halls-changed')).toMatchObject({ halls: 1, people: 12 })
  const late = await joinLive(app, gail, app.calendar.today())
  const told = ({ frames }: TestLiveClient) => frames.filter(({ type }) => type === 'halls-changed').at(-1)
  await eventually(() => expect(told(late)).toMatchObject({ sittingId: sitting.id, halls: 1, people: 12 }))
  await revoke(id)
  for (const client of [early, late]) {
    await eventually(() => expect(told(client)).toMatchObject({ halls: 0, people: 0 }))
    await client.close()
  }
})

test('[HALL-01] links are deleted a day after the sharing', async () => {
  await open()
  const job = app.app.modules
    .flatMap(({ scheduledJobs = [] }) => scheduledJobs)
    .find(({ name }) => name === 'hall-links')
  const { signal } = new AbortController()
  const { query } = app.database
  const count = async () =>
    (await query.selectFrom('hall_links').select('id').where('sittingId', '=', sitting.id).execute()).length
  await job?.work(new Date(sitting.endsAt + dayMs), signal)
  expect(await count()).toBe(1)
  await job?.work(new Date(sitting.endsAt + dayMs + 1), signal)
  expect(await count()).toBe(0)
})
