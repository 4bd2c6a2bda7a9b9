// The community's settings: who reads and changes them, what is accepted, the undo, and every node.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { translate } from '#shared/i18n/t.ts'
import { otherSettings, testSettings } from '#test/data/community-settings.ts'
import { connectLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { requestWhileDemoted } from '#test/people/demoted-admin.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { CommunitySettings } from '../contract.ts'
import { careTextDefault } from '../rules.ts'
import { communitySettingNames } from '../settings.ts'

const app = await openTestApp({ isUnlimited: true, config: { appName: 'Clear Lake' } })
const other = await openTestApp({ peerOf: app, isUnlimited: true, config: { appName: 'Another name' } })
const people = await signInPeople(app)

const read = async () =>
  (await request(app, 'GET /api/admin/community', { as: people.ada })).body as CommunitySettings
const save = (body: object) => request(app, 'PUT /api/admin/community', { as: people.ada, body })
const undo = (version: number) =>
  request(app, 'POST /api/admin/community/undo', { as: people.ada, body: { version } })
const line = { name: 'Crisis Text Line', contact: '+1 (741) 741-00', where: 'United States' }
const activities = () =>
  app.database.query.selectFrom('activities').select(['action', 'before', 'after']).orderBy('id').execute()

test('[COM-02] [CARE-04] [PULSE-06] APP_NAME names a new community; administrators change all of it', async () => {
  const settings = await read()
  expect(settings).toEqual({
    ...testSettings,
    name: 'Clear Lake',
    zone: settings.zone,
    zones: settings.zones,
  })
  const care = async () => (await request(app, 'GET /api/care')).body
  expect(await care()).toEqual({ text: translate(careTextDefault), language: 'en', resources: [] })
  const changed = { ...settings, reflectionPairsMin: 12, careText: 'Breathe out.', careResources: [line] }
  const undoUntil = new Date(app.clock.now() + 24 * 3_600_000).toISOString()
  expect(await save(changed)).toMatchObject({ status: 200, body: { ...changed, version: 2, undoUntil } })
  expect(await care()).toEqual({ text: 'Breathe out.', language: null, resources: [line] })
  expect(await activities()).toEqual([
    {
      action: 'community.update',
      before: { reflectionPairsMin: 8, careText: '', careResources: [] },
      after: {
        reflectionPairsMin: 12,
        careText: 'Breathe out.',
        careResources: ['Crisis Text Line, +1 (741) 741-00, United States'],
      },
    },
  ])
})

test('[COM-01] [CARE-04] a stale version is rejected; a change without effect makes no new one', async () => {
  const settings = await read()
  const count = (await activities()).length
  expect(await save(settings)).toMatchObject({ status: 200, body: settings })
  expect(await save({ ...settings, version: settings.version - 1 })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
  })
  expect(await activities()).toHaveLength(count)
})

test('[COM-01] [COM-08] a change reaches every node and every open page at once; its response is revalidated', async () => {
  const [mine, theirs] = [
    await connectLive(app, { as: people.mia }),
    await connectLive(other, { as: people.mia }),
  ]
  const settings = await read()
  const changes = { name: 'Pond & Reed', hue: 230, welcome: 'Come\nin.', joining: 'closed', bell: 'gong' }
  const links = [{ kind: 'website', label: 'Our house', url: 'https://example.org/' }]
  expect(await save({ ...settings, ...changes, links })).toMatchObject({
    status: 200,
    body: { ...changes, links },
  })
  for (const client of [mine, theirs])
    expect((await client.next('community-changed')).community).toMatchObject({ ...changes, links })
  for (const node of [app, other]) {
    const { body, headers } = await request(node, 'GET /api/community')
    expect(body).toMatchObject({
      ...changes,
      links,
      accent: expect.stringContaining(':root{--primary:oklch(37.0% 0.0737 230);') as string,
    })
    for (const known of [headers.get('etag') ?? '', `"other", W/${headers.get('etag')}`, '*']) {
      const again = await fetch(`${node.url}/api/community`, { headers: { 'if-none-match': known } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  }
  for (const client of [mine, theirs]) await client.close()
  // A page that was read before the change learns it with its connection.
  const path = (version: number) => `/ws?community=${version}`
  const stale = await connectLive(other, { as: people.mia, path: path(settings.version) })
  expect((await stale.next('community-changed')).community).toMatchObject(changes)
  const current = await connectLive(other, { as: people.mia, path: path(settings.version + 1) })
  await current.whenCaughtUp()
  expect(current.count('community-changed')).toBe(0)
  for (const client of [stale, current]) await client.close()
})

test('[COM-01] the last change is undone by one press, for a day', async () => {
  const settings = await read()
  const { status, body } = await undo(settings.version)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { name: 'Clear Lake', hue: null, welcome: '', joining: 'open', links: [], undoUntil: null },
  })
  const { version } = body as CommunitySettings
  expect(await undo(version - 1)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  expect(await undo(version)).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } })
  expect((await activities()).at(-1)).toMatchObject({
    action: 'community.undo',
    before: { name: 'Pond & Reed', links: ['Our house, https://example.org/'] },
    after: { name: 'Clear Lake', links: [] },
  })
  await save({ ...(await read()), name: 'Still Pond' })
  app.clock.advance(24 * 3_600_000)
  const after = await read()
  expect(after).toMatchObject({ name: 'Still Pond', undoUntil: null })
  expect(await undo(after.version)).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } })
})

