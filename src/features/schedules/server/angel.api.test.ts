// The exact fields of schedules and templates that a garden angel gets, and the endpoints closed to them.
import { expect, test } from 'vitest'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp()
const { ada, gail } = await signInPeople(app)
await makeMeditation(app, { title: 'Morning light', duration: 30, instructor: 'Lena Oduya' })

const glance = { title: 'Morning light', duration: 30, instructor: 'Lena Oduya' }
const rows = (table: 'schedules' | 'meditation_templates') =>
  app.database.query.selectFrom(table).selectAll().execute()

test('[GA-07] a garden angel gets a template’s title, duration and instructor; an administrator gets all fields', async () => {
  const [template] = await rows('meditation_templates')
  const toAngel = await request(app, 'GET /api/admin/templates', { as: gail })
  expect(toAngel).toMatchObject({ status: 200 })
  expect(toAngel.body).toEqual([{ id: template?.id, ...glance }])
  const toAdmin = await request(app, 'GET /api/admin/templates', { as: ada })
  expect(toAdmin.body).toMatchObject([{ ...glance, videoUrl: '/media/still-water.mp4' }])
})

test('[GA-07] a garden angel gets the same schedules as an administrator, with the template’s own fields', async () => {
  const [schedule] = await rows('schedules')
  const expected = {
    id: schedule?.id,
    date: '2026-11-21',
    templateId: schedule?.templateId,
    scheduledTime: '00:00',
    ...communityClock,
    isActive: true,
    repeatWeeks: 0,
    repeatCount: 1,
    createdAt: wall('2026-11-21 12:00'),
    version: schedule?.version,
    seriesId: null,
    ...sittingDefaults,
    sitting: null,
    host: null,
    videoFailedAt: null,
    meetingUrl: null,
    template: { ...glance, language: null, livePlace: null },
  }
  for (const as of [gail, ada]) {
    const response = await request(app, 'GET /api/admin/schedules', { as })
    expect(response).toMatchObject({ status: 200 })
    expect(response.body).toEqual([expected])
  }
})

test.each(['users', 'analytics', 'profile-pictures', 'ip-bans', 'activity'])(
  '[GA-07] a garden angel can’t read the list of %s',
  async (list) => {
    const response = await request(app, `GET /api/admin/${list}`, { as: gail })
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await request(app, `GET /api/admin/${list}`, { as: ada })).toMatchObject({ status: 200 })
  },
)

test('[GA-06] a garden angel’s write is 403 and changes nothing', async () => {
  const [schedule] = await rows('schedules')
  const [template] = await rows('meditation_templates')
  const one = `schedules/${schedule?.id}` as const
  const other = `templates/${template?.id}` as const
  const writes: [Parameters<typeof request>[1], object?][] = [
    ['POST /api/admin/schedules', { date: '2026-12-01', templateId: template?.id }],
    [`PUT /api/admin/${one}`, { isActive: false }],
    [`DELETE /api/admin/${one}`],
    ['POST /api/admin/templates', { title: 'Mine' }],
    [`PUT /api/admin/${other}`, { title: 'Mine' }],
    [`DELETE /api/admin/${other}`],
    [`POST /api/admin/${other}/duplicate`],
    ['POST /api/admin/templates/import', { templates: [{ title: 'Mine' }] }],
  ]
  for (const [call, body] of writes) {
    const { status } = await request(app, call, { as: gail, body })
    expect([call, status]).toEqual([call, 403])
  }
  expect(await rows('schedules')).toEqual([schedule])
  expect(await rows('meditation_templates')).toEqual([template])
})
