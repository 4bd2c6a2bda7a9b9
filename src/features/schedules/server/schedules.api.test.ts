// Schedules created, changed and deleted: one active one per date, all repeats or none, and the activity log.
import { beforeEach, describe, expect, test } from 'vitest'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { insertTemplates } from '#features/templates/server/sql.ts'
import { addDays } from '#shared/day.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Schedule } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
const templateId = await makeTemplate('Morning light')
const otherId = await makeTemplate('Evening hush')
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await app.database.query.deleteFrom('schedules').execute()
})

/** A Saturday in Chicago, and a Tuesday to schedule. */
const [today, day] = ['2026-11-21', '2026-12-01']
const list = '/api/admin/schedules'

async function makeTemplate(title: string): Promise<number> {
  const [id = 0] = await insertTemplates(app.database.query, [
    {
      title,
      description: 'A slow breath.',
      duration: 20,
      difficulty: 'Beginner',
      videoUrl: '/media/still-water.mp4',
      thumbnailUrl: null,
      captionsUrl: null,
      instructor: 'Lena Oduya',
      instructorTitle: 'Meditation Teacher',
      sessionSteps: [],
      createdAt: new Date(app.clock.now()),
    },
  ])
  return id
}

type Saved = Schedule & { rows: number }
const create = (more: object = {}, headers: Record<string, string> = {}) =>
  request(app, `POST ${list}`, { as: ada, body: { date: day, templateId, ...more }, headers })
const created = async (more: object = {}) => (await create(more)).body as Saved
const change = (id: number, body: object) => request(app, `PUT ${list}/${id}`, { as: ada, body })
const deleteById = (id: number) => request(app, `DELETE ${list}/${id}`, { as: ada })
const rows = () =>
  app.database.query.selectFrom('schedules').selectAll().orderBy('date').orderBy('id').execute()
const dates = async () => (await rows()).map(({ date }) => date)
const activities = () => app.database.query.selectFrom('activities').selectAll().orderBy('id').execute()
const archive = (id: number, archivedAt: Date | null) =>
  app.database.query.updateTable('meditation_templates').set({ archivedAt }).where('id', '=', id).execute()

