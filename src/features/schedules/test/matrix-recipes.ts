// Matrix recipes for the calls about schedules: each on another day.
import { insertTemplates } from '#features/templates/server/sql.ts'
import { insertSchedulesIfFree, saveSeries } from '../server/sql.ts'
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { missingId, type CallRecipe, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

const list = '/api/admin/schedules'

interface PreparedTemplates {
  day: string
  templateId: number
}

// Beyond the days of other rows.
const firstDay = 10_000

/** An unused day and a template for it. */
async function prepare(app: TestApp, serial: number): Promise<PreparedTemplates> {
  const [templateId = 0] = await insertTemplates(app.database.query, [
    {
      title: `Stillness ${serial}`,
      description: 'A slow hour.',
      duration: 20,
      videoUrl: '/media/still-water.mp4',
      thumbnailUrl: null,
      captionsUrl: null,
      instructor: 'Lena Oduya',
      instructorTitle: 'Meditation Teacher',
      sessionSteps: [],
      createdAt: new Date(app.clock.now()),
    },
  ])
  return { day: addDays(app.calendar.today(), firstDay + serial * 2), templateId }
}

const creation =
  (
    change: (facts: PreparedTemplates & { app: TestApp }) => Promise<object> | object = () => ({}),
  ): CallRecipe =>
  async ({ app, serial }) => {
    const made = await prepare(app, serial)
    const body = { date: made.day, templateId: made.templateId }
    return { body: { ...body, ...(await change({ ...made, app })) } }
  }

/** Schedules a day and the next one. */
const scheduleDays =
  (
    change: (facts: PreparedTemplates & { app: TestApp }) => Promise<object> | object = () => ({}),
  ): CallRecipe =>
  async ({ app, serial }) => {
    const made = await prepare(app, serial)
    const day = { date: made.day, templateId: made.templateId }
    const changed = { ...day, date: addDays(made.day, 1), ...(await change({ ...made, app })) }
    return { body: { days: [day, changed] } }
  }

/** Schedules two days as a series, and returns the first one. */
async function scheduleSeries({ app, serial }: { app: TestApp; serial: number }) {
  const { day, templateId } = await prepare(app, serial)
  const createdAt = new Date(app.clock.now())
  const dates = [day, addDays(day, 1)]
  const ids = await insertSchedulesIfFree(
    app.database.query,
    dates.map((date) => ({ date, templateId, scheduledTime: '06:00', createdAt })),
  )
  const [id, second] = ids
  await saveSeries(app.database.query, [id ?? 0, second ?? 0])
  return { id, day }
}

const changeSeriesOf =
  (body: (facts: { app: TestApp; day: string }) => Promise<object> | object): CallRecipe =>
  async (facts) => {
    const { id, day } = await scheduleSeries(facts)
    const change = await body({ app: facts.app, day })
    return { path: `${list}/${id}`, body: { scope: 'following', ...change } }
  }

async function archive(app: TestApp, templateId: number): Promise<void> {
  const archivedAt = new Date(app.clock.now())
  const archived = app.database.query.updateTable('meditation_templates').set({ archivedAt })
  await archived.where('id', '=', templateId).execute()
}

/** Inserts a schedule on its day. */
async function schedule({ app, serial }: { app: TestApp; serial: number }) {
  const { day } = await prepare(app, serial)
  await makeMeditation(app, { day })
  const row = await app.database.query
    .selectFrom('schedules')
    .select(['id', 'version'])
    .where('date', '=', day)
    .executeTakeFirstOrThrow()
  return { ...row, day }
}

const change =
  (body: (facts: { app: TestApp; day: string; version: number }) => Promise<object> | object): CallRecipe =>
  async (facts) => {
    const { id, ...rest } = await schedule(facts)
    return { path: `${list}/${id}`, body: await body({ ...rest, app: facts.app }) }
  }

const [post, fill, put, remove] = [
  `POST ${list}`,
  `POST ${list}/days`,
  `PUT ${list}/:id`,
  `DELETE ${list}/:id`,
]

export const schedulesRecipes: MatrixRecipes = {
  calls: {
    [post]: creation(),
    [`${post} on a date that is taken`]: creation(async ({ app, day }) => {
      await makeMeditation(app, { day })
      return {}
    }),
    [`${post} on a day that is past`]: creation(({ app }) => ({
      date: addDays(app.calendar.today(), -1),
    })),
    [`${post} of an archived template`]: creation(async ({ app, templateId }) => {
      await archive(app, templateId)
      return {}
    }),
    [`${post} with a time zone but no bell`]: creation(() => ({ timeZone: 'Europe/Berlin' })),
    [fill]: scheduleDays(),
    [`${fill} of which one is taken`]: scheduleDays(async ({ app, day }) => {
      await makeMeditation(app, { day: addDays(day, 1) })
      return {}
    }),
    [`${fill} of which one is past`]: scheduleDays(({ app }) => ({
      date: addDays(app.calendar.today(), -1),
    })),
    [`${fill} with an archived template`]: scheduleDays(async ({ app, templateId }) => {
      await archive(app, templateId)
      return {}
    }),
    [`${fill} with a time zone but no bell`]: scheduleDays(() => ({ timeZone: 'Europe/Berlin' })),
    [`${fill} of more than 120`]: async (facts) => {
      const { day, templateId } = await prepare(facts.app, facts.serial)
      const days = Array.from({ length: 121 }, (_, index) => ({ date: addDays(day, index), templateId }))
      return { body: { days } }
    },
    [put]: change(() => ({ scheduledTime: '06:30' })),
    [`${put} with its series from there on`]: changeSeriesOf(() => ({ scheduledTime: '06:30' })),
    [`${put} with its series, on a taken date`]: changeSeriesOf(async ({ app, day }) => {
      await makeMeditation(app, { day: addDays(day, 3) })
      return { date: addDays(day, 2) }
    }),
    [`${put} with its series, and a repeat`]: changeSeriesOf(() => ({ repeatWeeks: 1, repeatCount: 2 })),
    [`${put} with a time zone but no bell`]: change(() => ({ timeZone: 'Europe/Berlin' })),
    [`${put} to a date that is taken`]: change(async ({ app, day }) => {
      const date = addDays(day, 1)
      await makeMeditation(app, { day: date })
      return { date }
    }),
    [`${put} with a stale version`]: change(({ version }) => ({
      scheduledTime: '06:30',
      version: version - 1,
    })),
    [`${put} of nothing`]: () => ({ path: `${list}/${missingId}`, body: { isActive: false } }),
    [remove]: async (facts) => ({ path: `${list}/${(await schedule(facts)).id}` }),
    [`${remove} with its series from there on`]: async (facts) => ({
      path: `${list}/${(await scheduleSeries(facts)).id}?scope=following`,
    }),
    [`${remove} of nothing`]: () => ({ path: `${list}/${missingId}` }),
  },
}
