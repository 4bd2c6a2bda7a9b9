// Stock picture management over the real server and database.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Executor } from '#server/db/database.ts'
import {
  corruptUploads,
  dataUrl,
  wrongTypeUploads,
  fiveMebibytes,
  malformedBase64Uploads,
  noiseJpeg,
  oversizedUploads,
  solidColorPng,
  oneUploadPerType,
} from '#test/data/pictures.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { managedPictureSchema, picturesCalls, profileCalls, type ManagedPicture } from '../contract.ts'
import { lockMediaFilesTable } from './sql.ts'

const picturesPath = '/api/admin/profile-pictures'
const unknownId = 2_000_000_000

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  app.clock.set('2026-11-21T18:00:00.000Z')
  await app.database.query.deleteFrom('profile_pictures').execute()
})

const add = (body: object, headers: Record<string, string> = {}) =>
  request(app, `POST ${picturesPath}`, { as: people.ada, body, headers })
const change = (id: number, body: object) =>
  request(app, `PUT ${picturesPath}/${id}`, { as: people.ada, body })
const deletePicture = (id: number) => request(app, `DELETE ${picturesPath}/${id}`, { as: people.ada })
const png = async (colour: string) => dataUrl(await solidColorPng(colour), 'image/png')

async function addNew(name: string, imageData: string, isActive = true): Promise<ManagedPicture> {
  return z.parse(managedPictureSchema, (await add({ name, imageData, isActive })).body)
}
const managed = async () =>
  z.parse(
    picturesCalls.managedPictures.response,
    (await request(app, `GET ${picturesPath}`, { as: people.ada })).body,
  )
const offered = async () => {
  const { body } = await request(app, 'GET /api/profile-pictures', { as: people.mia })
  return z.parse(profileCalls.stockPictures.response, body)
}
const served = async (url: string) => (await fetch(`${app.url}${url}`)).status
const pictureOf = async ({ userId }: TestUser) => {
  const user = app.database.query.selectFrom('users').select('profilePicture').where('id', '=', userId)
  return (await user.executeTakeFirstOrThrow()).profilePicture
}
const choose = (as: TestUser, profilePicture: string) =>
  request(app, 'PUT /api/user/profile', {
    as,
    body: { name: as.name, email: as.email, profilePicture, profileCompleted: true, firebaseUid: as.uid },
  })
const activities = () => app.database.query.selectFrom('activities').selectAll().orderBy('id').execute()
const countFiles = async () =>
  (await app.database.query.selectFrom('media_files').select('sha256').execute()).length

/** The activity entries that `work` adds. */
async function activitiesAddedBy(work: () => Promise<unknown>) {
  const before = (await activities()).length
  await work()
  return (await activities()).slice(before)
}

