// What hosts do with a stream on the real server: its end, a new beginning, its lead, and keys for encoders.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { createLog } from '#server/log.ts'
import { minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting, putInit, putSegment } from '#test/streams/live-sitting.ts'
import type { StreamKey } from '../hosting-contract.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'trace', nodeId: 'one' }, { write: (line) => void lines.push(line) })
const app = await openTestApp({ isUnlimited: true, log })
const { ada, gail, mia } = await signInPeople(app)
let serial = 0
let hana: TestUser
let sitting: Sitting

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  serial += 1
  hana = await signIn(app, `hana-of-streams-${serial}`, hostFields)
  sitting = await makeLiveSitting(app, { hostId: hana.userId })
})

const at = () => `/api/sittings/${sitting.id}/stream` as const
const part = (as: TestUser | null = hana) => ({ as, sittingId: sitting.id })
const speak = async () => {
  expect(await putInit(app, part())).toMatchObject({ status: 200 })
  expect(await putSegment(app, { ...part(), seq: 0 })).toMatchObject({ status: 200 })
}
const end = (as: TestUser) => request(app, `POST ${at()}/end`, { as })
const start = (as: TestUser) => request(app, `POST ${at()}/start`, { as })
const lead = (seconds: number | null, as = hana) =>
  request(app, `PUT ${at()}/lead`, { as, body: { seconds } })
const stream = () =>
  app.database.query
    .selectFrom('streams')
    .selectAll()
    .where('sittingId', '=', sitting.id)
    .executeTakeFirstOrThrow()
const logged = async () =>
  (await app.database.query.selectFrom('activities').select('action').orderBy('id', 'desc').execute()).map(
    ({ action }) => action,
  )

describe('an ended stream', () => {
  test('[STREAM-14] begins again at its host’s word; a second press changes nothing', async () => {
    await speak()
    expect(await end(hana)).toMatchObject({ status: 200, body: { state: 'ended', mayStart: true } })
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({ status: 409 })
    const { version } = await stream()
    for (const _ of [1, 2]) expect(await start(hana)).toMatchObject({ status: 200, body: { state: 'off' } })
    expect((await stream()).version).toBe(version + 1)
    expect((await logged()).slice(0, 2)).toEqual(['stream.start', 'stream.end'])
    await putInit(app, part())
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({ status: 200, body: { state: 'on' } })
  })

  test('[STREAM-26] that a moderator ended begins again only at a moderator’s word', async () => {
    await speak()
    expect(await end(gail)).toMatchObject({ status: 200, body: { state: 'ended', mayStart: true } })
    expect((await request(app, `GET ${at()}`, { as: hana })).body).toMatchObject({ mayStart: false })
    expect(await start(hana)).toMatchObject({ status: 403 })
    expect(await putInit(app, part())).toMatchObject({ status: 403 })
    expect(await start(gail)).toMatchObject({ status: 200, body: { state: 'off' } })
    expect(await putInit(app, part())).toMatchObject({ status: 200 })
    app.clock.set(sitting.sharingAt)
    expect(await start(gail)).toMatchObject({ status: 409, body: { code: 'stream_ended' } })
  })
})

describe('the lead', () => {
  test('[STREAM-04] is what a host has set, whatever is measured, until it is measured again', async () => {
    await speak()
    expect(await lead(20)).toMatchObject({ status: 200, body: { leadMs: 20_000, chosenLeadMs: 20_000 } })
    const { version } = await stream()
    expect(await lead(20)).toMatchObject({ body: { version } })
    for (let seq = 1; seq < 8; seq += 1) {
      app.clock.advance(2_000)
      expect(await putSegment(app, { ...part(), seq })).toMatchObject({ body: { leadMs: 20_000, version } })
    }
    expect(await lead(null)).toMatchObject({ body: { leadMs: 20_000, chosenLeadMs: null } })
    app.clock.advance(2_000)
    expect(await putSegment(app, { ...part(), seq: 8 })).toMatchObject({ body: { leadMs: 6_000 } })
  })

  test('[STREAM-04] is kept for a stream that begins later, in its time', async () => {
    app.clock.set(sitting.doorsAt - 60 * minuteMs - 1)
    // Powers of a host aren't in force either; of a moderator they are.
    expect(await lead(20, gail)).toMatchObject({ status: 409, body: { code: 'stream_too_early' } })
    app.clock.set(sitting.startsAt)
    await lead(20)
    await speak()
    expect(await stream()).toMatchObject({ leadMs: 20_000 })
    await end(hana)
    await putInit(app, part())
    expect(await stream()).toMatchObject({ leadMs: 20_000 })
  })

  test.each([5, 31, 7.5])('[STREAM-04] of %s s is refused beside its field', async (seconds) => {
    expect(await lead(seconds)).toMatchObject({ status: 400, body: { issues: [{ path: 'seconds' }] } })
  })
})