describe('creating a schedule', () => {
  test('[SCH-09, SCH-11] returns 201 with the schedule and its template; omitted fields get their defaults', async () => {
    const response = await create()
    expect(response).toMatchObject({ status: 201 })
    expect(response.body).toEqual({
      id: (response.body as Saved).id,
      date: day,
      templateId,
      scheduledTime: '00:00',
      isActive: true,
      repeatWeeks: 0,
      repeatCount: 1,
      createdAt: defaultTestTime,
      version: 1,
      seriesId: null,
      ...sittingDefaults,
      ...communityClock,
      sitting: null,
      host: null,
      videoFailedAt: null,
      meetingUrl: null,
      template: {
        title: 'Morning light',
        language: null,
        duration: 20,
        instructor: 'Lena Oduya',
        livePlace: null,
      },
      rows: 1,
    })
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    [{ date: '2026-02-30' }, 'date'],
    [{ date: '0000-01-01' }, 'date'],
    [{ date: '9999-12-30', repeatWeeks: 1, repeatCount: 2 }, 'date'],
    [{ templateId: 0 }, 'templateId'],
    [{ templateId: 2_000_000_000 }, 'templateId'],
    [{ scheduledTime: '24:00' }, 'scheduledTime'],
    [{ isActive: 'yes' }, 'isActive'],
    [{ repeatWeeks: -1 }, 'repeatWeeks'],
    [{ repeatWeeks: 13 }, 'repeatWeeks'],
    [{ repeatWeeks: 1.5 }, 'repeatWeeks'],
    [{ repeatCount: 0 }, 'repeatCount'],
    [{ repeatCount: 5 }, 'repeatCount'],
    [{ createdAt: defaultTestTime }, ''],
  ])('[SCH-10] %j gets 400 on its field, and nothing is stored', async (more, path) => {
    const response = await create(more)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect((response.body as { issues: { path: string }[] }).issues[0]?.path).toBe(path)
    expect(await rows()).toEqual([])
  })

  test('[SCH-10] the maximum of 12 weeks and 4 repetitions is accepted', async () => {
    expect(await created({ repeatWeeks: 12, repeatCount: 4 })).toMatchObject({ rows: 4 })
    expect(await dates()).toEqual([day, '2027-02-23', '2027-05-18', '2027-08-10'])
  })

  test('[SCH-11, SCH-12] repeats create the given number of rows, the given weeks apart; each stores 0 and 1', async () => {
    expect(await created({ repeatWeeks: 2, repeatCount: 3 })).toMatchObject({ date: day, rows: 3 })
    expect(await rows()).toMatchObject(
      [day, '2026-12-15', '2026-12-29'].map((date) => ({ date, repeatWeeks: 0, repeatCount: 1, version: 1 })),
    )
  })

  test.each([
    { repeatWeeks: 0, repeatCount: 4 },
    { repeatWeeks: 3, repeatCount: 1 },
  ])('[SCH-11] %j creates one row', async (repeats) => {
    expect(await created(repeats)).toMatchObject({ rows: 1, repeatWeeks: 0, repeatCount: 1 })
    expect(await dates()).toEqual([day])
  })

  test('[SCH-15] today is allowed until midnight in Chicago, yesterday isn’t', async () => {
    app.clock.set(wall('2026-11-21 23:59:59'))
    expect(await create({ date: '2026-11-20' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'date', message: 'Friday, November 20, 2026 is in the past.' }] },
    })
    expect(await create({ date: today })).toMatchObject({ status: 201 })
    app.clock.advance(1_000)
    expect(await create({ date: today, isActive: false })).toMatchObject({ status: 400 })
    expect(await dates()).toEqual([today])
  })

  test('[SCH-13] if any date of a repeat is taken, nothing is stored and all taken dates are named', async () => {
    await created({ date: '2026-12-15' })
    await created({ date: '2027-01-12' })
    const before = await rows()
    expect(await create({ repeatWeeks: 2, repeatCount: 4 })).toMatchObject({
      status: 409,
      body: {
        code: 'dates_taken',
        issues: [
          { path: 'date', message: '2026-12-15' },
          { path: 'date', message: '2027-01-12' },
        ],
      },
    })
    expect(await create({ repeatWeeks: 2, repeatCount: 4 })).toMatchObject({
      body: {
        message:
          'These dates already have a meditation: Tuesday, December 15, 2026; Tuesday, January 12, 2027. Nothing was saved.',
      },
    })
    expect(await rows()).toEqual(before)
  })

  test('[SCH-16, SCH-17] a second active schedule on a date is rejected; inactive ones may share the date', async () => {
    await created()
    expect(await create()).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', message: 'There’s already a meditation on Tuesday, December 1, 2026.' },
    })
    expect(await create({ isActive: false })).toMatchObject({ status: 201 })
    expect(await create({ isActive: false, repeatWeeks: 1, repeatCount: 2 })).toMatchObject({ status: 201 })
    expect(await dates()).toEqual([day, day, day, '2026-12-08'])
  })

  test('[SCH-16] [I09] of twenty concurrent requests for a date, one is stored', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create()))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    expect(await rows()).toHaveLength(1)
  })

  test('[SCH-13] of overlapping concurrent series, one is stored completely', async () => {
    const starts = [day, '2026-12-08', '2026-12-15', '2026-12-22']
    const responses = await Promise.all(
      starts.flatMap((date) => [
        create({ date, repeatWeeks: 1, repeatCount: 4 }),
        create({ date, repeatWeeks: 2, repeatCount: 3 }),
      ]),
    )
    const stored = responses.filter(({ status }) => status === 201).map(({ body }) => (body as Saved).rows)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(responses.length - stored.length)
    expect(stored.length).toBeGreaterThan(0)
    expect(await rows()).toHaveLength(stored.reduce((sum, count) => sum + count, 0))
  })

  test('[SCH-11] a repeated idempotency key creates one schedule and gets the same response (I28)', async () => {
    const send = () => create({ repeatWeeks: 1, repeatCount: 2 }, { 'idempotency-key': 'one-press' })
    const responses = await Promise.all([send(), send(), send()])
    expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(201)
    expect(await dates()).toEqual([day, '2026-12-08'])
  })

  test('[SCH-07] an archived template, or one archived concurrently, gets 400 on the template field', async () => {
    const gone = await makeTemplate('Gone')
    const now = new Date(app.clock.now())
    const rejected = { status: 400, body: { issues: [{ path: 'templateId' }] } }
    const outcome = await raceUncommittedChange(
      app,
      // The same lock as the deletion of a template.
      async (tx) => {
        const lockedTemplate = tx.selectFrom('meditation_templates').select('id').where('id', '=', gone)
        await lockedTemplate.forNoKeyUpdate().execute()
        await tx.updateTable('meditation_templates').set({ archivedAt: now }).where('id', '=', gone).execute()
      },
      () => create({ templateId: gone }),
    )
    expect(outcome).toMatchObject({ status: 'fulfilled', value: rejected })
    expect(await create({ templateId: gone })).toMatchObject(rejected)
    expect(await rows()).toEqual([])
  })
})

