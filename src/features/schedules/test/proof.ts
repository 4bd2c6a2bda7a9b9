// By hand, a second time: what the contract of schedules declares, and where its members’ data is.
import { insertTemplates } from '#features/templates/server/sql.ts'
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { type SampleRequest, missingId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, moderators, type Proof } from '#test/gates/proof.ts'
import { insertSchedulesIfFree, saveSeries } from '../server/sql.ts'

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
    change: (input: PreparedTemplates & { app: TestApp }) => Promise<object> | object = () => ({}),
  ): SampleRequest =>
  async ({ app, serial }) => {
    const made = await prepare(app, serial)
    const body = { date: made.day, templateId: made.templateId }
    return { body: { ...body, ...(await change({ ...made, app })) } }
  }

/** Schedules a day and the next one. */
const scheduleDays =
  (
    change: (input: PreparedTemplates & { app: TestApp }) => Promise<object> | object = () => ({}),
  ): SampleRequest =>
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
  (body: (input: { app: TestApp; day: string }) => Promise<object> | object): SampleRequest =>
  async (input) => {
    const { id, day } = await scheduleSeries(input)
    const change = await body({ app: input.app, day })
    return { path: `${list}/${id}`, body: { scope: 'following', ...change } }
  }

/** Extends a series until a day. */
const extension =
  (untilOf: (facts: { app: TestApp; day: string }) => Promise<string> | string): SampleRequest =>
  async ({ app, serial }) => {
    // Its new days lie beyond those of all other rows.
    const { id, day } = await scheduleSeries({ app, serial: 5_000 + serial * 10 })
    return { path: `${list}/${id}/extend`, body: { until: await untilOf({ app, day }) } }
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
  (
    body: (input: { app: TestApp; day: string; version: number }) => Promise<object> | object,
  ): SampleRequest =>
  async (input) => {
    const { id, ...rest } = await schedule(input)
    return { path: `${list}/${id}`, body: await body({ ...rest, app: input.app }) }
  }

/** The fields of a schedule. */
const scheduleFields = `
  bellSeconds createdAt date dayShift doorsMinutes gatherSeconds host.id host.name id isActive meetingUrl
  repeatCount repeatWeeks
  rows scheduledTime seriesId sharingMinutes silenceMinutes sitting.cancelNote sitting.cancelled
  sitting.id sitting.startsAt template.duration template.instructor template.language template.livePlace
  template.title
  templateId timeZone together version videoFailedAt`

export const proof: Proof = {
  calls: {
    'GET /api/admin/schedules': {
      responses: moderators('200'),
      fields: `
        [].bellSeconds [].createdAt [].date [].dayShift [].doorsMinutes [].gatherSeconds [].host.id
        [].host.name [].id [].isActive [].meetingUrl
        [].repeatCount [].repeatWeeks [].scheduledTime [].seriesId [].sharingMinutes [].silenceMinutes
        [].sitting.cancelNote [].sitting.cancelled [].sitting.id [].sitting.startsAt [].template.duration
        [].template.instructor [].template.language [].template.livePlace [].template.title [].templateId [].timeZone [].together
        [].version [].videoFailedAt`,
    },
    'POST /api/admin/schedules': {
      responses: administrators('201'),
      fields: scheduleFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: creation(),
    },
    'POST /api/admin/schedules on a date that is taken': {
      responses: administrators('409 dates_taken'),
      request: creation(async ({ app, day }) => {
        await makeMeditation(app, { day })
        return {}
      }),
    },
    'POST /api/admin/schedules on a day that is past': {
      responses: administrators('400 invalid'),
      request: creation(({ app }) => ({
        date: addDays(app.calendar.today(), -1),
      })),
    },
    'POST /api/admin/schedules of an archived template': {
      responses: administrators('400 invalid'),
      request: creation(async ({ app, templateId }) => {
        await archive(app, templateId)
        return {}
      }),
    },
    'POST /api/admin/schedules with a time zone but no bell': {
      responses: administrators('400 invalid'),
      request: creation(() => ({ timeZone: 'Europe/Berlin' })),
    },
    'POST /api/admin/schedules/days': {
      responses: administrators('201'),
      fields: 'rows',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: scheduleDays(),
    },
    'POST /api/admin/schedules/days of which one is taken': {
      responses: administrators('409 dates_taken'),
      request: scheduleDays(async ({ app, day }) => {
        await makeMeditation(app, { day: addDays(day, 1) })
        return {}
      }),
    },
    'POST /api/admin/schedules/days of which one is past': {
      responses: administrators('400 invalid'),
      request: scheduleDays(({ app }) => ({
        date: addDays(app.calendar.today(), -1),
      })),
    },
    'POST /api/admin/schedules/days with an archived template': {
      responses: administrators('400 invalid'),
      request: scheduleDays(async ({ app, templateId }) => {
        await archive(app, templateId)
        return {}
      }),
    },
    'POST /api/admin/schedules/days with a time zone but no bell': {
      responses: administrators('400 invalid'),
      request: scheduleDays(() => ({ timeZone: 'Europe/Berlin' })),
    },
    'POST /api/admin/schedules/days of more than 120': {
      responses: administrators('400 invalid'),
      request: async (input) => {
        const { day, templateId } = await prepare(input.app, input.serial)
        const days = Array.from({ length: 121 }, (_, index) => ({ date: addDays(day, index), templateId }))
        return { body: { days } }
      },
    },
    'PUT /api/admin/schedules/:id': {
      responses: administrators('200'),
      fields: scheduleFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: change(() => ({ scheduledTime: '06:30' })),
    },
    'PUT /api/admin/schedules/:id to a date that is taken': {
      responses: administrators('409 dates_taken'),
      request: change(async ({ app, day }) => {
        const date = addDays(day, 1)
        await makeMeditation(app, { day: date })
        return { date }
      }),
    },
    'PUT /api/admin/schedules/:id with a stale version': {
      responses: administrators('409 changed_meanwhile'),
      request: change(({ version }) => ({
        scheduledTime: '06:30',
        version: version - 1,
      })),
    },
    'PUT /api/admin/schedules/:id of nothing': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `${list}/${missingId}`, body: { isActive: false } }),
    },
    'PUT /api/admin/schedules/:id with a time zone but no bell': {
      responses: administrators('400 invalid'),
      request: change(() => ({ timeZone: 'Europe/Berlin' })),
    },
    'PUT /api/admin/schedules/:id with its series from there on': {
      responses: administrators('200'),
      request: changeSeriesOf(() => ({ scheduledTime: '06:30' })),
    },
    'PUT /api/admin/schedules/:id with its series, on a taken date': {
      responses: administrators('409 dates_taken'),
      request: changeSeriesOf(async ({ app, day }) => {
        await makeMeditation(app, { day: addDays(day, 3) })
        return { date: addDays(day, 2) }
      }),
    },
    'PUT /api/admin/schedules/:id with its series, and a repeat': {
      responses: administrators('400 invalid'),
      request: changeSeriesOf(() => ({ repeatWeeks: 1, repeatCount: 2 })),
    },
    'POST /api/admin/schedules/:id/extend': {
      responses: administrators('201'),
      fields: 'rows',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: extension(({ day }) => addDays(day, 7)),
    },
    'POST /api/admin/schedules/:id/extend on a date that is taken': {
      responses: administrators('409 dates_taken'),
      request: extension(async ({ app, day }) => {
        await makeMeditation(app, { day: addDays(day, 8) })
        return addDays(day, 8)
      }),
    },
    'POST /api/admin/schedules/:id/extend until a day of the series': {
      responses: administrators('400 invalid'),
      request: extension(({ day }) => addDays(day, 1)),
    },
    'POST /api/admin/schedules/:id/extend of a schedule without a series': {
      responses: administrators('400 invalid'),
      request: async (facts) => {
        const { id, day } = await schedule(facts)
        return { path: `${list}/${id}/extend`, body: { until: addDays(day, 7) } }
      },
    },
    'POST /api/admin/schedules/:id/extend of nothing': {
      responses: administrators('404 not_found'),
      request: ({ app }) => ({
        path: `${list}/${missingId}/extend`,
        body: { until: addDays(app.calendar.today(), 7) },
      }),
    },
    'DELETE /api/admin/schedules/:id with its series from there on': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: async (input) => ({
        path: `${list}/${(await scheduleSeries(input)).id}?scope=following`,
      }),
    },
    'DELETE /api/admin/schedules/:id': {
      responses: administrators('200'),
      request: async (input) => ({ path: `${list}/${(await schedule(input)).id}` }),
    },
    'DELETE /api/admin/schedules/:id of nothing': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `${list}/${missingId}` }),
    },
  },
  memberData: {
    notExported: {
      schedules: 'the sittings that a member holds are in hosting',
      video_checks: 'no member’s data',
    },
  },
}
