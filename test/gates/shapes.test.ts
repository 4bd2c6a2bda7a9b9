// Gate: responses and database rows have exactly the expected fields.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeMeditation, makeMessage } from '#test/data/factories.ts'
import { dataUrl, solidColorPng } from '#test/data/pictures.ts'
import { makeReferralCode, makeReferral } from '#test/data/referral-factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { cells, playCell, prepareMatrix } from './matrix/matrix-http.ts'

const aNumber = expect.any(Number) as number
const aText = expect.any(String) as string
const now = defaultTestTime
const someRecord = z.record(z.string(), z.unknown())
const withId = z.object({ id: z.int() })

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
await makeMeditation(app)
await prepareMatrix(app)

async function asAdmin(call: Parameters<typeof request>[1], body?: object): Promise<unknown> {
  const response = await request(app, call, { as: people.ada, body })
  expect(response.status).toBeLessThan(300)
  return response.body
}
const make = async (call: `POST /${string}`, body: object) => z.parse(withId, await asAdmin(call, body)).id
/** The only row of a table, or the row with an id. */
async function rowOf(table: string, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql`select * from ${sql.table(table)} where id = ${id}`.execute(app.database.query)
  return z.parse(someRecord, rows[0])
}

const template = {
  title: 'Seven lamps',
  description: 'A quiet walk through the seven centers.',
  duration: 12,
  difficulty: 'Intermediate',
  videoUrl: '/media/still-water.mp4',
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [{ title: 'Ground', description: 'The floor beneath you.' }],
}
const storedTemplate = {
  translations: {},
  ...template,
  id: aNumber,
  kind: 'video',
  blocks: null,
  thumbnailUrl: null,
  captionsUrl: null,
  audioUrl: null,
  sessionSteps: [{ number: 1, title: 'Ground', description: 'The floor beneath you.' }],
  mediaSeconds: null,
  keepsTempo: false,
  megabytes: null,
  liveSource: null,
  bellBy: null,
  pictureInSharing: false,
  meetingUrl: null,
  createdAt: now,
  version: 1,
}

