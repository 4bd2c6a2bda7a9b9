// Entries of a sitting: when they belong to it, and who counts in the room's energy.
import { beforeEach, describe, expect, test } from 'vitest'
import { reflectionChanges } from '#features/reflections/server/sql.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules, makeKnownMembers, makeSitting } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { MoodEntry, MoodType } from '../contract.ts'

const today = '2026-11-21'
let sitting: Sitting
const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
await makeKnownMembers(app, [people.mia, people.mo])
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['help_requests', 'mood_entries', 'reflection_opt_ins'] as const)
    await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
  sitting = await makeSitting(app, { inMs: 1_000_000 })
})

async function save(moodType: MoodType, emotionLevel: number, more: object = {}, as = people.mia) {
  const body = { sessionDate: today, moodType, emotionLevel, ...more }
  const response = await request(app, 'POST /api/mood/entry', { as, body })
  expect(response.status).toBe(201)
  return response.body as MoodEntry
}
async function choice(as = people.mia) {
  const { body } = await request(app, 'GET /api/mood/reflection-opt-in', { as })
  return (body as { isOptedIn: boolean | null }).isOptedIn
}
const choose = (isOptedIn: unknown, as = people.mia) =>
  request(app, 'PUT /api/mood/reflection-opt-in', { as, body: { isOptedIn } })
const changes = () => reflectionChanges(app.database.query, app.config, { ...sitting, day: today })
/** A Before and an After of the sitting, each in its time. */
async function savePair(
  before: number,
  after: number,
  more: object = { reflectionOptIn: true },
  as = people.mia,
) {
  app.clock.set(sitting.doorsAt)
  await save('pre', before, more, as)
  app.clock.set(sitting.sharingAt)
  return save('post', after, more, as)
}

describe('the time of an entry', () => {
  test.each([
    ['pre', 'doorsAt', -1, false],
    ['pre', 'doorsAt', 0, true],
    ['pre', 'startsAt', -1, true],
    ['pre', 'startsAt', 0, false],
    ['post', 'sharingAt', -1, false],
    ['post', 'sharingAt', 0, true],
    ['post', 'endsAt', -1, true],
    ['post', 'endsAt', 0, false],
    ['post', 'gatherAt', 0, false],
    ['pre', 'sharingAt', 0, false],
  ] as const)('[PULSE-13] %s at %s %d ms: of the sitting %s', async (moodType, moment, afterMs, isOfIt) => {
    await choose(true)
    app.clock.set(sitting[moment] + afterMs)
    expect(await save(moodType, 4, { reflectionOptIn: true })).toMatchObject({
      sittingId: isOfIt ? sitting.id : null,
      reflectionOptIn: isOfIt,
    })
  })

  test('[PULSE-13] an entry of another day or a canceled sitting is the member’s own', async () => {
    app.clock.set(sitting.doorsAt)
    expect(await save('pre', 4, { sessionDate: '2026-11-20' })).toMatchObject({ sittingId: null })
    await request(app, `POST /api/sittings/${sitting.id}/cancel`, { as: people.gail, body: { note: '' } })
    expect(await save('pre', 4)).toMatchObject({ sittingId: null })
  })

  test('[PULSE-02] [PULSE-14] entries of a sitting are entries of the day; the latest of each kind is its pair', async () => {
    await savePair(3, 5)
    await save('post', 6, { reflectionOptIn: true })
    app.clock.set(sitting.endsAt)
    const own = await save('post', 1, { reflectionOptIn: true })
    const { body } = await request(app, `GET /api/mood/analytics?date=${today}`, { as: people.mia })
    expect((body as MoodEntry[]).map(({ emotionLevel }) => emotionLevel)).toEqual([3, 5, 6, 1])
    expect(own).toMatchObject({ sittingId: null, reflectionOptIn: false })
    expect(await changes()).toEqual([3])
  })

  test('[PULSE-14] a sitting that begins again starts with no pairs', async () => {
    await savePair(3, 5)
    const { body } = await request(app, `POST /api/sittings/${sitting.scheduleId}/begin`, {
      as: people.gail,
      body: { inSeconds: 60 },
    })
    sitting = body as Sitting
    expect(await changes()).toEqual([])
    await savePair(3, 4)
    expect(await changes()).toEqual([1])
  })

  test('[PULSE-03] an After of the sharing belongs to the sitting, whichever form sends it', async () => {
    app.clock.set(sitting.doorsAt)
    await save('pre', 3, {})
    app.clock.set(sitting.sharingAt)
    await save('post', 5, { reflectionOptIn: true })
    expect(await changes()).toEqual([2])
  })

  test('[PHASE-24] [PULSE-02] open doors stay open when a host begins for a later moment, and a Before counts', async () => {
    app.clock.set(sitting.doorsAt)
    await save('pre', 3)
    const { doorsAt } = sitting
    const { body } = await request(app, `POST /api/sittings/${sitting.scheduleId}/begin`, {
      as: people.gail,
      body: { inSeconds: 3_600 },
    })
    sitting = body as Sitting
    expect(sitting.doorsAt).toBe(doorsAt)
    const asked = { as: people.mia, body: { kind: 'technical', text: 'No sound' } }
    expect(await request(app, 'POST /api/help', asked)).toMatchObject({ status: 201 })
    app.clock.set(sitting.sharingAt)
    await save('post', 5, { reflectionOptIn: true })
    expect(await changes()).toEqual([2])
  })

  test('[CARE-01] [PULSE-14] an After is compared with the Before of the same sitting, not of an earlier one', async () => {
    await savePair(8, 8, {}, people.mo)
    const { body } = await request(app, `POST /api/sittings/${sitting.scheduleId}/begin`, {
      as: people.gail,
      body: { inSeconds: 60 },
    })
    sitting = body as Sitting
    app.clock.set(sitting.sharingAt)
    expect(await save('post', 5, {}, people.mo)).toMatchObject({ careCard: 'hide' })
  })

  test('[ENERGY-12] an entry outlives the schedule of its sitting, and nothing of it changes', async () => {
    await savePair(3, 5)
    await app.database.query.deleteFrom('schedules').execute()
    const rows = await app.database.query.selectFrom('mood_entries').select('sittingId').execute()
    expect(rows).toEqual([{ sittingId: sitting.id }, { sittingId: sitting.id }])
    await expect(
      app.database.query.updateTable('mood_entries').set({ reflectionOptIn: false }).execute(),
    ).rejects.toThrow('append-only')
  })
})

