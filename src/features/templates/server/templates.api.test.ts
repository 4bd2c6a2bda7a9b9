// Template endpoints, on the real server and database.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { wall } from '#test/community-days.ts'
import { hostileTexts } from '#test/data/hostile-texts.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { templateFieldsSchema } from '../contract.ts'
import { lockTemplateForShare, templateFieldsOf } from './service.ts'
import { updateTemplateRow } from './sql.ts'

const today = '2026-11-21'
const at = '/api/admin/templates'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  app.clock.set(wall('2026-11-21 12:00'))
  await app.database.query.deleteFrom('schedules').execute()
  await app.database.query.deleteFrom('meditation_templates').execute()
})

const fields = {
  title: 'Seven lamps',
  description: 'A quiet walk through the seven centers.',
  duration: 12,
  difficulty: 'Intermediate',
  videoUrl: 'https://media.stillwater.org/seven-lamps.m3u8',
  thumbnailUrl: '/media/thumbnails/seven-lamps.jpg',
  captionsUrl: '/media/still-water.en.vtt',
  audioUrl: 'https://media.stillwater.org/seven-lamps.m4a',
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [{ number: 1, title: 'Ground', description: 'The floor beneath you.' }],
}
const {
  difficulty: _difficulty,
  thumbnailUrl: _thumbnail,
  captionsUrl: _captions,
  audioUrl: _audio,
  ...required
} = fields
const optional = { difficulty: 'Beginner', thumbnailUrl: null, captionsUrl: null, audioUrl: null }