describe('an encoder', () => {
  const liveSource = 'https://live.example.com/ana/index.m3u8'
  beforeEach(async () => {
    await deleteSchedules(app)
    sitting = await makeLiveSitting(app, { hostId: hana.userId, template: { liveSource } })
  })
  const renew = (as: TestUser = hana) => request(app, `POST ${at()}/key`, { as })
  const newKey = async () => ((await renew()).body as StreamKey).streamKey.replace('ana?key=', '')
  /** As a stream server sends it: without an Origin and a session. */
  const post = (body: string, type: string) =>
    fetch(`${app.url}/api/stream/publish`, { method: 'POST', headers: { 'content-type': type }, body })
  const publish = async (key: string, name = 'ana', call = 'publish') => {
    const form = new URLSearchParams({ call, app: 'live', name, key, addr: '192.0.2.1' })
    return (await post(form.toString(), 'application/x-www-form-urlencoded')).status
  }

  test('[STREAM-20] publishes with the key alone, in the three forms; then its maker speaks', async () => {
    const { server, streamKey } = (await renew()).body as StreamKey
    expect(server).toBe('rtmps://live.example.com:1936/live')
    expect(streamKey).toMatch(/^ana\?key=[\w-]{22}$/)
    const key = streamKey.replace('ana?key=', '')
    expect(await publish(key)).toBe(200)
    expect(await publish(key, 'ana', 'update_publish')).toBe(200)
    const json = 'application/json'
    const mediamtx = { action: 'publish', path: 'ana', query: `key=${key}` }
    const srs = { action: 'on_publish', stream: 'ana', param: `?key=${key}` }
    for (const asked of [mediamtx, srs]) {
      const response = await post(JSON.stringify(asked), json)
      expect([response.status, await response.text()]).toEqual([200, '{"code":0}'])
    }
    expect(await stream()).toMatchObject({ teacherId: hana.userId })
  })

  test('[STREAM-20] is refused with another key, another name, and for a reader', async () => {
    const key = await newKey()
    expect(await publish('x'.repeat(22))).toBe(403)
    expect(await publish('')).toBe(403)
    expect(await publish(key, 'ben')).toBe(403)
    expect(await publish(key, 'ana', 'play')).toBe(403)
    // The packager goes on.
    expect(await publish('', 'ana', 'update_play')).toBe(200)
    // What an encoder adds to the name comes after it.
    expect(await publish(`${key}&name=ana`, 'ben')).toBe(403)
    const added = `call=publish&name=ben&key=${key}&name=ana&call=update_play`
    expect((await post(added, 'application/x-www-form-urlencoded')).status).toBe(403)
    expect((await post('', 'application/x-www-form-urlencoded')).status).toBe(403)
    expect((await post('{', 'application/json')).status).toBe(400)
    expect((await post('x', 'text/plain')).status).toBe(415)
    expect((await stream()).teacherId).toBeNull()
  })

  test('[STREAM-20] a new key ends the one before; the database has neither', async () => {
    const [first, second] = [await newKey(), await newKey()]
    expect(await publish(first)).toBe(403)
    expect(await publish(second)).toBe(200)
    expect(JSON.stringify(await stream())).not.toContain(second)
  })

  test('[STREAM-20] has its time: from an hour before the doors to the second bell', async () => {
    app.clock.set(sitting.doorsAt - 60 * minuteMs - 1)
    expect(await renew(gail)).toMatchObject({ status: 409, body: { code: 'stream_too_early' } })
    app.clock.advance(1)
    const key = await newKey()
    expect(await publish(key)).toBe(200)
    app.clock.set(sitting.sharingAt)
    expect(await publish(key)).toBe(403)
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'stream_ended' } })
  })

  test('[STREAM-20] a key of another sitting opens nothing here, and one here opens no other', async () => {
    const key = await newKey()
    const other = 'https://live.example.com/ben.m3u8'
    await app.database.query.updateTable('sittings').set({ liveSource: other }).execute()
    expect(await publish(key)).toBe(403)
    expect(await publish(key, 'ben')).toBe(200)
  })

  test('[STREAM-20] [STREAM-26] a key lives no longer than the right of its maker, and the picture ends with it', async () => {
    const key = await newKey()
    expect(await publish(key)).toBe(200)
    await app.database.query.updateTable('streams').set({ state: 'on' }).execute()
    await request(app, `PUT /api/admin/users/${hana.userId}/ban`, {
      as: ada,
      body: { reason: 'Unkind words' },
    })
    expect(await stream()).toMatchObject({ state: 'ended', isStopped: true, teacherId: null })
    expect(await publish(key)).toBe(403)
    expect(await publish(key, 'ana', 'update_publish')).toBe(403)
  })

  test('[STREAM-20] a key that was never used ends with the right of its maker, too', async () => {
    const key = await newKey()
    await request(app, `PUT /api/admin/users/${hana.userId}/ban`, {
      as: ada,
      body: { reason: 'Unkind words' },
    })
    expect(await stream()).toMatchObject({ isStopped: false })
    expect(await publish(key)).toBe(403)
  })

  test('[STREAM-26] a picture of an outside address that was ended stays so until someone lets it begin again', async () => {
    const key = await newKey()
    await publish(key)
    expect(await end(gail)).toMatchObject({ status: 200, body: { state: 'off' } })
    await app.database.query.updateTable('streams').set({ state: 'on' }).execute()
    expect(await end(gail)).toMatchObject({ status: 200, body: { state: 'ended' } })
    expect(await publish(key)).toBe(403)
    expect(await start(hana)).toMatchObject({ status: 403 })
    expect(await start(gail)).toMatchObject({ status: 200, body: { state: 'off' } })
    expect(await publish(key)).toBe(200)
  })

  test('[STREAM-20] no key for a sitting that is seen here or elsewhere', async () => {
    for (const source of ['here', 'elsewhere']) {
      await app.database.query.updateTable('sittings').set({ liveSource: source }).execute()
      expect(await renew()).toMatchObject({ status: 404 })
    }
  })

  test('[STREAM-20] members may load the files, and no one else', async () => {
    const read = (as: TestUser | null) => request(app, 'GET /api/stream/read', { as })
    expect(await read(mia)).toMatchObject({ status: 204 })
    expect(await read(null)).toMatchObject({ status: 401 })
  })

  test('[STREAM-20] keys stand in no log', async () => {
    const key = await newKey()
    await publish(key)
    await publish(`${key}x`)
    await post(
      JSON.stringify({ action: 'publish', path: 'ana', query: `key=${key}`, more: [[[[[[[key]]]]]]] }),
      'application/json',
    )
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join()).not.toContain(key)
  })
})
