// Edits of a schedule: its sitting keeps its id, a cancellation with its note, and a host's delay.
import { beforeEach, describe, expect, test } from 'vitest'
import { sittingDefaults } from '#features/sittings/rules.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Template } from '#features/templates/template-content.ts'
import { addDays, timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Schedule } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const templateId = await makeMeditation(app)
const otherId = await makeMeditation(app, { day: '2026-11-22', title: 'Evening hush' })
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await app.database.query.deleteFrom('help_requests').execute()
  await deleteSchedules(app)
})

const today = '2026-11-21'
const note = 'Lena is ill.'
const at = (text: string) => timestampToMs(wall(text))
const list = '/api/admin/schedules'
const send = (call: Parameters<typeof request>[1], body: object) =>
  request(app, call, { as: people.ada, body })

/** A schedule that starts together at 6:30 PM. */
async function create(date: string, more: object = {}): Promise<Schedule> {
  const body = { ...sittingDefaults, date, templateId, scheduledTime: '18:30', together: true, ...more }
  const { status, body: saved } = await send(`POST ${list}`, body)
  expect(status).toBe(201)
  return saved as Schedule
}
async function edit({ id }: Schedule, change: object): Promise<void> {
  const { status, body } = await send(`PUT ${list}/${id}`, change)
  expect([status, body]).toEqual([200, body])
}
const remove = async ({ id }: Schedule) =>
  expect((await request(app, `DELETE ${list}/${id}`, { as: people.ada })).status).toBe(200)
async function host(action: string, id: number | null, body?: object): Promise<void> {
  const { status } = await request(app, `POST /api/sittings/${id}/${action}`, { as: people.gail, body })
  expect(status).toBe(200)
}
async function sittings(): Promise<Sitting[]> {
  const call = `GET /api/sittings?from=${today}&to=2027-12-31` as const
  return (await request(app, call, { as: people.gail })).body as Sitting[]
}
async function sittingOf({ id }: Schedule): Promise<Sitting> {
  const found = (await sittings()).find(({ scheduleId }) => scheduleId === id)
  if (!found) throw new Error('The schedule has no sitting.')
  return found
}
const bells = async () => (await sittings()).map(({ startsAt, cancelled }) => ({ startsAt, cancelled }))

interface Edit {
  /** The scheduled bell after it; by default the one before. */
  bell?: (date: string) => number
  run: (schedule: Schedule) => Promise<unknown>
}

const offAndOn = async (schedule: Schedule, off: object, on: object) => {
  await edit(schedule, off)
  await edit(schedule, on)
}
const togetherAgain = { together: true, scheduledTime: '18:30' }

const edits: Record<string, Edit> = {
  'a longer sharing': { run: (schedule) => edit(schedule, { sharingMinutes: 16 }) },
  'another time': {
    bell: (date) => at(`${date} 19:40`),
    run: (schedule) => edit(schedule, { scheduledTime: '19:40' }),
  },
  'another day': {
    bell: (date) => at(`${addDays(date, 1)} 18:30`),
    run: (schedule) => edit(schedule, { date: addDays(schedule.date, 1) }),
  },
  repeats: { run: (schedule) => edit(schedule, { repeatWeeks: 1, repeatCount: 3 }) },
  'off and on': { run: (schedule) => offAndOn(schedule, { isActive: false }, { isActive: true }) },
  'off, and on at another time': {
    bell: (date) => at(`${date} 19:40`),
    run: (schedule) => offAndOn(schedule, { isActive: false }, { isActive: true, scheduledTime: '19:40' }),
  },
  'together off and on': { run: (schedule) => offAndOn(schedule, { together: false }, togetherAgain) },
  'from here on, a longer sharing': {
    run: (schedule) => edit(schedule, { scope: 'following', sharingMinutes: 16 }),
  },
  'from here on, another day and time': {
    bell: (date) => at(`${addDays(date, 1)} 19:40`),
    run: (schedule) =>
      edit(schedule, { scope: 'following', date: addDays(schedule.date, 1), scheduledTime: '19:40' }),
  },
  'another video of the template': {
    run: async () => {
      const templates = (await request(app, 'GET /api/admin/templates', { as: people.ada })).body
      const {
        id,
        createdAt: _,
        version: __,
        ...fields
      } = (templates as Template[]).find((each) => each.id === templateId) ?? {
        id: 0,
        createdAt: 0,
        version: 0,
      }
      const mediaSeconds = 'mediaSeconds' in fields ? Number(fields.mediaSeconds) + 12 : 0
      const saved = await send(`PUT /api/admin/templates/${id}`, { ...fields, mediaSeconds })
      expect(saved.status).toBe(200)
    },
  },
}