describe('adding a picture', () => {
  test('[PIC-04, PIC-08, PIC-09] makes it available at once, as a 512 px file and a 256 px thumbnail', async () => {
    const noted = await activitiesAddedBy(async () => {
      const imageData = dataUrl(await noiseJpeg(900, 600))
      expect(await add({ name: '  Dusk  ', imageData, isActive: false })).toMatchObject({ status: 201 })
    })
    await addNew('Dawn', await png('#102030'))
    const [dusk, dawn] = await managed()
    expect([dusk, dawn]).toMatchObject([
      { name: 'Dusk', isActive: false, version: 1, createdAt: '2026-11-21T18:00:00.000Z' },
      { name: 'Dawn', isActive: true, version: 1, updatedAt: '2026-11-21T18:00:00.000Z' },
    ])
    expect(await offered()).toEqual([
      { id: dawn?.id, name: 'Dawn', imageData: dawn?.imageData, url: dawn?.url },
    ])
    const small = Buffer.from(
      /^data:image\/jpeg;base64,(.*)$/.exec(dusk?.imageData ?? '')?.[1] ?? '',
      'base64',
    )
    const file = Buffer.from(await (await fetch(`${app.url}${dusk?.url}`)).arrayBuffer())
    const shapes = await Promise.all([small, file].map((one) => sharp(one).metadata()))
    expect(shapes).toMatchObject([
      { format: 'jpeg', width: 256, height: 256 },
      { format: 'jpeg', width: 512, height: 512 },
    ])
    expect(noted).toMatchObject([
      {
        actorId: people.ada.userId,
        action: 'picture.create',
        targetType: 'picture',
        targetId: dusk?.id,
        label: 'Dusk',
        before: null,
        after: { name: 'Dusk', isActive: false, url: dusk?.url },
      },
    ])
    expect(JSON.stringify(await activities())).not.toContain('base64')
  })

  test('[PIC-11] re-encodes each type; the picture can be chosen unless it is added as inactive', async () => {
    for (const { what, type, content } of await oneUploadPerType()) {
      const { status, body } = await add({ name: what, imageData: dataUrl(content, `image/${type}`) })
      expect({ what, status, body }).toMatchObject({ status: 201, body: { isActive: true } })
      const { url } = z.parse(managedPictureSchema, body)
      const file = Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer())
      expect((await sharp(file).metadata()).exif).toBeUndefined()
      expect(file.includes('<script>')).toBe(false)
    }
  })

  test('[PIC-11] rejects anything else with a field error, and stores and records nothing', async () => {
    const before = await countFiles()
    const of = (message: RegExp) => (one: { what: string; address: string }) => ({ ...one, message })
    const broken = (await corruptUploads()).map(({ what, type, content }) => ({
      what,
      address: dataUrl(content, `image/${type}`),
    }))
    const tooLarge = dataUrl(
      Buffer.concat([await solidColorPng('#123456'), Buffer.alloc(fiveMebibytes)]),
      'image/png',
    )
    const cases = [
      ...broken.map(of(/can’t be read/)),
      ...(await oversizedUploads())
        .map(({ what, type, content }) => ({ what, address: dataUrl(content, `image/${type}`) }))
        .map(of(/at most 64 megapixels/)),
      ...(await malformedBase64Uploads()).map(of(/can’t be read/)),
      ...(await wrongTypeUploads()).map(of(/^Please choose a JPG, PNG or GIF/)),
      ...[{ what: 'an address', address: 'https://evil.example/x.png' }].map(of(/^Please choose a JPG/)),
      ...[{ what: 'too large', address: tooLarge }].map(of(/^A picture can be at most 5 MB\.$/)),
    ]
    const noted = await activitiesAddedBy(async () => {
      for (const { what, address, message } of cases) {
        const { status, body } = await add({ name: 'Dusk', imageData: address })
        const sentence: unknown = expect.stringMatching(message)
        const issues = [{ path: 'imageData', message: sentence }]
        expect({ what, status, body }).toMatchObject({ status: 400, body: { code: 'invalid', issues } })
      }
    })
    expect([await managed(), await countFiles(), noted]).toEqual([[], before, []])
  })

  test.each([{ name: ' ' }, { name: 'n'.repeat(101) }, { name: 'a\0b' }, { imageData: '' }, { id: 7 }])(
    'with %j is rejected',
    async (wrong) => {
      const response = await add({ name: 'Dusk', imageData: await png('#000000'), ...wrong })
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
      expect(await managed()).toEqual([])
    },
  )

  test('[I28] adds one picture for repeated and concurrent requests with the same idempotency key @full', async () => {
    const [key, imageData] = [randomUUID(), await png('#203040')]
    const send = () => add({ name: 'Dusk', imageData }, { 'idempotency-key': key })
    const noted = await activitiesAddedBy(async () => {
      const responses = await Promise.all(Array.from({ length: 5 }, send))
      const [picture] = await managed()
      for (const { status, body } of [...responses, await send()])
        expect({ status, body }).toEqual({ status: 201, body: picture })
      const other = await add({ name: 'Dawn', imageData }, { 'idempotency-key': key })
      expect(other).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    })
    expect([await managed(), noted]).toMatchObject([[{ name: 'Dusk' }], [{ action: 'picture.create' }]])
    expect([(await managed()).length, noted.length]).toEqual([1, 1])
  })
})