describe('who counts', () => {
  test('[PULSE-04] no member before their choice, which comes with their first After', async () => {
    expect(await choice()).toBe(null)
    app.clock.set(sitting.doorsAt)
    expect(await save('pre', 3, { reflectionOptIn: true })).toMatchObject({ reflectionOptIn: false })
    app.clock.set(sitting.sharingAt)
    expect(await save('post', 5)).toMatchObject({ reflectionOptIn: false })
    expect(await choice()).toBe(null)
    expect(await changes()).toEqual([])
    expect(await save('post', 5, { reflectionOptIn: true })).toMatchObject({ reflectionOptIn: true })
    expect(await choice()).toBe(true)
    expect(await choice(people.mo)).toBe(null)
    expect(await changes()).toEqual([2])
  })

  test('[PULSE-04] a member who opted out stays out, whatever an entry says, until they opt in', async () => {
    await savePair(3, 5, { reflectionOptIn: false })
    expect(await choice()).toBe(false)
    expect(await save('post', 6, { reflectionOptIn: true })).toMatchObject({ reflectionOptIn: false })
    expect(await changes()).toEqual([])
    expect((await choose(true)).body).toEqual({ isOptedIn: true, pairsMin: 8 })
    await save('post', 7, { reflectionOptIn: true })
    expect(await changes()).toEqual([4])
  })

  test('[PULSE-10] who withdraws, by the choice or by another After, is out', async () => {
    await savePair(3, 5)
    await savePair(2, 6, { reflectionOptIn: true }, people.mo)
    expect(await changes()).toHaveLength(2)
    await choose(false)
    expect(await changes()).toEqual([4])
    await save('post', 6, { reflectionOptIn: false }, people.mo)
    expect(await changes()).toEqual([])
  })

  test('[PULSE-05] needs both of the pair, and no sample data', async () => {
    app.clock.set(sitting.sharingAt)
    await save('post', 5, { reflectionOptIn: true })
    expect(await changes()).toEqual([])
  })

  test('[PULSE-04] a choice is a yes or a no; a banned member makes none', async () => {
    expect(await choose('yes')).toMatchObject({ status: 400, body: { issues: [{ path: 'isOptedIn' }] } })
    await request(app, `PUT /api/admin/users/${people.mo.userId}/ban`, {
      as: people.ada,
      body: { reason: 'x' },
    })
    expect(await choose(true, people.mo)).toMatchObject({ status: 403, body: { code: 'banned' } })
  })
})
