// Picture upload: the whole corpus over HTTP, storage, delivery and cleanup.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { applyBan } from '#features/moderation/server/bans.ts'
import {
  corruptUploads,
  dataUrl,
  wrongTypeUploads,
  cameraJpeg,
  fiveMebibytes,
  malformedBase64Uploads,
  noiseJpeg,
  solidColorPng,
  oneUploadPerType,
} from '#test/data/pictures.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'
const ownAddress = /^\/media\/[0-9a-f]{64}\.jpg$/

let serial = 0
const app = await openTestApp({ isUnlimited: true })

function createMember(on = app): Promise<TestUser> {
  serial += 1
  return signIn(on, `someone-${serial}`, personFields.mia)
}
const save = (as: TestUser, profilePicture: string, on = app) =>
  request(on, 'PUT /api/user/profile', {
    as,
    body: { name: as.name, email: as.email, profilePicture, profileCompleted: true, firebaseUid: as.uid },
  })
const upload = async (as: TestUser, content: Buffer, type = 'image/png') => {
  const { status, body } = await save(as, dataUrl(content, type))
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { profilePicture: string }).profilePicture
}
const rowOf = ({ userId }: TestUser) =>
  app.database.query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
const files = async () => {
  const rows = await app.database.query.selectFrom('media_files').select('sha256').execute()
  return rows.map(({ sha256 }) => `/media/${sha256}.jpg`).toSorted()
}
const fetchPicture = (address: string) => fetch(`${app.url}${address}`)

