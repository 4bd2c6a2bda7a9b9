// Parts of the community's settings: two administrators change different fields, and the same ones.
import { expect, test } from 'vitest'
import { updateSettings } from '#server/community/sql.ts'
import { solidColorPng } from '#test/data/pictures.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { CommunitySettings } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const { ada } = await signInPeople(app)
const ben = await signIn(app, 'ben', { name: 'Ben', isAdmin: true })

const path = '/api/admin/community'
const read = async () => (await request(app, `GET ${path}`, { as: ada })).body as CommunitySettings
const save = (as: TestUser, body: object) => request(app, `PUT ${path}`, { as, body })
const readVersion = async () => (await read()).version

test('[COM-01] a part changes its fields alone, and is refused only if one of them changed since', async () => {
  const { version } = await read()
  expect(await save(ben, { version, name: 'Renamed', welcome: 'Ben wrote this.' })).toMatchObject({
    status: 200,
  })
  expect(await save(ada, { version, chatDays: 60 })).toMatchObject({
    status: 200,
    body: { name: 'Renamed', welcome: 'Ben wrote this.', chatDays: 60, version: version + 2 },
  })
  const refused = await save(ada, { version, name: 'Ada’s', chatDays: 70 })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'changed_meanwhile',
      message: 'Ben changed this meanwhile: Name and Welcome text. You changed this elsewhere: Days of chat.',
    },
  })
  expect(refused.body).toHaveProperty('current', await read())
  // A whole form is judged by all of its fields.
  expect(await save(ada, { ...(await read()), version })).toMatchObject({ status: 409 })
  expect(await save(ada, { version: version + 2, name: 'Ada’s' })).toMatchObject({ status: 200 })
})

test('[COM-01] a logo chosen or removed says with which version it was read', async () => {
  const { version } = await read()
  const file = { body: await solidColorPng('#204060'), headers: { 'content-type': 'image/png' } }
  const saveLogo = (as: TestUser, query: string) => request(app, `PUT ${path}/logo${query}`, { as, ...file })
  await save(ben, { version, bell: 'gong' })
  const saved = await saveLogo(ada, `?version=${version}`)
  expect(saved).toMatchObject({ status: 200, body: { bell: 'gong' } })
  // The name and the version of different reads: what the page sent before.
  for (const [call, options] of [
    [`PUT ${path}/logo?version=${version}`, file],
    [`DELETE ${path}/logo?version=${version}`, {}],
  ] as const)
    expect(await request(app, call, { as: ben, ...options })).toMatchObject({
      status: 409,
      body: { message: 'Ada Adler changed this meanwhile: Logo. You changed this elsewhere: Bell.' },
    })
  expect(await request(app, `DELETE ${path}/logo?version=x`, { as: ben })).toMatchObject({ status: 400 })
  const { version: current } = saved.body as CommunitySettings
  expect(await request(app, `DELETE ${path}/logo?version=${current}`, { as: ben })).toMatchObject({
    status: 200,
    body: { logo: null },
  })
})

test('[COM-01] [COM-05] several a day, zone and joining count as one field', async () => {
  const { version } = await read()
  await save(ben, { version, joining: 'invitation' })
  for (const [call, body] of [
    [`PUT ${path}`, { version, severalADay: true }],
    [`PUT ${path}`, { version, zone: 'Europe/Berlin' }],
    [`PUT ${path}/zone`, { version, zone: 'Europe/Berlin' }],
    [`DELETE ${path}/zone?version=${version}`, undefined],
  ] as const)
    expect([call, await request(app, call, { as: ada, body })]).toMatchObject([
      call,
      { status: 409, body: { message: 'Ben changed this meanwhile: Who may join.', current: await read() } },
    ])
  const zone = await request(app, `PUT ${path}/zone`, {
    as: ben,
    body: { version: version + 1, zone: 'Europe/Berlin' },
  })
  expect(zone).toMatchObject({ status: 200, body: { version: version + 2 } })
  expect(await save(ada, { version: version + 1, joining: 'open' })).toMatchObject({
    status: 409,
    body: { message: 'Ben changed this meanwhile: Time zone.' },
  })
  expect(await save(ada, { version: version + 1, name: 'Berliners' })).toMatchObject({ status: 200 })
})

test('[COM-01] an undo is a change of the fields that it restores', async () => {
  await save(ben, { version: await readVersion(), welcome: 'Hello.' })
  const version = await readVersion()
  await request(app, `POST ${path}/undo`, { as: ben, body: { version } })
  expect(await save(ada, { version, welcome: 'Hello, you.' })).toMatchObject({
    status: 409,
    body: { message: 'Ben changed this meanwhile: Welcome text.' },
  })
  expect(await save(ada, { version, careText: 'Breathe out.' })).toMatchObject({ status: 200 })
})

test('[COM-01] of two changes at once the second is judged by what the first has saved', async () => {
  const version = await readVersion()
  const atOnce = (part: object) =>
    raceUncommittedChange(
      app,
      (tx) => updateSettings(tx, { hue: 230 }, { changed: ['hue'], undo: null }),
      () => save(ada, { version, ...part }),
    )
  expect(await atOnce({ hue: 240 })).toMatchObject({
    value: { status: 409, body: { message: 'The operator changed this meanwhile: Color.' } },
  })
  expect(await atOnce({ name: 'Pond' })).toMatchObject({
    value: { status: 200, body: { name: 'Pond', hue: 230 } },
  })
})