test('[COM-01] [COM-05] the role is checked in the writing transaction', async () => {
  const settings = await read()
  const { version } = settings
  const path = '/api/admin/community'
  const zone = 'Asia/Tokyo'
  const demoted = [
    await requestWhileDemoted(app, `PUT ${path}`, { ...settings, name: 'Taken over' }),
    await requestWhileDemoted(app, `POST ${path}/undo`, { version }),
    await requestWhileDemoted(app, `DELETE ${path}/logo`),
    await requestWhileDemoted(app, `PUT ${path}/zone`, { zone, version }),
    await requestWhileDemoted(app, `DELETE ${path}/zone`),
    await requestWhileDemoted(app, `POST ${path}/zone/preview`, { zone }),
  ]
  expect(demoted.map(({ status }) => status)).toEqual(demoted.map(() => 403))
  expect(await read()).toEqual(settings)
})

test('[COM-01] every setting is a column, is saved, and undone', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'community_settings' and column_name <> all(
      '{isOnlyRow, version, fieldVersions, previous, changedAt, logoId, slowSeconds}')`.execute(
    app.database.query,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(communitySettingNames.toSorted())
  const before = await read()
  const { body } = await save({ ...otherSettings, version: before.version })
  expect(body).toMatchObject(otherSettings)
  await undo((body as CommunitySettings).version)
  expect(await read()).toEqual({ ...before, version: before.version + 2, undoUntil: null })
})

const pathOf = async (change: object) => {
  const { status, body } = await save({ ...(await read()), ...change })
  return status === 400 ? (body as { issues: { path: string }[] }).issues[0]?.path : status
}

test('[PULSE-06] [CARE-04] accepts 5 to 50 members, up to ten resources, and phone numbers or https addresses', async () => {
  expect(await pathOf({ reflectionPairsMin: 4 })).toBe('reflectionPairsMin')
  expect(await pathOf({ reflectionPairsMin: 51 })).toBe('reflectionPairsMin')
  expect(await pathOf({ careText: 'x'.repeat(1_001) })).toBe('careText')
  expect(await pathOf({ careResources: Array(11).fill(line) })).toBe('careResources')
  for (const contact of [
    'http://example.org',
    'javascript:alert(1)',
    'https://a:b@example.org',
    'call us',
    '+',
  ])
    expect(await pathOf({ careResources: [{ ...line, contact }] })).toBe('careResources.0.contact')
  expect(await pathOf({ careResources: [{ ...line, contact: 'https://example.org/help', where: '' }] })).toBe(
    200,
  )
})

test('[COM-07] keeps chat for 30 to 90 days', async () => {
  expect(await pathOf({ chatDays: 29 })).toBe('chatDays')
  expect(await pathOf({ chatDays: 91 })).toBe('chatDays')
  expect(await pathOf({ chatDays: 30 })).toBe(200)
})

test('[COM-01] [COM-03] [T91] refuses control characters, colors of errors, and links that aren’t https', async () => {
  const before = await read()
  const link = { kind: 'other', label: 'Ours', url: 'https://example.org/' }
  const refused: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'Still\u0007water' }, 'name'],
    [{ welcome: 'Come\u202Ein' }, 'welcome'],
    [{ welcome: 'x'.repeat(501) }, 'welcome'],
    [{ hue: 360 }, 'hue'],
    [{ hue: -1 }, 'hue'],
    [{ hue: 7 }, 'hue'],
    [{ hue: 37 }, 'hue'],
    [{ hue: 173 }, 'hue'],
    [{ links: Array(9).fill(link) }, 'links'],
    [{ links: [{ kind: 'legal-notice', label: '' }] }, 'links.0.url'],
    [{ links: [{ ...link, kind: 'imprint' }] }, 'links.0.kind'],
    [{ links: [{ ...link, url: 'http://example.org' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'javascript:alert(1)' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'https:example.org' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'https:///example.org' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'https:/example.org' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'https://example.org/\u202Egro' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'https://example.org/\u2066a' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'https://exam\nple.org' }] }, 'links.0.url'],
    [{ links: [{ ...link, url: 'https://exam\tple.org' }] }, 'links.0.url'],
    [{ links: [{ ...link, label: 'x'.repeat(41) }] }, 'links.0.label'],
    [{ joining: 'perhaps' }, 'joining'],
    [{ bell: 'horn' }, 'bell'],
    [{ chatDays: 29 }, 'chatDays'],
    [{ chatDays: 91 }, 'chatDays'],
    [{ newSchedules: { ...before.newSchedules, scheduledTime: '25:00' } }, 'newSchedules.scheduledTime'],
    [{ newSchedules: { ...before.newSchedules, doorsMinutes: 61 } }, 'newSchedules.doorsMinutes'],
  ]
  for (const [change, path] of refused) expect([change, await pathOf(change)]).toEqual([change, path])
  expect(await read()).toEqual(before)
})
