// Streams on the real server and database: who may send what and when, what members get, and how a stream ends.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { busEvents } from '#shared/bus-events.ts'
import { minuteMs } from '#shared/durations.ts'
import { dailyMeditationPath } from '#shared/paths.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { initBytes, makeLiveSitting, putInit, putSegment, segmentBytes } from '#test/streams/live-sitting.ts'

const app = await openTestApp({ isUnlimited: true })
const { ada, gail, mia } = await signInPeople(app)
let serial = 0
let hana: TestUser
let ravi: TestUser
let sitting: Sitting

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
  ravi = await signIn(app, `ravi-${serial}`, { ...hostFields, name: 'Ravi Host' })
  sitting = await makeLiveSitting(app, { hostId: hana.userId })
})

const part = (as: TestUser | null = hana) => ({ as, sittingId: sitting.id })
const start = async () => {
  expect(await putInit(app, part())).toMatchObject({ status: 200 })
  expect(await putSegment(app, { ...part(), seq: 0 })).toMatchObject({ status: 200 })
}
const read = (name: string, as: TestUser | null = mia) =>
  request(app, `GET /live/${sitting.id}/${name}`, { as })
/** A moment later: what there is of a stream is read once a second. */
const readLater = (name: string, as: TestUser | null = mia) => {
  app.clock.advance(1_000)
  return read(name, as)
}
const stream = async () =>
  app.database.query.selectFrom('streams').selectAll().where('sittingId', '=', sitting.id).executeTakeFirst()
const segmentCount = async () =>
  (await app.database.query.selectFrom('stream_segments').select('seq').execute()).length

describe('who may send', () => {
  test('[STREAM-10] who holds the sitting and moderators may; no one else', async () => {
    await start()
    for (const as of [ravi, mia]) {
      expect(await putInit(app, { ...part(as), desk: 'another-desk-at-home' })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      expect(await putSegment(app, { ...part(as), seq: 1 })).toMatchObject({ status: 403 })
      expect(await request(app, `POST /api/sittings/${sitting.id}/stream/end`, { as })).toMatchObject({
        status: 403,
      })
    }
    expect(await putSegment(app, { ...part(null), seq: 1 })).toMatchObject({ status: 401 })
    // Gail moderates, but the voice is Hana's.
    const bySecond = { ...part(gail), desk: 'another-desk-at-home' }
    for (const response of [await putInit(app, bySecond), await putSegment(app, { ...bySecond, seq: 1 })])
      expect(response).toMatchObject({ status: 409, body: { code: 'stream_not_yours' } })
  })

  test('[STREAM-10] of two tabs of one teacher the second waits until the first is silent', async () => {
    await start()
    const second = { ...part(), desk: 'desk-of-a-second-tab' }
    expect(await putInit(app, second)).toMatchObject({ status: 409, body: { code: 'stream_not_yours' } })
    expect(await putSegment(app, { ...second, seq: 1 })).toMatchObject({ status: 409 })
    await app.database.query.updateTable('streams').set({ state: 'off' }).execute()
    expect(await putInit(app, second)).toMatchObject({ status: 200, body: { next: { picture: 1 } } })
    expect(await putSegment(app, { ...second, seq: 1 })).toMatchObject({ status: 200 })
    expect(await putSegment(app, { ...part(), seq: 2 })).toMatchObject({
      status: 409,
      body: { code: 'stream_not_yours' },
    })
  })

  test('[STREAM-08] from an hour before the doors until the second bell', async () => {
    app.clock.set(sitting.doorsAt - 60 * minuteMs - 1)
    expect(await putInit(app, part())).toMatchObject({ status: 409, body: { code: 'stream_too_early' } })
    app.clock.advance(1)
    await start()
    app.clock.set(sitting.sharingAt)
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stream_ended' },
    })
  })

  test('[STREAM-23] the picture that stays for the sharing is sent until its end', async () => {
    await app.database.query.updateTable('sittings').set({ pictureInSharing: true }).execute()
    app.clock.set(sitting.sharingAt)
    await start()
    app.clock.set(sitting.endsAt)
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({ status: 409 })
  })

  test('[STREAM-10] a sitting that is seen elsewhere takes nothing', async () => {
    await app.database.query.updateTable('sittings').set({ liveSource: 'elsewhere' }).execute()
    expect(await putInit(app, part())).toMatchObject({ status: 404 })
  })
})

