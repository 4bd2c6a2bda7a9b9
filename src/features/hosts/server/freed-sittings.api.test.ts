// Freed sittings, on two nodes: who can't hold sittings any more loses the coming ones, and administrators read of it.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import { busEvents } from '#shared/bus-events.ts'
import { addDays } from '#shared/day.ts'
import { startTestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { FreedSittings, HeldSitting } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const { ada, mia } = await signInPeople(app)
let serial = 0
let hana: TestUser
let today = ''
/** Of yesterday, today and tomorrow. */
let ids: number[] = []

beforeEach(async () => {
  // The database frees what is to come by its own clock.
  app.clock.set(Date.now())
  today = app.calendar.today()
  for (const table of ['sittings', 'schedules', 'meditation_templates'] as const)
    await app.database.query.deleteFrom(table).execute()
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
  const yesterday = { day: addDays(today, -1), scheduledTime: '00:30', sitting: { together: true } }
  await makeMeditation(app, yesterday)
  // Without a bell: its day counts.
  await makeMeditation(app, { day: today })
  await makeMeditation(app, { day: addDays(today, 1), scheduledTime: '23:00', sitting: { together: true } })
  const rows = await app.database.query.selectFrom('schedules').select('id').orderBy('date').execute()
  ids = rows.map(({ id }) => id)
  await hold(hana)
})

async function hold({ userId }: TestUser): Promise<void> {
  await app.database.query.updateTable('schedules').set({ hostId: userId }).execute()
  await app.bus.publish(busEvents.days, { type: 'changed' })
}
const hosts = async () =>
  (await app.database.query.selectFrom('schedules').select('hostId').orderBy('date').execute()).map(
    ({ hostId }) => hostId,
  )
const notices = async () =>
  (await request(app, 'GET /api/admin/freed-sittings', { as: ada })).body as FreedSittings[]
const change = ({ userId }: TestUser, body: object) =>
  request(app, `PUT /api/admin/users/${userId}`, { as: ada, body })
const ban = ({ userId }: TestUser, body: object = {}) =>
  request(app, `PUT /api/admin/users/${userId}/ban`, { as: ada, body: { reason: 'Unkind words', ...body } })
const grant = ({ userId }: TestUser) =>
  request(app, `POST /api/admin/users/${userId}/garden-angel`, { as: ada })
const demote = ({ userId }: TestUser) =>
  request(app, `DELETE /api/admin/users/${userId}/garden-angel`, { as: ada })

test.each([
  ['the mark', (host: TestUser) => change(host, { mayHost: false }), 'Hana Host'],
  ['their account, to a ban', (host: TestUser) => ban(host), 'Hana Host'],
  [
    'their account',
    ({ userId }: TestUser) => request(app, `DELETE /api/admin/users/${userId}`, { as: ada }),
    null,
  ],
])(
  '[TEACH-10] who loses %s holds no coming sitting any more, and keeps the past ones',
  async (_, lose, name) => {
    expect((await lose(hana)).status).toBe(200)
    expect(await hosts()).toEqual([hana.userId, null, null])
    expect(await notices()).toEqual([{ name, sittings: 2 }])
  },
)

test('[TEACH-10] a ban that ends gives nothing back', async () => {
  await ban(hana)
  await request(app, `POST /api/admin/users/${hana.userId}/unban`, { as: ada })
  expect(await hosts()).toEqual([hana.userId, null, null])
})

test('[TEACH-10] a garden angel who is marked keeps theirs without the role', async () => {
  await grant(hana)
  expect((await demote(hana)).status).toBe(200)
  expect(await hosts()).toEqual([hana.userId, hana.userId, hana.userId])
  await grant(mia)
  await hold(mia)
  await demote(mia)
  expect(await hosts()).toEqual([mia.userId, null, null])
})

test('[TEACH-10] the notice goes once they are held again, or over', async () => {
  const [, todays = 0, tomorrows = 0] = ids
  await change(hana, { mayHost: false })
  const take = (id: number) =>
    request(app, `PUT /api/schedules/${id}/host`, { as: ada, body: { hostId: ada.userId } })
  await take(todays)
  expect(await notices()).toEqual([{ name: 'Hana Host', sittings: 1 }])
  const [stored] = await storedSittingsBetween(app.database.query, {
    from: addDays(today, 1),
    to: addDays(today, 1),
  })
  app.clock.set(stored?.sitting.endsAt ?? 0)
  expect(await notices()).toEqual([])
  app.clock.set(Date.now())
  await take(tomorrows)
  // What is given back by choice is no news.
  await request(app, `DELETE /api/schedules/${tomorrows}/host`, { as: ada })
  expect(await notices()).toEqual([])
})

describe('on another node', () => {
  test('[TEACH-10] today’s meditation and the lists have no host at once', async () => {
    const node = await startTestApp({ peerOf: app, isUnlimited: true })
    onTestFinished(() => node.close())
    const nodes = [app, node]
    const hostsOfToday = () =>
      Promise.all(
        nodes.map(async (each) => {
          const { body } = await request(each, 'GET /api/meditation/today', { as: mia })
          return (body as { host: { name: string } | null }).host?.name ?? null
        }),
      )
    const hostsInLists = () =>
      Promise.all(
        nodes.map(async (each) => {
          const { body } = await request(each, 'GET /api/held-sittings', { as: ada })
          return (body as HeldSitting[]).map(({ host }) => host?.name ?? null)
        }),
      )
    expect(await hostsOfToday()).toEqual(['Hana Host', 'Hana Host'])
    await change(hana, { mayHost: false })
    await expect.poll(hostsOfToday, { timeout: 1_000 }).toEqual([null, null])
    expect(await hostsInLists()).toEqual([
      [null, null],
      [null, null],
    ])
  })
})