describe('an upload', () => {
  test('[PROF-18, PROF-20, PROF-21] is re-encoded from each type and stored under its hash', async () => {
    const mia = await createMember()
    for (const { what, type, content } of await oneUploadPerType()) {
      const { status, body } = await save(mia, dataUrl(content, `image/${type}`))
      expect({ what, status, body }).toMatchObject({
        status: 200,
        body: { profilePicture: expect.stringMatching(ownAddress) as string },
      })
      const response = await fetchPicture((body as { profilePicture: string }).profilePicture)
      expect(response.status).toBe(200)
      const served = Buffer.from(await response.arrayBuffer())
      const { format, width, height, exif } = await sharp(served).metadata()
      expect({ what, format, width, height, exif }).toEqual({
        what,
        format: 'jpeg',
        width: 512,
        height: 512,
        exif: undefined,
      })
      expect(served.includes('<script>')).toBe(false)
    }
  })

  test('[PROF-21, T27] is served as an image only, with immutable caching', async () => {
    const address = await upload(await createMember(), await cameraJpeg(), 'image/jpeg')
    const { headers } = await fetchPicture(address)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('[PROF-21] users, messages and presence contain its URL, never its content', async () => {
    const mia = await createMember()
    const address = await upload(mia, await solidColorPng('#204060'))
    const { body } = await request(app, 'GET /api/auth/user', { as: mia })
    expect(body).toMatchObject({ profilePicture: address })
    const socket = await joinLive(app, mia, today)
    sendChatMessage(socket, 'Good morning')
    const { message } = await socket.next('new-message')
    expect(message.user.profilePicture).toBe(address)
    const online = await request(app, `GET /api/meditation/online-users/${today}`, { as: mia })
    expect(online.body).toMatchObject([{ id: mia.userId, profilePicture: address }])
    const chat = await request(app, `GET /api/meditation/chat/${today}`, { as: mia })
    const other = await upload(mia, await solidColorPng('#604020'))
    await socket.next('online-count-updated', ({ onlineUsers }) => onlineUsers[0]?.profilePicture === other)
    sendChatMessage(socket, 'Now in another light')
    expect((await socket.next('new-message')).message.user.profilePicture).toBe(other)
    expect(JSON.stringify([socket.texts, chat.body])).not.toContain('data:')
    await socket.close()
  })

  test('[PROF-19, T27] of anything else is rejected with a field error, and nothing changes', async () => {
    const mia = await createMember()
    const before = [await rowOf(mia), await files()]
    const tooLarge = Buffer.concat([await solidColorPng('#123456'), Buffer.alloc(fiveMebibytes)])
    const broken = (await corruptUploads()).map(({ what, type, content }) => ({
      what,
      address: dataUrl(content, `image/${type}`),
    }))
    const cases = [
      ...broken.map((it) => ({ ...it, sentence: /can’t be read/ })),
      ...(await malformedBase64Uploads()).map((it) => ({ ...it, sentence: /can’t be read/ })),
      ...(await wrongTypeUploads()).map((it) => ({ ...it, sentence: /^Please choose a JPG, PNG or GIF/ })),
      { what: 'too large', address: dataUrl(tooLarge), sentence: /^A picture can be at most 5 MB\.$/ },
      {
        what: 'a byte too large',
        address: dataUrl(tooLarge.subarray(0, fiveMebibytes + 1), 'image/png'),
        sentence: /^A picture can be at most 5 MB\.$/,
      },
    ]
    for (const { what, address, sentence } of cases) {
      const { status, body } = await save(mia, address)
      expect({ what, status, body }).toEqual({
        what,
        status: 400,
        body: {
          code: 'invalid',
          message: 'Please check your input and try again.',
          issues: [{ path: 'profilePicture', message: expect.stringMatching(sentence) as string }],
        },
      })
    }
    expect([await rowOf(mia), await files()]).toEqual(before)
  })

  test('[PROF-18] that exceeds the body limit is rejected with a message too', async () => {
    const mia = await createMember()
    const response = await save(mia, dataUrl(Buffer.alloc(6_000_000)))
    expect(response).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect((response.body as { message: string }).message).not.toBe('')
    // It is kept, so that the client reads the response (T77).
    expect(response.headers.get('connection')).not.toBe('close')
  })

  test('[PROF-16] completes a profile like any other picture', async () => {
    const ned = await signIn(app, 'ned-uploads', personFields.ned)
    const { body } = await save(ned, dataUrl(await solidColorPng('#abcdef'), 'image/png'))
    expect(body).toMatchObject({
      profileCompleted: true,
      profilePicture: expect.stringMatching(ownAddress) as string,
    })
  })
})

describe('a picture that is replaced', () => {
  test('is deleted when it is no longer used', async () => {
    const [mia, mo] = [await createMember(), await createMember()]
    const shared = await upload(mia, await solidColorPng('#010203'))
    expect(await upload(mo, await solidColorPng('#010203'))).toBe(shared)
    await upload(mia, await solidColorPng('#a0b0c0'))
    expect((await fetchPicture(shared)).status).toBe(200)
    const own = await upload(mo, await solidColorPng('#405060'))
    expect((await fetchPicture(shared)).status).toBe(404)
    expect((await fetchPicture(own)).status).toBe(200)
    expect(await upload(mo, await solidColorPng('#405060'))).toBe(own)
    expect((await fetchPicture(own)).status).toBe(200)
  })

  test('[PIC-10] stays if it is a stock picture, or was one and is still used', async () => {
    const [mia, mo] = [await createMember(), await createMember()]
    const { body } = await request(app, 'GET /api/profile-pictures', { as: mia })
    const last = (body as { id: number; url: string }[]).at(-1)!
    await save(mia, last.url)
    await save(mo, last.url)
    await upload(mia, await solidColorPng('#334455'))
    expect((await fetchPicture(last.url)).status).toBe(200)
    await app.database.query.deleteFrom('profile_pictures').where('id', '=', last.id).execute()
    expect(await save(mo, last.url)).toMatchObject({ status: 200, body: { profilePicture: last.url } })
    expect(await save(mia, last.url)).toMatchObject({ status: 400 })
    expect((await fetchPicture(last.url)).status).toBe(200)
    await upload(mo, await solidColorPng('#334455'))
    expect((await fetchPicture(last.url)).status).toBe(404)
  })

  test('is not deleted while another member is choosing it', async () => {
    const [mia, mo] = [await createMember(), await createMember()]
    const [first, second] = [await solidColorPng('#111111'), await solidColorPng('#222222')]
    const address = await upload(mia, first)
    const media = { sha256: address.slice(7, 71), content: Buffer.from('') }
    // Another member has taken the picture in an uncommitted transaction.
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await tx
          .updateTable('media_files')
          .set({ createdAt: new Date(app.clock.now()) })
          .where('sha256', '=', media.sha256)
          .execute()
        await tx.updateTable('users').set({ profilePicture: address }).where('id', '=', mo.userId).execute()
      },
      () => save(mia, dataUrl(second, 'image/png')),
    )
    expect(outcome).toMatchObject({ value: { status: 200 } })
    expect((await fetchPicture(address)).status).toBe(200)
  })
})

