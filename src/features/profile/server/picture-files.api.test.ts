// Pictures uploaded as raw files: a member's own, and stock pictures.
import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { dataUrl, twoColorImage, fiveMebibytes, solidColorPng, svgFile } from '#test/data/pictures.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const own = 'PUT /api/user/profile/picture'
const stock = 'POST /api/admin/profile-pictures/files?name=Dusk'

let serial = 0
const app = await openTestApp({ isUnlimited: true })

function createMember(key: keyof typeof personFields = 'mia', on = app): Promise<TestUser> {
  serial += 1
  return signIn(on, `someone-${serial}`, personFields[key])
}
interface Sending {
  type?: string
  on?: TestApp
  call?: typeof own | typeof stock
  key?: string
}
const send = (
  as: TestUser,
  body: Uint8Array,
  { type = 'image/png', on = app, call = own, key }: Sending = {},
) =>
  request(on, call, {
    as,
    body,
    headers: { 'content-type': type, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  })
const rowOf = ({ userId }: TestUser) =>
  app.database.query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
const countFiles = async () =>
  (await app.database.query.selectFrom('media_files').select('sha256').execute()).length
const countStock = async () =>
  (await app.database.query.selectFrom('profile_pictures').select('id').execute()).length

describe('a member’s own picture', () => {
  test('[PROF-26] [PROF-18] is rejected while reading if larger than 5 MB, and if it is empty or another file', async () => {
    const mia = await createMember()
    const picture = await solidColorPng('#123456')
    const large = Buffer.concat([picture, Buffer.alloc(fiveMebibytes - picture.length + 1)])
    expect((await send(mia, large.subarray(0, fiveMebibytes))).status).toBe(200)
    expect(await send(mia, large)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect(await send(mia, Buffer.alloc(0))).toMatchObject({ status: 400, body: { code: 'invalid' } })
    const issue = { path: 'profilePicture', message: 'Please choose a JPG, PNG or GIF picture.' }
    expect(await send(mia, svgFile)).toMatchObject({
      status: 400,
      body: { code: 'invalid', issues: [issue] },
    })
  })

  test('[PROF-26] [PROF-20] sent as any type is re-encoded, completes a profile, and is in the account', async () => {
    const ned = await createMember('ned')
    const { body } = await send(ned, await solidColorPng('#abcdef'), { type: 'image/gif' })
    expect(body).toMatchObject({ profileCompleted: true })
    const { profilePicture } = body as { profilePicture: string }
    const served = await (await fetch(`${app.url}${profilePicture}`)).arrayBuffer()
    expect(await sharp(served).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
    expect((await request(app, 'GET /api/auth/user', { as: ned })).body).toEqual(body)
  })

  test('[PROF-26] [I11] is not saved if a ban is committed meanwhile', async () => {
    const mia = await createMember()
    const before = [await rowOf(mia), await countFiles()]
    const ban = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' }
    const outcome = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('users').set(ban).where('id', '=', mia.userId).execute(),
      async () => send(mia, await solidColorPng('#654321')),
    )
    expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'banned' } } })
    const { isBanned: _, bannedAt: __, bannedReason: ___, ...row } = (await rowOf(mia))!
    expect([row, await countFiles()]).toMatchObject([row, before[1]])
    expect(before[0]).toMatchObject(row)
  })
})

describe('the request body', () => {
  test.each(['image/webp', 'image/svg+xml', 'application/json', 'application/octet-stream', 'text/plain'])(
    '[PROF-26] [PIC-14] sent as %s is rejected',
    async (type) => {
      const picture = await solidColorPng('#102030')
      for (const [who, call] of [
        ['mia', own],
        ['ada', stock],
      ] as const) {
        const response = await send(await createMember(who), picture, { type, call })
        expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
      }
    },
  )

  test('[API-28] with a picture is rejected by a JSON endpoint', async () => {
    const headers = { 'content-type': 'image/png' }
    const response = await request(app, 'PUT /api/user/profile', {
      as: await createMember(),
      body: await solidColorPng('#102030'),
      headers,
    })
    expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })
})

describe('a stock picture', () => {
  test('[PIC-14] [PIC-11] is available at once under its name, re-encoded in two sizes', async () => {
    const ada = await createMember('ada')
    const response = await send(ada, await twoColorImage(900, 600).png().toBuffer(), { call: stock })
    expect(response).toMatchObject({ status: 201, body: { name: 'Dusk', isActive: true, version: 1 } })
    const { url } = response.body as { url: string }
    const { width } = await sharp(await (await fetch(`${app.url}${url}`)).arrayBuffer()).metadata()
    expect(width).toBe(512)
    const offered = await request(app, 'GET /api/profile-pictures', { as: ada })
    expect(offered.body).toContainEqual(expect.objectContaining({ name: 'Dusk', url }))
  })

  test('[PIC-14] [I28] is added once per idempotency key; another file with the same key is rejected', async () => {
    const ada = await createMember('ada')
    const before = await countStock()
    const first = await send(ada, await solidColorPng('#112233'), { call: stock, key: 'dusk' })
    const again = await send(ada, await solidColorPng('#112233'), { call: stock, key: 'dusk' })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await send(ada, await solidColorPng('#332211'), { call: stock, key: 'dusk' })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
    expect(await countStock()).toBe(before + 1)
  })

  test('[PIC-14] is rejected without a valid file or a name', async () => {
    const ada = await createMember('ada')
    expect(await send(ada, svgFile, { call: stock })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'imageData' }] },
    })
    const nameless = await request(app, 'POST /api/admin/profile-pictures/files', {
      as: ada,
      body: await solidColorPng('#102030'),
      headers: { 'content-type': 'image/png' },
    })
    expect(nameless).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } })
  })
})

describe('the rate limit of own pictures', () => {
  /** The response to request headers whose body never arrives. */
  async function headAlone(
    limited: TestApp,
    { cookie }: TestUser,
    path: string,
    type: string,
  ): Promise<string> {
    const { port, host } = new URL(limited.url)
    const socket = connect(Number(port), '127.0.0.1')
    const head = [
      `PUT ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Origin: ${limited.url}`,
      `Cookie: ${cookie}`,
      `Content-Type: ${type}`,
      'Content-Length: 5000000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const [response] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return response.toString().split('\r\n', 1)[0] ?? ''
  }

  test('[PROF-26] [T45] is checked before the body is read, and is shared by all ways to upload @full', async () => {
    const limited = await startTestApp()
    try {
      const mia = await createMember('mia', limited)
      const small = await solidColorPng('#777777', 8)
      const large = Buffer.concat([small, Buffer.alloc(40_000)])
      const byJson = (content: Buffer) =>
        request(limited, 'PUT /api/user/profile', {
          as: mia,
          body: {
            name: mia.name,
            email: mia.email,
            profilePicture: dataUrl(content, 'image/png'),
            profileCompleted: true,
            firebaseUid: mia.uid,
          },
        })
      for (const content of [small, large]) {
        expect((await send(mia, content, { on: limited })).status).toBe(200)
        expect((await send(mia, content, { on: limited })).status).toBe(200)
        expect((await byJson(content)).status).toBe(200)
      }
      expect((await send(mia, small, { on: limited })).status).toBe(429)
      for (const content of [small, large]) expect((await byJson(content)).status).toBe(429)
      const tooMany = 'HTTP/1.1 429 Too Many Requests'
      expect(await headAlone(limited, mia, '/api/user/profile/picture', 'image/png')).toBe(tooMany)
      expect(await headAlone(limited, mia, '/api/user/profile', 'application/json')).toBe(tooMany)
    } finally {
      await limited.close()
    }
  })
})
