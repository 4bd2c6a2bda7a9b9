// The community's settings: who reads and changes them, and what is accepted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { signInCast, type TestUser } from '#test/people/cast.ts'
import { request } from '#test/request.ts'
import type { CommunitySettings } from '../contract.ts'
import { careTextDefault } from '../rules.ts'

let app: TestApp
let people: Record<'mia' | 'ada', TestUser>
beforeAll(async () => {
  app = await startTestApp({ isUnlimited: true })
  people = await signInCast(app)
})
afterAll(() => app.close())

const read = async () =>
  (await request(app, 'GET /api/admin/community', { as: people.ada })).body as CommunitySettings
const save = (body: object) => request(app, 'PUT /api/admin/community', { as: people.ada, body })
const line = { name: 'Crisis Text Line', contact: '+1 (741) 741-00', where: 'United States' }
const activities = () =>
  app.database.query.selectFrom('activities').select(['action', 'before', 'after']).execute()

test('[CARE-04] [PULSE-06] administrators change them; everyone reads the care texts', async () => {
  const settings = await read()
  expect(settings).toEqual({ version: 1, reflectionPairsMin: 8, careText: '', careResources: [] })
  const care = async () => (await request(app, 'GET /api/care')).body
  expect(await care()).toEqual({ text: careTextDefault, resources: [] })
  const changed = { ...settings, reflectionPairsMin: 12, careText: 'Breathe out.', careResources: [line] }
  expect(await save(changed)).toMatchObject({ status: 200, body: { ...changed, version: 2 } })
  expect(await read()).toEqual({ ...changed, version: 2 })
  expect(await care()).toEqual({ text: 'Breathe out.', resources: [line] })
  expect(await activities()).toEqual([
    {
      action: 'community.update',
      before: { reflectionPairsMin: 8, careText: '', careResources: [] },
      after: {
        reflectionPairsMin: 12,
        careText: 'Breathe out.',
        careResources: ['Crisis Text Line, +1 (741) 741-00, United States'],
      },
    },
  ])
})

test('[CARE-04] a stale version is rejected; a change without effect makes no new one', async () => {
  const settings = await read()
  const count = (await activities()).length
  expect(await save(settings)).toMatchObject({ status: 200, body: settings })
  expect(await save({ ...settings, version: settings.version - 1 })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
  })
  expect(await activities()).toHaveLength(count)
})

test('[PULSE-06] [CARE-04] accepts 5 to 50 members, up to ten resources, and phone numbers or https addresses', async () => {
  const settings = await read()
  const pathOf = async (change: object) => {
    const { status, body } = await save({ ...settings, ...change })
    return status === 400 ? (body as { issues: { path: string }[] }).issues[0]?.path : status
  }
  expect(await pathOf({ reflectionPairsMin: 4 })).toBe('reflectionPairsMin')
  expect(await pathOf({ reflectionPairsMin: 51 })).toBe('reflectionPairsMin')
  expect(await pathOf({ careText: 'x'.repeat(1_001) })).toBe('careText')
  expect(await pathOf({ careResources: Array(11).fill(line) })).toBe('careResources')
  for (const contact of [
    'http://example.org',
    'javascript:alert(1)',
    'https://a:b@example.org',
    'call us',
    '+',
  ])
    expect(await pathOf({ careResources: [{ ...line, contact }] })).toBe('careResources.0.contact')
  expect(await pathOf({ careResources: [{ ...line, contact: 'https://example.org/help', where: '' }] })).toBe(
    200,
  )
})