describe('a ban', () => {
  test('[I11, F26, T23] committed while a picture is being saved rejects the picture', async () => {
    const mia = await createMember()
    const before = [await rowOf(mia), await files()]
    const bannedAt = new Date(app.clock.now())
    const outcome = await raceUncommittedChange(
      app,
      (tx) =>
        tx
          .updateTable('users')
          .set({ isBanned: true, bannedAt, bannedReason: 'Unkind words' })
          .where('id', '=', mia.userId)
          .execute(),
      async () => save(mia, dataUrl(await solidColorPng('#654321'), 'image/png')),
    )
    expect(outcome).toMatchObject({
      value: { status: 403, body: { code: 'banned', reason: 'Unkind words' } },
    })
    const now = [
      { ...(await rowOf(mia)), isBanned: false, bannedAt: null, bannedReason: null },
      await files(),
    ]
    expect(now).toEqual(before)
  })

  test('[I11] concurrent with many saves lets none through after it', async () => {
    const mia = await createMember()
    const gail = await signIn(app, 'gail-bans', personFields.gail)
    const stock = await request(app, 'GET /api/profile-pictures', { as: mia })
    const addresses = (stock.body as { url: string }[]).map(({ url }) => url)
    const saves = Array.from({ length: 40 }, (_, at) => save(mia, addresses[at % addresses.length]!))
    const banInput = { moderatorId: gail.userId, userId: mia.userId, reason: 'Unkind words' }
    await applyBan(app.app.platform, banInput)
    const atBan = await rowOf(mia)
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(new Set([200, 403, ...statuses])).toEqual(new Set([200, 403]))
    expect((await rowOf(mia))?.profilePicture).toBe(atBan?.profilePicture)
  })
})

test('[F21] fifty concurrent 5 MB uploads: two are processed at a time, and other requests are still served @full', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => createMember()))
  const picture = await noiseJpeg(1_000, 1_000)
  const file = dataUrl(Buffer.concat([picture, Buffer.alloc(fiveMebibytes - picture.length)]))
  const speaker = await joinLive(app, await createMember(), today)
  let settled = 0
  let processesMost = 0
  const watch = setInterval(() => {
    const running = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
    processesMost = Math.max(processesMost, running)
  }, 1)
  const uploads = people.map((person) => save(person, file).finally(() => (settled += 1)))
  sendChatMessage(speaker, 'Still here')
  expect((await speaker.next('new-message')).message.message).toBe('Still here')
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect(settled).toBeLessThan(uploads.length)
  const responses = await Promise.all(uploads)
  clearInterval(watch)
  await speaker.close()
  const statuses = responses.map(({ status }) => status)
  // On a slow machine the uploads arrive so slowly that the server needn't reject any.
  expect(new Set([200, 503, ...statuses])).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(22)
  expect(processesMost).toBe(2)
  const turnedAway = responses.filter(({ status }) => status === 503)
  const retryAfter = turnedAway.map(({ headers }) => headers.get('retry-after'))
  expect(retryAfter).toEqual(turnedAway.map(() => '2'))
}, 120_000)

test('[T27] the server process never decodes pictures: only the worker loads the library', async () => {
  const folder = import.meta.dirname
  const sources = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const loading = await Promise.all(
    sources.map(async (name) =>
      (await readFile(join(folder, name), 'utf8')).includes("'sharp'") ? name : '',
    ),
  )
  expect(loading.filter((name) => name !== '')).toEqual(['picture-worker.ts'])
})