describe('changes', () => {
  let picture: string
  beforeAll(async () => {
    picture = dataUrl(await solidColorPng('#405060'), 'image/png')
  })
  const schedule = (templateId: number) => ({ templateId, date: '2026-12-24', scheduledTime: '06:30' })

  test('[API-08] [API-09] a PUT returns the updated object, and the list contains it', async () => {
    const templateId = await make('POST /api/admin/templates', template)
    const changed = await asAdmin(`PUT /api/admin/templates/${templateId}`, {
      ...template,
      title: 'Eight lamps',
    })
    expect(changed).toEqual({ ...storedTemplate, id: templateId, title: 'Eight lamps', version: 2 })
    expect(await asAdmin('GET /api/admin/templates')).toContainEqual(changed)

    const scheduleId = await make('POST /api/admin/schedules', schedule(templateId))
    const { rows, ...moved } = z.parse(
      someRecord,
      await asAdmin(`PUT /api/admin/schedules/${scheduleId}`, { date: '2026-12-26' }),
    )
    expect({ rows, date: moved['date'] }).toEqual({ rows: 1, date: '2026-12-26' })
    expect(await asAdmin('GET /api/admin/schedules')).toContainEqual(moved)

    const pictureId = await make('POST /api/admin/profile-pictures', { name: 'Dusk', imageData: picture })
    const renamed = await asAdmin(`PUT /api/admin/profile-pictures/${pictureId}`, { name: 'Dawn' })
    expect(renamed).toMatchObject({ id: pictureId, name: 'Dawn', version: 2 })
    expect(await asAdmin('GET /api/admin/profile-pictures')).toContainEqual(renamed)

    const member = await asAdmin(`PUT /api/admin/users/${people.mo.userId}`, { name: 'Mo Renamed' })
    expect(member).toMatchObject({ id: people.mo.userId, name: 'Mo Renamed' })
    expect(await asAdmin('GET /api/admin/users')).toContainEqual(member)
  })

  test('[API-08] DELETE returns success; un-like, the like count; sign-out, no body', async () => {
    const templateId = await make('POST /api/admin/templates', template)
    const scheduleId = await make('POST /api/admin/schedules', {
      ...schedule(templateId),
      date: '2027-01-05',
    })
    const pictureId = await make('POST /api/admin/profile-pictures', { name: 'Dusk', imageData: picture })
    const messageId = await makeMessage(app, people.mia)
    const removed = [
      `/api/admin/schedules/${scheduleId}`,
      `/api/admin/templates/${templateId}`,
      `/api/admin/profile-pictures/${pictureId}`,
      `/api/admin/users/${people.ned.userId}`,
    ] as const
    expect(await asAdmin(`DELETE /api/messages/${messageId}/like`)).toEqual({ likes: 0 })
    for (const path of [...removed, `/api/messages/${messageId}` as const]) {
      expect({ path, body: await asAdmin(`DELETE ${path}`) }).toEqual({ path, body: { success: true } })
    }
    for (const call of ['DELETE /api/auth/session', 'DELETE /api/account'] as const) {
      const deletedMember = await signIn(app, `leaver-${call.length}`, personFields.mia)
      expect(await request(app, call, { as: deletedMember })).toMatchObject({ status: 204, body: null })
    }
  })

  test('[API-11] a stale version changes nothing; the current version, or none, succeeds', async () => {
    const templateId = await make('POST /api/admin/templates', template)
    const scheduleId = await make('POST /api/admin/schedules', {
      ...schedule(templateId),
      date: '2027-02-02',
    })
    const pictureId = await make('POST /api/admin/profile-pictures', { name: 'Dusk', imageData: picture })
    const changes = [
      [
        'meditation_templates',
        templateId,
        'templates',
        { ...template, title: 'Nine lamps' },
        { ...template, duration: 9 },
      ],
      ['schedules', scheduleId, 'schedules', { scheduledTime: '07:30' }, { scheduledTime: '08:30' }],
      ['profile_pictures', pictureId, 'profile-pictures', { name: 'Night' }, { name: 'Noon' }],
    ] as const
    for (const [table, id, path, change, other] of changes) {
      const put = (body: object) => request(app, `PUT /api/admin/${path}/${id}`, { as: people.ada, body })
      const before = await rowOf(table, id)
      expect(before['version']).toBe(1)
      for (const version of [0, 2]) {
        expect(await put({ ...change, version })).toMatchObject({
          status: 409,
          body: { code: 'changed_meanwhile' },
        })
      }
      expect(await rowOf(table, id)).toEqual(before)
      expect(await put({ ...change, version: 1 })).toMatchObject({ status: 200, body: { version: 2 } })
      expect(await put(other)).toMatchObject({ status: 200, body: { version: 3 } })
    }
  })

  const unknownIdCells = cells.filter(
    ({ when, column, expected }) =>
      column === 'X' && expected === '404 not_found' && /^of (?:nothing|nobody|none)$/.test(when),
  )
  test('[API-26] an administrator’s call on an unknown id returns 404', async () => {
    const named = calls.filter(({ path }) => /^\/api\/admin\/.*:id\b/.test(path)).map(methodAndPath)
    expect(named.filter((call) => !unknownIdCells.some((cell) => cell.call === call))).toEqual([])
    for (const cell of unknownIdCells) {
      expect({ ...cell, ...(await playCell(app, cell)) }).toEqual({
        ...cell,
        actual: cell.expected,
        unchanged: true,
      })
    }
  })
})