const create = (body: object = fields) => request(app, `POST ${at}`, { as: people.ada, body })
const update = (id: number, body: object) => request(app, `PUT ${at}/${id}`, { as: people.ada, body })
const deleteById = (id: number) => request(app, `DELETE ${at}/${id}`, { as: people.ada })
const duplicate = (id: number) => request(app, `POST ${at}/${id}/duplicate`, { as: people.ada })
const importRows = (templates: readonly unknown[], key?: string) =>
  request(app, `POST ${at}/import`, {
    as: people.ada,
    body: { templates },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const newId = async (body: object = fields) => Number((await create(body)).body?.['id' as never])
const list = async (person: TestUser) => (await request(app, `GET ${at}`, { as: person })).body
const stored = () => app.database.query.selectFrom('meditation_templates').selectAll().orderBy('id').execute()
const activities = () => app.database.query.selectFrom('activities').selectAll().orderBy('id').execute()

/** The activity records that `work` adds. */
async function newActivities(work: () => Promise<unknown>) {
  const before = (await activities()).length
  await work()
  return (await activities()).slice(before)
}

async function schedule(templateId: number, facts: { date: string; isActive?: boolean }) {
  const createdAt = new Date(app.clock.now())
  await app.database.query
    .insertInto('schedules')
    .values({ templateId, createdAt, ...facts })
    .execute()
}

const refusedAt = (...paths: string[]) => ({
  status: 400,
  body: { code: 'invalid', issues: paths.map((path) => ({ path })) },
})

test('[TPL-02, GA-07] an administrator gets full templates, a garden angel only the summary fields', async () => {
  const id = await newId()
  await newId({ ...fields, title: 'morning light' })
  expect(await list(people.ada)).toMatchObject([{ title: 'morning light' }, { ...fields, id, version: 1 }])
  expect(await list(people.gail)).toEqual([
    { id: id + 1, title: 'morning light', duration: 12, instructor: 'Lena Oduya' },
    { id, title: 'Seven lamps', duration: 12, instructor: 'Lena Oduya' },
  ])
})

describe('creating a template', () => {
  test('[TPL-08, TPL-05] is stored as sent, with Beginner as the default difficulty', async () => {
    const lines = await newActivities(async () => {
      expect(await create(required)).toMatchObject({
        status: 201,
        body: { ...required, ...optional, version: 1 },
      })
    })
    const [row] = await stored()
    expect(row).toMatchObject({ title: 'Seven lamps', difficulty: 'Beginner', archivedAt: null })
    expect(lines).toMatchObject([
      {
        actorId: people.ada.userId,
        action: 'template.create',
        targetType: 'template',
        targetId: row?.id,
        label: 'Seven lamps',
        before: null,
        after: { title: 'Seven lamps', difficulty: 'Beginner' },
      },
    ])
    expect((await create({ ...fields, difficulty: 'Master' })).body).toMatchObject(
      refusedAt('difficulty').body,
    )
  })

  test.each(Object.keys(required).filter((key) => key !== 'sessionSteps'))(
    '[TPL-04] without %s it is rejected, and nothing is stored',
    async (key) => {
      const lines = await newActivities(async () => {
        expect(await create({ ...fields, [key]: undefined })).toMatchObject(refusedAt(key))
        expect(await create({ ...fields, [key]: '   ' })).toMatchObject(refusedAt(key))
      })
      expect(await stored()).toEqual([])
      expect(lines).toEqual([])
    },
  )

  test('[TPL-06] steps without a title are dropped, and the others renumbered', async () => {
    const step = (title: string) => ({ number: 9, title, description: 'Breathe.' })
    const { body } = await create({
      ...fields,
      sessionSteps: [step(''), step(' Arrive '), step(' '), step('Rest')],
    })
    expect(body).toMatchObject({
      sessionSteps: [
        { number: 1, title: 'Arrive' },
        { number: 2, title: 'Rest' },
      ],
    })
  })

  test.each([-1, 601, 12.5, 1e9, '12', null])(
    '[TPL-07] a duration of %s minutes is rejected',
    async (duration) => {
      expect(await create({ ...fields, duration })).toMatchObject(refusedAt('duration'))
    },
  )

  test('[TPL-07] 0 and 600 minutes are accepted', async () => {
    for (const duration of [0, 600]) expect((await create({ ...fields, duration })).status).toBe(201)
  })

  test('[T09, T22] unknown fields and unstorable characters are rejected', async () => {
    for (const extra of [{ id: 7 }, { version: 9 }, { archivedAt: null }, { createdAt: '2020-01-01' }])
      expect((await create({ ...fields, ...extra })).status).toBe(400)
    for (const key of ['title', 'description', 'instructor', 'instructorTitle'])
      for (const text of ['a\u0000b', 'a\uD800b', 'x'.repeat(5_001)])
        expect(await create({ ...fields, [key]: text })).toMatchObject(refusedAt(key))
    const steps = Array.from({ length: 31 }, () => ({ title: 'Breathe', description: '' }))
    expect(await create({ ...fields, sessionSteps: steps })).toMatchObject(refusedAt('sessionSteps'))
    expect(await stored()).toEqual([])
  })

  test('[T20] text of any kind is stored unchanged', async () => {
    for (const text of hostileTexts.filter(({ length }) => length <= 120)) {
      const { body } = await create({ ...fields, title: text, instructor: text })
      expect(body).toMatchObject({ title: text.normalize('NFC').replace(/\u202e/g, '') })
    }
  })
})

describe('updating a template', () => {
  test('[TPL-09] stores the sent fields and records the differences', async () => {
    const id = await newId()
    const lines = await newActivities(async () => {
      const { status, body } = await update(id, {
        ...fields,
        title: 'Eight lamps',
        thumbnailUrl: null,
        version: 1,
      })
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { id, title: 'Eight lamps', thumbnailUrl: null, duration: 12, version: 2 },
      })
    })
    expect(lines).toMatchObject([{ action: 'template.update', targetId: id, label: 'Eight lamps' }])
    expect(lines[0]).toMatchObject({
      before: { title: 'Seven lamps', thumbnailUrl: fields.thumbnailUrl },
      after: { title: 'Eight lamps', thumbnailUrl: null },
    })
    expect(Object.keys(lines[0]?.after ?? {})).toHaveLength(2)
  })

  test('[TPL-09, SYNC-23] length, audio and tempo stay when omitted; another video clears length and audio', async () => {
    const { audioUrl, ...others } = fields
    const measured = { mediaSeconds: 720.5, keepsTempo: true }
    const id = await newId({ ...fields, ...measured })
    expect(await update(id, others)).toMatchObject({ body: { ...measured, audioUrl } })
    const videoUrl = '/media/still-water.mp4'
    const cleared = { mediaSeconds: null, audioUrl: null, keepsTempo: true }
    expect(await update(id, { ...others, videoUrl })).toMatchObject({ status: 200, body: cleared })
  })

  test('[SMALL-03] sizes stay when omitted; another video or audio clears them', async () => {
    const megabytes = { video: 180, sound: 12 }
    const id = await newId({ ...fields, megabytes })
    expect(await update(id, fields)).toMatchObject({ body: { megabytes } })
    expect(await update(id, { ...fields, audioUrl: null })).toMatchObject({ body: { megabytes: null } })
    await update(id, { ...fields, megabytes })
    const videoUrl = '/media/still-water.mp4'
    expect(await update(id, { ...fields, videoUrl })).toMatchObject({ body: { megabytes: null } })
    const half = { video: 1.5, sound: null }
    expect(await update(id, { ...fields, megabytes: half })).toMatchObject(refusedAt('megabytes.video'))
  })

  test('[TPL-09] an unchanged save keeps the version and records no activity', async () => {
    const id = await newId()
    const lines = await newActivities(async () =>
      expect(await update(id, { ...fields, version: 1 })).toMatchObject({
        status: 200,
        body: { version: 1 },
      }),
    )
    expect(lines).toEqual([])
  })

  test('[TPL-09] of two edits of the same version the later gets 409; without a version the last write wins', async () => {
    const id = await newId()
    const outcome = await raceUncommittedChange(
      app,
      (tx) =>
        updateTemplateRow(
          tx,
          id,
          templateFieldsOf({ ...templateFieldsSchema.parse(fields), title: 'Ann’s' }),
          new Date(app.clock.now()),
        ),
      () => update(id, { ...fields, title: 'Ada’s', version: 1 }),
    )
    expect(outcome).toMatchObject({ value: { status: 409, body: { code: 'changed_meanwhile' } } })
    expect(await stored()).toMatchObject([{ title: 'Ann’s', version: 2 }])
    expect(await update(id, { ...fields, title: 'The last' })).toMatchObject({
      body: { title: 'The last', version: 3 },
    })
  })

  test('[TPL-09] an archived or unknown template is not found', async () => {
    const id = await newId()
    await deleteById(id)
    for (const gone of [id, 2_000_000_000]) {
      expect(await update(gone, fields)).toMatchObject({ status: 404 })
      expect(await duplicate(gone)).toMatchObject({ status: 404 })
      expect(await deleteById(gone)).toMatchObject({ status: 404 })
    }
  })
})