describe('scheduling many days', () => {
  const fill = (days: object[], headers: Record<string, string> = {}) =>
    request(app, `POST ${list}/days`, { as: ada, body: { days }, headers })
  const on = (date: string, more: object = {}) => ({ date, templateId, ...more })

  test('[SCH-27] each day gets its template and time, and the log one entry per template and time', async () => {
    const before = (await activities()).length
    const days = [
      on('2026-12-03'),
      on('2026-12-02', { templateId: otherId, scheduledTime: '06:30' }),
      on(day),
    ]
    const send = () => fill(days, { 'idempotency-key': 'one-fill' })
    const responses = await Promise.all([send(), send()])
    expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 2 }, () => ({ status: 201, body: { rows: 3 } })),
    )
    expect(await rows()).toMatchObject([
      { date: day, templateId, scheduledTime: '00:00', isActive: true, repeatCount: 1 },
      { date: '2026-12-02', templateId: otherId, scheduledTime: '06:30', isActive: true },
      { date: '2026-12-03', templateId, scheduledTime: '00:00' },
    ])
    expect((await activities()).slice(before)).toMatchObject([
      {
        action: 'schedule.create',
        label: 'Morning light, 2026-12-01',
        after: { date: '2026-12-01, 2026-12-03', template: 'Morning light' },
      },
      { action: 'schedule.create', after: { date: '2026-12-02', template: 'Evening hush' } },
    ])
  })

  test('[SCH-27, I10] one taken date stores nothing, and every taken date is named; an inactive one takes none', async () => {
    await created({ date: '2026-12-02' })
    await created({ date: '2026-12-04' })
    await created({ date: '2026-12-03', isActive: false })
    const before = [await rows(), await activities()]
    const days = ['2026-12-04', day, '2026-12-02', '2026-12-03'].map((date) => on(date))
    expect(await fill(days)).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', issues: [{ message: '2026-12-02' }, { message: '2026-12-04' }] },
    })
    expect([await rows(), await activities()]).toEqual(before)
    expect(await fill([on(day), on('2026-12-03')])).toMatchObject({ status: 201 })
  })

  test('[SCH-27] of concurrent fills of the same days one is stored whole', async () => {
    const days = Array.from({ length: 20 }, (_, index) => on(addDays(day, index)))
    const responses = await Promise.all([fill(days), fill(days.toReversed()), fill(days)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(await dates()).toEqual(days.map(({ date }) => date))
  })

  test.each([
    ['no day', () => [], 'days'],
    ['more than 120 days', () => Array.from({ length: 121 }, (_, index) => on(addDays(day, index))), 'days'],
    ['a day twice', () => [on(day), on(day)], 'days'],
    ['a past day', () => [on(day), on('2026-11-20')], 'date'],
    ['an unknown template', () => [on(day), on('2026-12-02', { templateId: 2_000_000_000 })], 'templateId'],
    ['an impossible time', () => [on(day, { scheduledTime: '24:00' })], 'days.0.scheduledTime'],
  ])('[SCH-27] %s gets 400, and nothing is stored', async (_, days, path) => {
    expect(await fill(days())).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path }] } })
    expect(await rows()).toEqual([])
  })
})