describe('updating a picture', () => {
  test('[PIC-06] removes it from the choices, and adds it back', async () => {
    const { id, url } = await addNew('Dusk', await png('#304050'))
    app.clock.advance(60_000)
    const noted = await activitiesAddedBy(async () => {
      const off = await change(id, { isActive: false, version: 1 })
      expect(off).toMatchObject({
        status: 200,
        body: { id, name: 'Dusk', isActive: false, version: 2, updatedAt: '2026-11-21T18:01:00.000Z' },
      })
      expect(await offered()).toEqual([])
      expect(await choose(people.mo, url)).toMatchObject({ status: 400 })
      expect(await change(id, { isActive: true })).toMatchObject({ status: 200, body: { version: 3 } })
      expect(await offered()).toMatchObject([{ id }])
      expect(await change(id, { name: 'Nightfall' })).toMatchObject({
        body: { name: 'Nightfall', version: 4 },
      })
    })
    expect(noted).toMatchObject([
      { action: 'picture.update', targetId: id, before: { isActive: true }, after: { isActive: false } },
      { action: 'picture.update', targetId: id, before: { isActive: false }, after: { isActive: true } },
      { label: 'Nightfall', before: { name: 'Dusk' }, after: { name: 'Nightfall' } },
    ])
    expect(Object.keys(noted[0]?.after ?? {})).toEqual(['isActive'])
  })

  test('is rejected if it changed meanwhile; an update without effect is not in the activity log', async () => {
    const { id } = await addNew('Dusk', await png('#405060'))
    await change(id, { isActive: false })
    const before = await managed()
    const noted = await activitiesAddedBy(async () => {
      const stale = await change(id, { isActive: true, version: 1 })
      expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
      expect(await change(id, { isActive: false, version: 2 })).toMatchObject({ status: 200 })
      expect(await change(id, {})).toMatchObject({ status: 200, body: { version: 2 } })
      expect(await change(unknownId, { isActive: true })).toMatchObject({ status: 404 })
    })
    expect([await managed(), noted]).toEqual([before, []])
  })
})

describe('a member who chose a picture', () => {
  test('[PIC-10] keeps it when it is deactivated or deleted, until they choose another', async () => {
    const { id, url } = await addNew('Dusk', await png('#506070'))
    const mia = await signIn(app, 'mia-keeps', personFields.mia)
    await choose(mia, url)
    await change(id, { isActive: false })
    expect([await pictureOf(mia), await served(url)]).toEqual([url, 200])
    const noted = await activitiesAddedBy(async () => {
      expect(await deletePicture(id)).toMatchObject({ status: 200, body: { success: true } })
      expect(await deletePicture(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    })
    expect([await managed(), await pictureOf(mia), await served(url)]).toEqual([[], url, 200])
    // Saves the profile unchanged.
    expect(await choose(mia, url)).toMatchObject({ status: 200, body: { profilePicture: url } })
    const other = await addNew('Dawn', await png('#607080'))
    await choose(mia, other.url)
    expect(await served(url)).toBe(404)
    expect(noted).toMatchObject([
      { action: 'picture.delete', targetId: id, label: 'Dusk', before: { name: 'Dusk' }, after: null },
    ])
    expect(noted).toHaveLength(1)
  })

  test('[PIC-10] also keeps it when they choose it during its deletion', async () => {
    const { id, url } = await addNew('Dusk', await png('#708090'))
    const mia = await signIn(app, 'mia-chooses', personFields.mia)
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        // Imitates a profile save that hasn't committed yet.
        await lockMediaFilesTable(tx)
        await tx.updateTable('users').set({ profilePicture: url }).where('id', '=', mia.userId).execute()
      },
      () => deletePicture(id),
    )
    expect(outcome).toMatchObject({ value: { status: 200 } })
    expect([await pictureOf(mia), await served(url)]).toEqual([url, 200])
  })
})

test('the file of a deleted picture is deleted with its last use', async () => {
  const imageData = await png('#8090a0')
  const [one, two] = [await addNew('Dusk', imageData), await addNew('Dusk again', imageData)]
  expect(one.url).toBe(two.url)
  await deletePicture(one.id)
  expect(await served(one.url)).toBe(200)
  await deletePicture(two.id)
  expect(await served(one.url)).toBe(404)
})

describe('a former administrator', () => {
  const setAdmin = (db: Executor, isAdmin: boolean) =>
    db.updateTable('users').set({ isAdmin }).where('id', '=', people.ada.userId).execute()

  test.each([
    ['adds', async () => add({ name: 'Dawn', imageData: await png('#90a0b0') })],
    ['changes', (id: number) => change(id, { isActive: false })],
    ['deletes', deletePicture],
  ])('[T08] %s nothing', async (_, act) => {
    const { id } = await addNew('Dusk', await png('#a0b0c0'))
    const before = await managed()
    const noted = await activitiesAddedBy(async () => {
      const outcome = await raceUncommittedChange(
        app,
        (tx) => setAdmin(tx, false),
        () => act(id),
      )
      await setAdmin(app.database.query, true)
      expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'forbidden' } } })
    })
    expect([await managed(), noted]).toEqual([before, []])
  })
})