describe('copying a template', () => {
  test('[TPL-11] has all fields of the original, and a suffix after the title', async () => {
    const id = await newId()
    const lines = await newActivities(async () => {
      const { status, body } = await duplicate(id)
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { ...fields, title: 'Seven lamps (Copy)' },
      })
    })
    expect(await stored()).toMatchObject([{ id }, { title: 'Seven lamps (Copy)', version: 1 }])
    expect(lines).toMatchObject([{ action: 'template.duplicate', label: 'Seven lamps (Copy)' }])
  })

  test('[TPL-11] a copy of a maximum-length title has maximum length', async () => {
    const { body } = await duplicate(await newId({ ...fields, title: 'x'.repeat(200) }))
    expect(body).toMatchObject({ title: `${'x'.repeat(193)} (Copy)` })
  })
})

describe('deleting', () => {
  test('[TPL-10, TPL-12] archives the template: not listed, but kept for days that use it', async () => {
    const id = await newId()
    await schedule(id, { date: '2026-11-20' })
    const lines = await newActivities(async () =>
      expect(await deleteById(id)).toMatchObject({ status: 200, body: { success: true } }),
    )
    expect(await list(people.ada)).toEqual([])
    expect(await list(people.gail)).toEqual([])
    expect(await stored()).toMatchObject([{ ...fields, id, archivedAt: wall('2026-11-21 12:00') }])
    expect(lines).toMatchObject([
      { action: 'template.archive', targetId: id, before: { title: 'Seven lamps' }, after: null },
    ])
  })

  test('[TPL-13] is rejected while an active schedule from today on uses the template', async () => {
    const id = await newId()
    await schedule(id, { date: '2026-12-24', isActive: false })
    await schedule(id, { date: today })
    const lines = await newActivities(async () =>
      expect(await deleteById(id)).toMatchObject({ status: 409, body: { code: 'template_in_use' } }),
    )
    expect(lines).toEqual([])
    // From 23:59 in Chicago to midnight.
    app.clock.set(wall('2026-11-21 23:59:59'))
    expect(JSON.stringify(await deleteById(id))).toContain('is scheduled for Saturday, November 21, 2026.')
    app.clock.set(wall('2026-11-22 00:00'))
    expect((await deleteById(id)).status).toBe(200)
  })

  test('[TPL-13] archiving waits for a concurrent scheduling', async () => {
    const id = await newId()
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await lockTemplateForShare(tx, id)
        await tx
          .insertInto('schedules')
          .values({ date: today, templateId: id, createdAt: new Date(app.clock.now()) })
          .execute()
      },
      () => deleteById(id),
    )
    expect(outcome).toMatchObject({ value: { status: 409, body: { code: 'template_in_use' } } })
  })

  test('[TPL-13] a concurrent scheduling waits for the archiving and gets an error', async () => {
    const id = await newId()
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await tx
          .selectFrom('meditation_templates')
          .select('id')
          .where('id', '=', id)
          .forNoKeyUpdate()
          .execute()
        await tx
          .updateTable('meditation_templates')
          .set({ archivedAt: new Date(app.clock.now()) })
          .where('id', '=', id)
          .execute()
      },
      () => app.database.transaction((tx) => lockTemplateForShare(tx, id)),
    )
    expect(outcome).toMatchObject({ status: 'rejected', reason: { errorResponse: { status: 404 } } })
  })
})