describe('[PHASE-21] [CAL-02] a sitting keeps its id, its cancellation and its delay', () => {
  test.each(Object.entries(edits))('%s', async (name, { bell = (date) => at(`${date} 18:30`), run }) => {
    const isRepeated = name.startsWith('repeats')
    const dates = { plain: '2026-12-01', cancelled: '2027-01-05', delayed: '2027-02-02' }
    for (const [state, date] of Object.entries(dates)) {
      const schedule = await create(date, isRepeated ? {} : { repeatWeeks: 1, repeatCount: 2 })
      const { id } = await sittingOf(schedule)
      // The canceled one is late, too.
      const isLate = state !== 'plain'
      if (isLate) await host('delay', id, { minutes: 10 })
      if (state === 'cancelled') await host('cancel', id, { note })
      const before = await sittingOf(schedule)
      await run(schedule)
      const after = await sittingOf(schedule)
      expect({ state, ...after }).toMatchObject({
        state,
        id,
        startsAt: bell(date) + (isLate ? 10 * minuteMs : 0),
        // The doors open as scheduled.
        doorsAt: bell(date) - 15 * minuteMs,
        cancelled: state === 'cancelled',
        cancelNote: state === 'cancelled' ? note : null,
      })
      expect(after.version).toBeGreaterThan(before.version)
    }
    const all = await sittings()
    expect(all).toHaveLength(isRepeated ? 9 : 6)
    expect(all.filter(({ cancelled }) => cancelled)).toHaveLength(1)
  })

  test('a schedule that is deleted and created again at the same moment has the same sitting, neither canceled nor late', async () => {
    for (const { minutes, isCancelled, time } of [
      { minutes: 0, isCancelled: false, time: '18:30' },
      { minutes: 0, isCancelled: true, time: '18:30' },
      { minutes: 10, isCancelled: false, time: '18:30' },
      // At the bell that a host had given it.
      { minutes: 10, isCancelled: true, time: '18:40' },
    ]) {
      const schedule = await create('2026-12-01')
      const { id } = await sittingOf(schedule)
      if (minutes > 0) await host('delay', id, { minutes })
      if (isCancelled) await host('cancel', id, { note })
      const { version } = await sittingOf(schedule)
      await remove(schedule)
      const again = await create('2026-12-01', { scheduledTime: time })
      expect(await sittingOf(again)).toMatchObject({
        id,
        // One for the deletion, which calendars saw.
        version: version + 2,
        startsAt: at(`2026-12-01 ${time}`),
        cancelled: false,
        cancelNote: null,
      })
      await remove(again)
    }
    // Another moment is another sitting.
    const deleted = await app.database.query.selectFrom('deleted_sittings').select('id').execute()
    const other = await create('2026-12-01', { scheduledTime: '19:00' })
    expect(deleted.map(({ id }) => id)).not.toContain((await sittingOf(other)).id)
  })

  test('a sitting that takes the place of one that is switched off has its id, and so has that one afterwards', async () => {
    const off = await create('2026-12-01')
    const { id } = await sittingOf(off)
    await edit(off, { isActive: false })
    const inPlace = await create('2026-12-01', { templateId: otherId })
    expect(await sittingOf(inPlace)).toMatchObject({ id, version: 3 })
    await remove(inPlace)
    await edit(off, { isActive: true })
    expect(await sittingOf(off)).toMatchObject({ id, version: 5 })
  })

  test('of two schedules at once at the same moment one gets the id; a new sitting gets a new one', async () => {
    await allowSeveralADay(app)
    try {
      const deleted = await create('2026-12-01')
      const { id } = await sittingOf(deleted)
      await remove(deleted)
      const body = {
        ...sittingDefaults,
        date: '2026-12-01',
        templateId,
        scheduledTime: '18:30',
        together: true,
      }
      const responses = await Promise.all([send(`POST ${list}`, body), send(`POST ${list}`, body)])
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
      await create('2026-12-02')
      const [first, second] = await sittings()
      expect(first?.id).toBe(id)
      expect(second?.id).toBeGreaterThan(id)
    } finally {
      await deleteSchedules(app)
      await app.database.query.updateTable('community_settings').set({ severalADay: false }).execute()
    }
  })
})