describe('a segment', () => {
  const gap = (nextSeq: number) => ({ status: 409, body: { code: 'stream_gap', parameters: { nextSeq } } })

  test('[STREAM-10] comes in order, once, and again only with the same bytes', async () => {
    await start()
    const bytes = segmentBytes()
    expect(await putSegment(app, { ...part(), seq: 1, bytes })).toMatchObject({
      status: 200,
      body: { nextSeq: 2, state: 'on', offsetMs: 0, delayMs: 0, reserveMs: 10_000 },
    })
    expect(await putSegment(app, { ...part(), seq: 1, bytes })).toMatchObject({
      status: 200,
      body: { nextSeq: 2 },
    })
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject(gap(2))
    expect(await putSegment(app, { ...part(), seq: 3 })).toMatchObject(gap(2))
    expect(await segmentCount()).toBe(2)
  })

  test('[STREAM-10] of many at once with one number, one is stored', async () => {
    await start()
    const all = await Promise.all(Array.from({ length: 8 }, () => putSegment(app, { ...part(), seq: 1 })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await segmentCount()).toBe(2)
  })

  test('[STREAM-10] needs its first bytes, also after a crash of the database', async () => {
    await start()
    await app.database.query.deleteFrom('stream_inits').execute()
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stream_gap', parameters: { nextSeq: 1, needsInit: 1 } },
    })
    expect(await putInit(app, part())).toMatchObject({ status: 200 })
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({ status: 200 })
  })

  test.each([
    ['0 bytes', { bytes: new Uint8Array() }, 400],
    ['1 MB and a byte', { bytes: segmentBytes(1_048_577) }, 413],
    ['1 MB', { bytes: segmentBytes(1_048_576) }, 200],
    ['another format', { bytes: new TextEncoder().encode('<html>Not a film</html>') }, 400],
    ['first bytes in its place', { bytes: initBytes() }, 400],
    ['the number −1', { seq: '-1' }, 400],
    ['the number 2^53', { seq: '9007199254740992' }, 400],
    ['the number 1.5', { seq: '1.5' }, 400],
    ['no length', { durationMs: 0 }, 400],
    ['4 s', { durationMs: 4_000 }, 200],
    ['more than 4 s', { durationMs: 4_001 }, 400],
    ['a stamp below 0', { startsAtMs: -1 }, 400],
    ['a desk without a name', { desk: 'short' }, 400],
  ])('[STREAM-10] with %s has its response', async (_, changes, status) => {
    expect(await putInit(app, part())).toMatchObject({ status: 200 })
    expect((await putSegment(app, { ...part(), seq: 0, ...changes })).status).toBe(status)
  })

  test('[STREAM-10] segments are no first bytes', async () => {
    expect(await putInit(app, { ...part(), bytes: segmentBytes() })).toMatchObject({
      status: 400,
      body: { code: 'stream_format' },
    })
  })
})