describe('importing templates', () => {
  const row = (facts: object = {}) => ({ ...required, sessionSteps: undefined, ...facts })

  test('[TPL-17, TPL-18] returns the number of templates; each is Beginner with the three steps', async () => {
    const lines = await newActivities(async () => {
      const response = await importRows([
        row(),
        row({ title: 'Two', difficulty: 'Advanced', sessionSteps: [] }),
      ])
      expect(response).toMatchObject({ status: 201, body: { imported: 2 } })
    })
    const rows = await stored()
    expect(rows.map(({ title, difficulty }) => [title, difficulty])).toEqual([
      ['Seven lamps', 'Beginner'],
      ['Two', 'Beginner'],
    ])
    for (const { sessionSteps } of rows) {
      expect(sessionSteps).toMatchObject([
        { number: 1, title: 'Preparation' },
        { number: 2, title: 'Practice' },
        { number: 3, title: 'Integration' },
      ])
      expect(sessionSteps.every(({ description }) => description.length > 20)).toBe(true)
    }
    expect(lines).toMatchObject([
      { action: 'template.import', targetId: null, label: null, after: { imported: 2 } },
    ])
  })

  test('[TPL-19] [API-28] accepts 200 rows of 30 steps, and rejects 201 rows or none', async () => {
    const sessionSteps = Array.from({ length: 30 }, () => ({ title: 'Ground', description: 'The floor.' }))
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => row({ title: `Calm ${index}`, sessionSteps }))
    expect(await importRows(rows(201))).toMatchObject(refusedAt('templates'))
    expect(await importRows([])).toMatchObject(refusedAt('templates'))
    expect(await stored()).toEqual([])
    expect(await importRows(rows(200))).toMatchObject({ status: 201, body: { imported: 200 } })
    expect(await stored()).toHaveLength(200)
  })

  test('[TPL-20, TPL-22, I22] one invalid row imports nothing, and every invalid row is listed with its errors', async () => {
    const rows = Array.from({ length: 150 }, () => row())
    const response = await newActivities(async () =>
      expect(
        await importRows([
          ...rows,
          row({ videoUrl: '', duration: 601 }),
          row(),
          row({ title: '' }),
          'no row',
          row({ points: 7 }),
        ]),
      ).toMatchObject(
        refusedAt(
          'templates.150.duration',
          'templates.150.videoUrl',
          'templates.152.title',
          'templates.153',
          'templates.154',
        ),
      ),
    )
    expect(await stored()).toEqual([])
    expect(response).toEqual([])
  })

  test('[TPL-18, I28] a repeated idempotency key imports once', async () => {
    const key = randomUUID()
    const lines = await newActivities(async () => {
      for (let count = 0; count < 3; count += 1)
        expect(await importRows([row()], key)).toMatchObject({ status: 201, body: { imported: 1 } })
    })
    expect(await stored()).toHaveLength(1)
    expect(lines).toHaveLength(1)
    expect(await importRows([row(), row()], key)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
  })
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'http://stillwater.org/a.mp4',
  'https://10.0.0.7/a.mp4',
  'https://nas.local/a.mp4',
  'https://user:secret@stillwater.org/a.mp4',
  '/api/auth/session',
])('[TPL-23, T29] %s is rejected as a template address by every call', async (address) => {
  const id = await newId()
  for (const key of ['videoUrl', 'thumbnailUrl', 'captionsUrl', 'audioUrl'] as const) {
    const bad = { ...fields, [key]: address }
    expect(await create(bad)).toMatchObject(refusedAt(key))
    expect(await update(id, bad)).toMatchObject(refusedAt(key))
    expect(await importRows([bad])).toMatchObject(refusedAt(`templates.0.${key}`))
    // Like a template from before that rule.
    await app.database.query
      .updateTable('meditation_templates')
      .set({ [key]: address })
      .execute()
    expect(await duplicate(id)).toMatchObject(refusedAt(key))
    await app.database.query
      .updateTable('meditation_templates')
      .set({ [key]: fields[key] })
      .execute()
  }
  expect(await stored()).toHaveLength(1)
})

describe('an administrator who loses the role before the write', () => {
  const setAdmin = (db: typeof app.database.query, isAdmin: boolean) =>
    db.updateTable('users').set({ isAdmin }).where('id', '=', people.ada.userId).execute()

  test.each([
    ['creates', () => create()],
    ['changes', (id: number) => update(id, { ...fields, title: 'Other' })],
    ['copies', duplicate],
    ['deletes', deleteById],
    ['imports', () => importRows([fields])],
  ])('[T08] %s nothing', async (_, act) => {
    const id = await newId()
    const lines = await newActivities(async () => {
      const outcome = await raceUncommittedChange(
        app,
        async (tx) => {
          // The same lock as a role change: the member's other writes wait for it.
          await tx.selectFrom('users').select('id').where('id', '=', people.ada.userId).forUpdate().execute()
          await setAdmin(tx, false)
        },
        () => act(id),
      )
      await setAdmin(app.database.query, true)
      expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'forbidden' } } })
    })
    expect(await stored()).toMatchObject([{ id, title: 'Seven lamps', archivedAt: null }])
    expect(lines).toEqual([])
  })
})