describe('the records', () => {
  test('[DATA-03] a template', async () => {
    const id = await make('POST /api/admin/templates', { ...template, thumbnailUrl: '/media/a.jpg' })
    const list = z.parse(z.array(someRecord), await asAdmin('GET /api/admin/templates'))
    const responded = { ...storedTemplate, id, thumbnailUrl: '/media/a.jpg' }
    expect(list.find((one) => one['id'] === id)).toEqual(responded)
    expect(await rowOf('meditation_templates', id)).toEqual({
      ...responded,
      archivedAt: null,
      changedAt: null,
    })
  })

  test('[DATA-05] a schedule', async () => {
    const templateId = await make('POST /api/admin/templates', template)
    const id = await make('POST /api/admin/schedules', { date: '2027-03-01', templateId })
    const stored = {
      id,
      date: '2027-03-01',
      templateId,
      scheduledTime: '00:00',
      isActive: true,
      meetingUrl: null,
      repeatWeeks: 0,
      repeatCount: 1,
      createdAt: now,
      version: 1,
      seriesId: null,
      ...sittingDefaults,
      ...communityClock,
    }
    expect(await rowOf('schedules', id)).toEqual({
      ...stored,
      slot: 0,
      changedAt: null,
      formerVersions: 0,
      uidTemplateId: null,
      hostId: null,
    })
    const { title, duration, instructor } = template
    expect(await asAdmin('GET /api/admin/schedules?from=2027-03-01')).toEqual([
      {
        ...stored,
        videoFailedAt: null,
        sitting: null,
        host: null,
        template: { title, language: null, duration, instructor, livePlace: null },
      },
    ])
  })

  test('[DATA-12] a stock picture', async () => {
    const imageData = dataUrl(await solidColorPng('#405060'), 'image/png')
    const id = await make('POST /api/admin/profile-pictures', { name: 'Dusk', imageData })
    const list = z.parse(z.array(someRecord), await asAdmin('GET /api/admin/profile-pictures'))
    expect(list.find((one) => one['id'] === id)).toEqual({
      id,
      name: 'Dusk',
      imageData: expect.stringMatching(/^data:image\/jpeg;base64,/) as string,
      isActive: true,
      createdAt: now,
      updatedAt: now,
      url: expect.stringMatching(/^\/media\/[\da-f]{64}\.jpg$/) as string,
      version: 1,
    })
  })

  test('[DATA-13] a banned address', async () => {
    const ban = { ipAddress: '198.41.0.4', reason: 'Floods the chat' }
    const id = await make('POST /api/admin/ip-bans', ban)
    const stored = { id, ...ban, bannedAt: now, bannedBy: people.ada.userId, isActive: true }
    expect(await rowOf('ip_bans', id)).toEqual({ ...stored, ipAddress: '198.41.0.4/32', expiresAt: null })
    const twice = app.database.query
      .insertInto('ip_bans')
      .values({ ...ban, bannedAt: now, bannedBy: people.ada.userId })
      .execute()
    await expect(twice).rejects.toThrow('ip_bans_one_per_address')
  })

  test('[DATA-01] [DATA-14] [DATA-15] a user, and the rows that a referral creates', async () => {
    const { mia, gail, ada, bea } = people
    const referralCode = await makeReferralCode(app, mia)
    await makeReferral(app, mia, gail)
    const own = await request(app, `GET /api/user/${mia.userId}/referrals`, { as: mia })
    const referral = {
      id: aNumber,
      referrerId: mia.userId,
      referredId: gail.userId,
      referralCode,
      status: 'pending',
      rewardGiven: false,
      createdAt: now,
      completedAt: null,
    }
    expect(own.body).toEqual({ referrals: [referral] })
    const ledger = await request(app, `GET /api/user/${gail.userId}/quantum-love`, { as: gail })
    expect(ledger.body).toEqual({
      points: 50,
      transactions: [
        {
          id: aNumber,
          userId: gail.userId,
          amount: 50,
          type: 'join',
          description: aText,
          referralId: aNumber,
          createdAt: now,
        },
      ],
    })

    const members = z.parse(z.array(someRecord), await asAdmin('GET /api/admin/users'))
    const seen = members.find((one) => one['id'] === gail.userId)
    const user = {
      id: gail.userId,
      name: gail.name,
      email: gail.email,
      profilePicture: expect.stringMatching(/^\/media\//) as string,
      isAdmin: false,
      isGardenAngel: true,
      mayHost: false,
      isBanned: false,
      bannedAt: null,
      bannedReason: null,
      bannedUntil: null,
      lastLoginIp: '127.0.0.1',
      profileCompleted: true,
      quantumLovePoints: 50,
      createdAt: now,
      lastLogin: now,
    }
    const ofAdmins = {
      referralCode: null,
      referredBy: mia.userId,
      referrerName: mia.name,
      referralCount: 0,
      totalTimeSpent: 0,
      signInEmail: null,
      emailChange: 'profile',
      resetLink: 'none',
    }
    expect(seen).toEqual({ ...user, ...ofAdmins })
    expect(await rowOf('users', gail.userId)).toMatchObject({ ...user, firebaseUid: gail.uid })
    expect(members.find((one) => one['id'] === mia.userId)).toMatchObject({
      referralCode,
      referredBy: null,
      referralCount: 1,
    })
    expect(members.find((one) => one['id'] === bea.userId)).toMatchObject({
      isBanned: true,
      bannedAt: now,
      bannedReason: 'Unkind words',
    })
    expect(members.find((one) => one['id'] === ada.userId)).toMatchObject({ isAdmin: true })
    // Only its owner sees the uid (T11).
    expect((await request(app, 'GET /api/auth/session', { as: gail })).body).toMatchObject({ uid: gail.uid })
  })
})