describe('[PHASE-21] [PHASE-18] an edit on the day itself', () => {
  /** Today's schedule at 6:30 PM, whose doors open at 6:15. */
  const createToday = () => create(today)
  const longer = { sharingMinutes: 60 }

  test('a sitting that was canceled after its doors stays so, also moved, and switched off and on; the row that opened stays', async () => {
    const schedule = await createToday()
    const { id } = await sittingOf(schedule)
    app.clock.set(wall(`${today} 18:20`))
    await host('cancel', id, { note })
    await edit(schedule, longer)
    await edit(schedule, { isActive: false })
    await edit(schedule, { isActive: true })
    expect(await bells()).toEqual([{ startsAt: at(`${today} 18:30`), cancelled: true }])
    // A member asked for help while its doors were open.
    await app.database.query
      .insertInto('help_requests')
      .values({
        kind: 'care',
        userId: people.gail.userId,
        sittingId: id,
        createdAt: new Date(app.clock.now()),
      })
      .execute()
    await edit(schedule, { scheduledTime: '20:00' })
    const [first, second, ...others] = await sittings()
    expect(first).toMatchObject({ id, startsAt: at(`${today} 18:30`), cancelled: true })
    expect(second).toMatchObject({ startsAt: at(`${today} 20:00`), cancelled: true, cancelNote: note })
    expect(others).toEqual([])
    await host('restore', schedule.id)
    await remove(schedule)
    expect(await sittings()).toMatchObject([{ id, cancelled: true }])
  })

  test('one that was canceled during the sitting isn’t scheduled a second time, but at another time', async () => {
    const schedule = await createToday()
    const { id } = await sittingOf(schedule)
    app.clock.set(wall(`${today} 18:31`))
    await host('cancel', id, { note })
    await edit(schedule, longer)
    expect(await bells()).toEqual([{ startsAt: at(`${today} 18:30`), cancelled: true }])
    app.clock.set(wall(`${today} 19:50`))
    await edit(schedule, { sharingMinutes: 120 })
    expect(await bells()).toHaveLength(1)
    await edit(schedule, { scheduledTime: '21:00' })
    expect(await bells()).toEqual([
      { startsAt: at(`${today} 18:30`), cancelled: true },
      { startsAt: at(`${today} 21:00`), cancelled: false },
    ])
  })

  test('one that a host has ended isn’t scheduled a second time', async () => {
    const schedule = await create(today, { sharingMinutes: 0, silenceMinutes: 60 })
    const { id } = await sittingOf(schedule)
    app.clock.set(wall(`${today} 18:35`))
    await host('end', id)
    app.clock.set(wall(`${today} 18:40`))
    for (const isActive of [true, false, true]) await edit(schedule, { isActive, sharingMinutes: 30 })
    expect(await bells()).toEqual([{ startsAt: at(`${today} 18:30`), cancelled: false }])
  })

  test('one that a host has started instead isn’t scheduled a second time, but at another time', async () => {
    const schedule = await createToday()
    app.clock.set(wall(`${today} 17:00`))
    await host('begin', schedule.id, { inSeconds: 3_600 })
    const early = { startsAt: at(`${today} 18:00`), cancelled: false }
    await edit(schedule, longer)
    expect(await bells()).toEqual([early])
    app.clock.set(wall(`${today} 18:40`))
    await edit(schedule, { sharingMinutes: 15 })
    expect(await bells()).toEqual([early])
    await edit(schedule, { scheduledTime: '20:00' })
    expect(await bells()).toEqual([early, { startsAt: at(`${today} 20:00`), cancelled: false }])
  })
})