describe('updating a schedule', () => {
  test('[SCH-18] given fields change, the others stay, and the version increments', async () => {
    const { id } = await created({ scheduledTime: '06:30' })
    const response = await change(id, { date: '2026-12-02', templateId: otherId, version: 1 })
    expect(response).toMatchObject({
      status: 200,
      body: {
        id,
        date: '2026-12-02',
        scheduledTime: '06:30',
        version: 2,
        rows: 1,
        template: { title: 'Evening hush' },
      },
    })
    expect(await change(id, { scheduledTime: '18:00' })).toMatchObject({ body: { version: 3 } })
    expect(await rows()).toMatchObject([
      { id, date: '2026-12-02', templateId: otherId, scheduledTime: '18:00', version: 3 },
    ])
  })

  test('[SCH-18] a stale version gets 409 and changes nothing; of two concurrent updates the later gets it', async () => {
    const { id } = await created()
    const [first, second] = await Promise.all([
      change(id, { scheduledTime: '06:00', version: 1 }),
      change(id, { scheduledTime: '07:00', version: 1 }),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const before = await rows()
    expect(await change(id, { isActive: false, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    expect(await rows()).toEqual(before)
  })

  test('[SCH-14] the row stays as the first of its repeats; a repeat of one that is gone is 404', async () => {
    const { id } = await created({ scheduledTime: '06:30' })
    const response = await change(id, { date: '2026-12-03', repeatWeeks: 1, repeatCount: 3 })
    expect(response).toMatchObject({
      status: 200,
      body: { id, version: 2, date: '2026-12-03', rows: 3, scheduledTime: '06:30' },
    })
    const saved = await rows()
    const dates = ['2026-12-03', '2026-12-10', '2026-12-17']
    expect(saved).toMatchObject(dates.map((date) => ({ date, templateId, repeatWeeks: 0, repeatCount: 1 })))
    expect(saved[0]?.id).toBe(id)
    expect(new Set(saved.map(({ seriesId }) => seriesId)).size).toBe(1)
    await deleteById(id)
    expect(await change(id, { repeatWeeks: 1, repeatCount: 3 })).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'Failed to delete existing schedule. Please try again.' },
    })
  })

  test('[SCH-14] its own date doesn’t conflict with its repeats', async () => {
    const { id } = await created()
    expect(await change(id, { repeatWeeks: 2, repeatCount: 2 })).toMatchObject({ status: 200 })
    expect(await dates()).toEqual([day, '2026-12-15'])
  })

  test('[SCH-14] [I10] [T35] a conflict changes nothing, and every taken date is named', async () => {
    const { id } = await created()
    await created({ date: '2026-12-08' })
    await created({ date: '2026-12-22' })
    const before = [await rows(), await activities()]
    expect(await change(id, { repeatWeeks: 1, repeatCount: 4, scheduledTime: '09:00' })).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', issues: [{ message: '2026-12-08' }, { message: '2026-12-22' }] },
    })
    expect([await rows(), await activities()]).toEqual(before)
  })

  test('[SCH-16, SCH-17] neither a date change nor an activation creates a second active schedule on a day', async () => {
    await created({ date: '2026-12-02' })
    const { id } = await created()
    const { id: resting } = await created({ isActive: false })
    const taken = (date: string) => ({ status: 409, body: { issues: [{ path: 'date', message: date }] } })
    expect(await change(id, { date: '2026-12-02' })).toMatchObject(taken('2026-12-02'))
    expect(await change(resting, { isActive: true })).toMatchObject(taken(day))
    expect(await change(id, { isActive: false })).toMatchObject({ body: { isActive: false } })
    expect(await change(resting, { isActive: true })).toMatchObject({ body: { isActive: true } })
  })

  test('[SCH-15] a past schedule can change except for its date; a date can’t move into the past', async () => {
    const { id } = await created({ date: today })
    app.clock.set(wall('2026-11-23 12:00'))
    expect(await change(id, { date: today, scheduledTime: '07:00' })).toMatchObject({ status: 200 })
    expect(await change(id, { isActive: false })).toMatchObject({ status: 200 })
    expect(await change(id, { date: '2026-11-22' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'date' }] },
    })
    expect(await change(id, { repeatWeeks: 1, repeatCount: 2 })).toMatchObject({ status: 200 })
    expect(await dates()).toEqual([today, '2026-11-28'])
  })

  test('[SCH-17] with an archived template, past and inactive schedules can change, upcoming active ones can’t', async () => {
    const gone = await makeTemplate('Old')
    const past = await created({ date: today, templateId: gone })
    const resting = await created({ templateId: gone, isActive: false })
    const ofToday = await created({ date: '2026-11-23', templateId: gone })
    app.clock.set(wall('2026-11-23 12:00'))
    await archive(gone, new Date(app.clock.now()))
    expect(await change(past.id, { isActive: false })).toMatchObject({ status: 200 })
    expect(await change(resting.id, { scheduledTime: '08:00' })).toMatchObject({ status: 200 })
    const rejected = { status: 400, body: { issues: [{ path: 'templateId' }] } }
    expect(await change(ofToday.id, { scheduledTime: '08:00' })).toMatchObject(rejected)
    expect(await change(resting.id, { isActive: true })).toMatchObject(rejected)
    expect(await change(past.id, { date: day, isActive: true })).toMatchObject(rejected)
    expect(await change(resting.id, { isActive: true, templateId })).toMatchObject({ status: 200 })
  })
})