describe('what members get', () => {
  test('[STREAM-10] the playlist, its first bytes and its segments, for a member alone', async () => {
    const [init, bytes] = [initBytes(), segmentBytes()]
    await putInit(app, { ...part(), bytes: init })
    await putSegment(app, { ...part(), seq: 0, bytes })
    const playlist = await readLater('picture.m3u8')
    expect(playlist.status).toBe(200)
    expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(playlist.headers.get('cache-control')).toBe('private, max-age=1')
    expect(playlist.body).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(defaultMs() - 2_000).toISOString()}`)
    for (const [name, content] of [
      ['picture-0.m4s', bytes],
      ['picture-init-0.mp4', init],
    ] as const) {
      const response = await fetch(`${app.url}/live/${sitting.id}/${name}`, {
        headers: { cookie: mia.cookie },
      })
      expect(response.headers.get('cache-control')).toBe('private, max-age=300, immutable')
      expect(response.headers.get('content-type')).toBe('video/mp4')
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(content)
    }
    expect((await read('picture.m3u8', null)).status).toBe(401)
    expect((await read('sound.m3u8')).status).toBe(404)
    expect((await read('picture-1.m4s')).status).toBe(404)
    expect((await request(app, 'GET /live/1/picture.m3u8', { as: mia })).status).toBe(404)
  })

  test('[STREAM-21] nothing before the doors and after the second bell', async () => {
    app.clock.set(sitting.doorsAt - minuteMs)
    await start()
    expect((await readLater('picture.m3u8')).status).toBe(404)
    const today = async () => (await request(app, `GET ${dailyMeditationPath}`, { as: mia })).body
    // That it is seen here is known before.
    expect(await today()).toMatchObject({ kind: 'live', isStreamed: true })
    expect(await today()).not.toHaveProperty('stream')
    app.clock.set(sitting.doorsAt)
    expect((await readLater('picture.m3u8')).status).toBe(200)
    expect(await today()).toMatchObject({
      isStreamed: true,
      stream: {
        url: `/live/${sitting.id}/picture.m3u8`,
        soundUrl: `/live/${sitting.id}/sound.m3u8`,
        bellBy: 'clock',
        inSharing: false,
      },
    })
    app.clock.set(sitting.sharingAt)
    expect((await readLater('picture.m3u8')).status).toBe(404)
  })

  test('[STREAM-21] of a sitting that meets elsewhere there is neither', async () => {
    await app.database.query.updateTable('sittings').set({ liveSource: 'elsewhere' }).execute()
    await app.bus.publish(busEvents.days, { type: 'changed' })
    app.clock.set(sitting.doorsAt)
    const { body } = await request(app, `GET ${dailyMeditationPath}`, { as: mia })
    expect(body).toMatchObject({ kind: 'live', meetingUrl: null })
    for (const field of ['stream', 'isStreamed']) expect(body).not.toHaveProperty(field)
  })

  test('[STREAM-08] a test is for who may speak there, and no one sees a stream', async () => {
    await putInit(app, { ...part(), rendition: 'test' })
    expect(await putSegment(app, { ...part(), rendition: 'test', seq: 0 })).toMatchObject({
      status: 200,
      body: { state: 'off' },
    })
    expect((await readLater('test.m3u8')).status).toBe(404)
    for (const as of [hana, gail]) {
      const { status, headers } = await readLater('test.m3u8', as)
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect((await read('test-0.m4s', ravi)).status).toBe(404)
    // Another test begins with nothing.
    await putInit(app, { ...part(), rendition: 'test' })
    expect((await readLater('test.m3u8', hana)).status).toBe(404)
    expect(await putSegment(app, { ...part(), rendition: 'test', seq: 1 })).toMatchObject({ status: 200 })
  })

  test('[STREAM-10] a node reads a segment once and the playlist once a second, whoever asks', async () => {
    await start()
    app.clock.advance(1_000)
    const { reads } = app.app.streams.reader
    const before = { ...reads }
    const ask = () =>
      Promise.all(Array.from({ length: 50 }, () => [read('picture.m3u8'), read('picture-0.m4s')]).flat())
    for (const { status } of await ask()) expect(status).toBe(200)
    expect(reads.contents - before.contents).toBeLessThanOrEqual(1)
    expect(reads.files - before.files).toBe(1)
    app.clock.advance(1_000)
    await ask()
    expect(reads.contents - before.contents).toBeLessThanOrEqual(2)
    expect(reads.files - before.files).toBe(1)
  })
})

const defaultMs = () => app.clock.now() - 1_000

describe('over the time', () => {
  const send = async (from: number, count: number, everyMs = 2_000) => {
    for (let seq = from; seq < from + count; seq += 1) {
      app.clock.advance(everyMs)
      expect(await putSegment(app, { ...part(), seq })).toMatchObject({ status: 200 })
    }
  }

  test('[STREAM-04] [STREAM-06] the lead is fixed with six segments; what members learn has another version', async () => {
    await start()
    expect(await stream()).toMatchObject({ state: 'on', version: 2, leadMs: 12_000 })
    await send(1, 4)
    expect(await stream()).toMatchObject({ version: 2, leadMs: 12_000 })
    await send(5, 20)
    expect(await stream()).toMatchObject({ version: 3, leadMs: 6_000 })
  })

  test('[STREAM-07, STREAM-08] its desk reads the sitting, who rings, and from when to when it may send', async () => {
    const read = async () => (await request(app, `GET /api/sittings/${sitting.id}/stream`, { as: hana })).body
    const expected = { sitting, bellBy: 'clock', inSharing: false, mayStart: true, language: null }
    expect(await read()).toMatchObject({
      ...expected,
      fromMs: sitting.doorsAt - 60 * minuteMs,
      untilMs: sitting.sharingAt,
    })
    await app.database.query
      .updateTable('sittings')
      .set({ pictureInSharing: true, bellBy: 'teacher' })
      .execute()
    expect(await read()).toMatchObject({ bellBy: 'teacher', inSharing: true, untilMs: sitting.endsAt })
    await start()
    await request(app, `POST /api/sittings/${sitting.id}/stream/end`, { as: gail })
    expect(await read()).toMatchObject({ state: 'ended', mayStart: false })
  })

  test('[STREAM-09] a reload of the desk goes on with the numbers; its gap is marked', async () => {
    await start()
    await send(1, 3)
    app.clock.advance(7 * minuteMs)
    await app.database.query.deleteFrom('stream_segments').execute()
    const { body } = await request(app, `GET /api/sittings/${sitting.id}/stream`, { as: hana })
    expect(body).toMatchObject({ next: { picture: 4, sound: 0, test: 0 }, teacher: { id: hana.userId } })
    await putInit(app, part())
    await send(4, 2)
    const playlist = String((await readLater('picture.m3u8')).body)
    expect(playlist).toContain('#EXT-X-MEDIA-SEQUENCE:4\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n')
    expect(playlist).toContain('picture-init-4.mp4')
  })

  test('[STREAM-09] dropped seconds are one discontinuity', async () => {
    await start()
    await send(1, 2)
    app.clock.advance(10_000)
    await send(3, 2)
    const playlist = String((await readLater('picture.m3u8')).body)
    expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  })

  test('[STREAM-11] without segments it is off after ten seconds, and on again with the next', async () => {
    await start()
    app.clock.advance(10_000)
    await app.app.jobs.whenIdle()
    expect(await stream()).toMatchObject({ state: 'on' })
    app.clock.advance(5_000)
    await expect
      .poll(async () => {
        app.clock.advance(100)
        await app.app.jobs.whenIdle()
        return (await stream())?.state
      })
      .toBe('off')
    await send(1, 1)
    expect(await stream()).toMatchObject({ state: 'on', version: 4 })
  })

  test('[STREAM-10] a segment is stored for five minutes, and nothing after the sitting', async () => {
    await start()
    app.clock.advance(5 * minuteMs - 4_000)
    await send(1, 1)
    await expect
      .poll(async () => {
        app.clock.advance(2_100)
        await app.app.jobs.whenIdle()
        return segmentCount()
      })
      .toBe(1)
    app.clock.set(sitting.sharingAt - 1_000)
    await app.app.jobs.whenIdle()
    await expect
      .poll(async () => {
        app.clock.advance(5_000)
        await app.app.jobs.whenIdle()
        return segmentCount()
      })
      .toBe(0)
  })
})

const end = (as: TestUser) => request(app, `POST /api/sittings/${sitting.id}/stream/end`, { as })

describe('the end', () => {
  test('[STREAM-14] its teacher ends their part, with one entry, and may start once more', async () => {
    await start()
    for (const _ of [1, 2]) expect(await end(hana)).toMatchObject({ status: 200, body: { state: 'ended' } })
    const log = await app.database.query.selectFrom('activities').select(['action', 'actorId']).execute()
    expect(log.filter(({ actorId }) => actorId === hana.userId)).toEqual([
      { action: 'stream.end', actorId: hana.userId },
    ])
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stream_ended' },
    })
    expect(await putInit(app, part())).toMatchObject({
      status: 200,
      body: { state: 'off', next: { picture: 1 } },
    })
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({ status: 200, body: { state: 'on' } })
  })

  test('[STREAM-26] what a moderator ends, only a moderator starts again', async () => {
    await start()
    expect(await end(gail)).toMatchObject({ status: 200 })
    expect(await segmentCount()).toBe(0)
    expect(await putInit(app, part())).toMatchObject({ status: 403 })
    expect(await putSegment(app, { ...part(), seq: 1 })).toMatchObject({ status: 403 })
    expect(await putInit(app, part(ada))).toMatchObject({ status: 200 })
  })

  const change = (body: object) => request(app, `PUT /api/admin/users/${hana.userId}`, { as: ada, body })
  test.each<[string, () => Promise<unknown>, number]>([
    [
      'a ban',
      () =>
        request(app, `PUT /api/admin/users/${hana.userId}/ban`, {
          as: ada,
          body: { reason: 'Unkind words' },
        }),
      403,
    ],
    ['loss of the mark', () => change({ mayHost: false }), 403],
    [
      'another host',
      () =>
        request(app, `PUT /api/schedules/${sitting.scheduleId}/host`, {
          as: ada,
          body: { hostId: ravi.userId },
        }),
      403,
    ],
    [
      'a sitting without a host',
      () => request(app, `DELETE /api/schedules/${sitting.scheduleId}/host`, { as: ada }),
      403,
    ],
    [
      'a mute',
      () =>
        request(app, `POST /api/moderation/mutes/${hana.userId}`, {
          as: gail,
          body: { reason: 'unkind', minutes: 10 },
        }),
      403,
    ],
    ['an erasure', () => request(app, `DELETE /api/admin/users/${hana.userId}`, { as: ada }), 401],
    [
      'a canceled sitting',
      () => request(app, `POST /api/sittings/${sitting.id}/cancel`, { as: gail, body: { note: '' } }),
      409,
    ],
  ])('[STREAM-26] %s ends the picture in its transaction', async (_, lose, status) => {
    await start()
    expect((await readLater('picture-0.m4s')).status).toBe(200)
    expect(await lose()).toMatchObject({ status: 200 })
    expect(await stream()).toMatchObject({ state: 'ended', teacherId: null })
    expect(await segmentCount()).toBe(0)
    expect((await putSegment(app, { ...part(), seq: 1 })).status).toBe(status)
    app.clock.advance(1_200)
    for (const name of ['picture.m3u8', 'picture-0.m4s']) expect((await read(name)).status).toBe(404)
  })

  test('[STREAM-26] what changes nothing of the right ends nothing', async () => {
    await start()
    expect((await change({ name: 'Hana New' })).status).toBe(200)
    expect(
      await request(app, `POST /api/moderation/mutes/${mia.userId}`, {
        as: gail,
        body: { reason: 'unkind', minutes: 10 },
      }),
    ).toMatchObject({ status: 200 })
    expect(await stream()).toMatchObject({ state: 'on' })
  })
})

describe('more time', () => {
  const extend = (minutes: number, as = hana) =>
    request(app, `POST /api/sittings/${sitting.id}/extend`, { as, body: { minutes } })

  test('[STREAM-19] three times at most, while the meditation runs', async () => {
    expect(await extend(7)).toMatchObject({ status: 400 })
    for (const [minutes, added] of [
      [5, 5],
      [10, 15],
      [5, 20],
    ] as const) {
      const { status, body } = await extend(minutes)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        sharingAt: sitting.sharingAt + added * minuteMs,
        endsAt: sitting.endsAt + added * minuteMs,
        mediaSeconds: 1_800 + added * 60,
      })
    }
    expect(await extend(5)).toMatchObject({ status: 409, body: { code: 'not_extendable' } })
    app.clock.set(sitting.sharingAt + 20 * minuteMs)
    expect(await extend(5)).toMatchObject({ status: 409, body: { code: 'too_late' } })
    expect(await extend(5, ravi)).toMatchObject({ status: 403 })
  })

  test('[STREAM-19] a video isn’t made longer', async () => {
    const video = {
      kind: 'video',
      videoUrl: '/media/still-water.mp4',
      liveSource: null,
      bellBy: null,
    } as const
    await app.database.query.updateTable('sittings').set(video).execute()
    expect(await extend(5)).toMatchObject({ status: 409, body: { code: 'not_extendable' } })
  })
})
