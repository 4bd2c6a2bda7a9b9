// Invitations: making, listing, revoking, checking a link, and their retention.
import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { makeInvite, setJoining } from '#test/data/invites.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { requestWhileDemoted } from '#test/people/demoted-admin.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { ListedInvite } from '../contract.ts'
import { deleteEndedInvites } from './sql.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const create = (body: unknown, headers: Record<string, string> = {}) =>
  request(app, 'POST /api/admin/invites', { as: people.ada, body, headers })
const list = async () => {
  const { body } = await request(app, 'GET /api/admin/invites', { as: people.ada })
  return (body as { invites: ListedInvite[] }).invites
}
const revoke = (id: number) => request(app, `DELETE /api/admin/invites/${id}`, { as: people.ada })
const validate = async (code: string) =>
  (await request(app, 'POST /api/referral/validate', { body: { code } })).body

test('[COM-06] an administrator makes, sees and revokes an invitation; each leaves one entry', async () => {
  const { status, body } = await create({ uses: 25, days: 14 })
  const made = body as ListedInvite
  expect(status).toBe(201)
  expect(made).toEqual({
    id: made.id,
    code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/) as string,
    url: `${app.url}/?invite=${made.code}`,
    uses: 25,
    used: 0,
    expiresAt: new Date(app.clock.now() + 14 * dayMs).toISOString(),
  })
  const maker = { id: people.ada.userId, name: people.ada.name }
  const createdAt = new Date(app.clock.now()).toISOString()
  expect(await list()).toEqual([{ ...made, createdAt, revokedAt: null, maker }])
  expect(await revoke(made.id)).toMatchObject({ status: 200, body: { success: true } })
  expect((await revoke(made.id)).status).toBe(200)
  expect(await list()).toMatchObject([{ id: made.id, revokedAt: createdAt }])
  expect((await revoke(2_000_000_000)).status).toBe(404)
  const { body: log } = await request(app, 'GET /api/admin/activity', { as: people.ada })
  expect((log as { activities: { action: string }[] }).activities.map(({ action }) => action)).toEqual([
    'invite.revoke',
    'invite.create',
  ])
})

test('[COM-06] the role is checked in the writing transaction', async () => {
  const { id } = await makeInvite(app)
  const before = await list()
  const demoted = [
    await requestWhileDemoted(app, 'POST /api/admin/invites', { uses: 25, days: 14 }),
    await requestWhileDemoted(app, `DELETE /api/admin/invites/${id}`),
  ]
  expect(demoted.map(({ status }) => status)).toEqual([403, 403])
  expect(await list()).toEqual(before)
})

test('[COM-06] uses and days are whole numbers within their bounds', async () => {
  const wrong: [object, string][] = [
    [{ uses: 0, days: 7 }, 'uses'],
    [{ uses: 1_001, days: 7 }, 'uses'],
    [{ uses: 1.5, days: 7 }, 'uses'],
    [{ uses: 10, days: 0 }, 'days'],
    [{ uses: 10, days: 366 }, 'days'],
    [{ uses: 10 }, 'days'],
  ]
  const before = await list()
  for (const [body, path] of wrong)
    expect([body, await create(body)]).toMatchObject([body, { status: 400, body: { issues: [{ path }] } }])
  expect(await list()).toEqual(before)
})

test('[COM-06] a repeated request makes one invitation', async () => {
  const headers = { 'idempotency-key': 'an-invitation-made-once' }
  const [first, second] = [
    await create({ uses: 1, days: 1 }, headers),
    await create({ uses: 1, days: 1 }, headers),
  ]
  expect(second.body).toEqual(first.body)
})

test('[COM-06] the list begins with those that let newcomers join', async () => {
  const usable = await makeInvite(app, { makerId: null })
  await makeInvite(app, { uses: 1, used: 1 })
  await makeInvite(app, { revokedAt: new Date(app.clock.now()) })
  const invites = await list()
  expect(invites[0]).toMatchObject({ id: usable.id, maker: null })
})

test('[COM-06] a link is valid, has ended, or is unknown; while no one may join, no code is valid', async () => {
  const [invite, ended] = [await makeInvite(app), await makeInvite(app, { uses: 1, used: 1 })]
  const code = await makeReferralCode(app, people.mia)
  await setJoining(app, 'invitation')
  expect(await validate(invite.code)).toEqual({ valid: true })
  expect(await validate(` ${invite.code.toLowerCase()} `)).toEqual({ valid: true })
  expect(await validate(`https://sit.example.org/?invite=${invite.code}?utm_source=Email`)).toEqual({
    valid: true,
  })
  expect(await validate(ended.code)).toEqual({ valid: false, isEnded: true })
  expect(await validate('ABCDEFGHJKMN')).toEqual({ valid: false })
  expect(await validate(code)).toEqual({ valid: true, referrer: { name: people.mia.name } })
  await setJoining(app, 'closed')
  for (const one of [invite.code, ended.code, code]) expect(await validate(one)).toEqual({ valid: false })
})

test('[COM-06] an invitation is deleted 90 days after its end', async () => {
  const now = new Date(app.clock.now())
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const [expired, revoked, recent] = [
    await makeInvite(app, { expiresAt: daysAgo(91) }),
    await makeInvite(app, { revokedAt: daysAgo(91) }),
    await makeInvite(app, { expiresAt: daysAgo(89), revokedAt: daysAgo(89) }),
  ]
  const before = (await list()).map(({ id }) => id)
  expect(before).toEqual(expect.arrayContaining([expired.id, revoked.id, recent.id]))
  expect(await deleteEndedInvites(app.database.query, daysAgo(90), 1)).toBe(1)
  expect(await deleteEndedInvites(app.database.query, daysAgo(90), 10)).toBe(1)
  const after = (await list()).map(({ id }) => id)
  expect(new Set(before.filter((id) => !after.includes(id)))).toEqual(new Set([expired.id, revoked.id]))
})