describe('deleting a schedule', () => {
  test('[SCH-19] of two concurrent deletions one succeeds and the other gets 404', async () => {
    const { id } = await created()
    const responses = await Promise.all([deleteById(id), deleteById(id)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(responses).toContainEqual(expect.objectContaining({ status: 200, body: { success: true } }))
    expect(await rows()).toEqual([])
  })
})

describe('the list', () => {
  test('[SCH-01] is ordered by date, and can be limited to a range with both ends included', async () => {
    await created({ date: '2026-12-05' })
    await created({ date: day, scheduledTime: '18:00', isActive: false })
    await created({ date: day })
    await created({ date: addDays(day, 1) })
    const read = async (query = '') =>
      ((await request(app, `GET ${list}${query}`, { as: ada })).body as Schedule[]).map(
        ({ date, scheduledTime }) => `${date} ${scheduledTime}`,
      )
    const all = [`${day} 00:00`, `${day} 18:00`, '2026-12-02 00:00', '2026-12-05 00:00']
    expect(await read()).toEqual(all)
    expect(await read('?from=2026-12-02')).toEqual(all.slice(2))
    expect(await read(`?from=${day}&to=2026-12-02`)).toEqual(all.slice(0, 3))
    expect(await request(app, `GET ${list}?from=0000-01-01`, { as: ada })).toMatchObject({ status: 400 })
    expect(await request(app, `GET ${list}?page=2`, { as: ada })).toMatchObject({ status: 400 })
  })
})

describe('the audit log', () => {
  test('[SCH-09, SCH-18, SCH-19] each change is recorded once with old and new values; no change records nothing', async () => {
    const before = (await activities()).length
    const { id } = await created({ repeatWeeks: 1, repeatCount: 2 })
    await change(id, { scheduledTime: '06:30', version: 1 })
    await change(id, { scheduledTime: '06:30' })
    await create()
    await deleteById(id)
    const facts = { date: day, templateId, template: 'Morning light', isActive: true }
    const about = {
      actorId: ada.userId,
      targetType: 'schedule',
      targetId: id,
      label: 'Morning light, 2026-12-01',
    }
    expect((await activities()).slice(before)).toMatchObject([
      {
        ...about,
        action: 'schedule.create',
        before: null,
        after: { ...facts, date: '2026-12-01, 2026-12-08', scheduledTime: '00:00' },
      },
      {
        ...about,
        action: 'schedule.update',
        before: { scheduledTime: '00:00' },
        after: { scheduledTime: '06:30' },
      },
      { ...about, action: 'schedule.delete', before: { ...facts, scheduledTime: '06:30' }, after: null },
    ])
    expect((await rows()).map(({ date, version }) => [date, version])).toEqual([['2026-12-08', 1]])
  })

  test('[SCH-09, SCH-18, SCH-19] the role is checked in the writing transaction', async () => {
    const eve = await signIn(app, 'eve', personFields.ada)
    const { id } = await created()
    const promote = () =>
      app.database.query.updateTable('users').set({ isAdmin: true }).where('id', '=', eve.userId).execute()
    const writes = [
      () => request(app, `POST ${list}`, { as: eve, body: { date: '2026-12-09', templateId } }),
      () =>
        request(app, `POST ${list}/days`, { as: eve, body: { days: [{ date: '2026-12-09', templateId }] } }),
      () => request(app, `PUT ${list}/${id}`, { as: eve, body: { isActive: false } }),
      () => request(app, `DELETE ${list}/${id}`, { as: eve }),
    ]
    for (const write of writes) {
      await promote()
      const outcome = await raceUncommittedChange(
        app,
        async (tx) => {
          await tx.selectFrom('users').select('id').where('id', '=', eve.userId).forUpdate().execute()
          await tx.updateTable('users').set({ isAdmin: false }).where('id', '=', eve.userId).execute()
        },
        write,
      )
      expect(outcome).toMatchObject({
        status: 'fulfilled',
        value: { status: 403, body: { code: 'forbidden' } },
      })
    }
    expect(await rows()).toMatchObject([{ id, isActive: true }])
  })
})
