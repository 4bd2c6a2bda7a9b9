// The care card on the server: once a day, to its member alone, with the texts of the community, and without a trace.
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { careTextDefault } from '#features/community/rules.ts'
import { createLog } from '#server/log.ts'
import { hourMs } from '#shared/durations.ts'
import { translate } from '#shared/i18n/t.ts'
import { defaultTestTime } from '#test/clock.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'
const lines: string[] = []
const log = createLog({ logLevel: 'debug', nodeId: 'one' }, { write: (line) => void lines.push(line) })
const app = await openTestApp({ isUnlimited: true, log })
const people = await signInPeople(app)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['mood_entries', 'care_choices'] as const)
    await app.database.query.deleteFrom(table).execute()
})

/** Saves an entry; resolves with what the card says if it's shown. */
async function save(level: number, options: Parameters<typeof saveEntry>[1] = {}) {
  const { care = null, careCard } = await saveEntry(level, options)
  return careCard === 'show' ? care : null
}

async function saveEntry(
  level: number,
  { moodType = 'post', as = people.mia, key = '', language = 'en' } = {},
) {
  const { status, body } = await request(app, 'POST /api/mood/entry', {
    as,
    body: { sessionDate: today, moodType, emotionLevel: level + 1 },
    headers: { 'accept-language': language, ...(key === '' ? {} : { 'idempotency-key': key }) },
  })
  expect(status).toBe(201)
  return body as { care?: object; careCard?: string }
}
const rows = () => app.database.query.selectFrom('care_choices').selectAll().execute()

test('[CARE-01] [CARE-03] is shown once in 24 hours to each member; only the moment is stored', async () => {
  const care = { text: translate(careTextDefault), language: 'en', resources: [] }
  expect(await save(1)).toBeNull()
  expect(await save(0)).toEqual(care)
  expect(await rows()).toEqual([{ userId: people.mia.userId, isOffered: true, shownAt: defaultTestTime }])
  app.clock.advance(1)
  expect(await save(0)).toBeNull()
  expect(await save(0, { as: people.mo })).toEqual(care)
  // Yesterday's day is open until midnight.
  app.clock.advance(24 * hourMs - 2)
  expect(await save(0)).toBeNull()
  app.clock.advance(1)
  expect(await save(0)).toEqual(care)
})

test('[LANG-11] [CARE-04] the card is in its viewer’s language, else in the community’s', async () => {
  await app.database.query
    .updateTable('community_settings')
    .set(({ eb }) => ({
      careText: 'Breathe out.',
      translations: JSON.stringify({ de: { welcome: '', careText: 'Atme aus.' } }),
      version: eb('version', '+', 1),
    }))
    .execute()
  onTestFinished(async () => {
    await app.database.query
      .updateTable('community_settings')
      .set({ careText: '', translations: JSON.stringify({}) })
      .execute()
  })
  expect(await save(0, { language: 'de' })).toMatchObject({ text: 'Atme aus.', language: 'de' })
  expect(await save(0, { as: people.mo, language: 'es' })).toMatchObject({
    text: 'Breathe out.',
    language: null,
  })
})

test('[CARE-03] [T64] the response has the same size with and without the card', async () => {
  const sizeOf = async (level: number) => JSON.stringify(await saveEntry(level)).length
  const shown = await saveEntry(0)
  expect(shown.careCard).toBe('show')
  const [first, other, repeated] = [JSON.stringify(shown).length, await sizeOf(5), await sizeOf(0)]
  // Ids may grow by a digit.
  expect([Math.abs(other - first) <= 1, Math.abs(repeated - first) <= 1]).toEqual([true, true])
})

test('[CARE-01] after three centers below the Before; a repeated request shows it again', async () => {
  await save(5, { moodType: 'pre' })
  expect(await save(3)).toBeNull()
  expect(await save(2, { key: 'care-key-1' })).not.toBeNull()
  app.clock.advance(1_000)
  expect(await save(2, { key: 'care-key-1' })).not.toBeNull()
})

test('[CARE-05] who doesn’t want it isn’t shown it, until they want it again', async () => {
  const choose = (isOffered: boolean) =>
    request(app, 'PUT /api/mood/care', { as: people.mia, body: { isOffered } })
  expect(await request(app, 'GET /api/mood/care', { as: people.mia })).toMatchObject({
    body: { isOffered: true },
  })
  expect(await choose(false)).toMatchObject({ status: 200, body: { isOffered: false } })
  expect(await save(0)).toBeNull()
  expect(await request(app, 'GET /api/mood/care', { as: people.mo })).toMatchObject({
    body: { isOffered: true },
  })
  await choose(true)
  expect(await save(0)).not.toBeNull()
})

test('[CARE-03] the log, the metrics, the activity and the stored responses are the same with the card and without', async () => {
  const trace = async (level: number, key: string) => {
    lines.length = 0
    await save(level, { as: people.mo, key })
    const stored = await app.database.query.selectFrom('idempotency_keys').selectAll().execute()
    const activities = await app.database.query.selectFrom('activities').select('id').execute()
    const facts = lines.map((line) => Object.entries(JSON.parse(line) as object))
    const named = facts.map((fields) =>
      fields.filter(([name]) => !['time', 'ms', 'requestId', 'reqId', 'bytes'].includes(name)),
    )
    return {
      log: named,
      isStored: JSON.stringify(stored).includes(translate(careTextDefault).slice(0, 20)),
      activities: activities.length,
    }
  }
  const without = await trace(5, 'care-key-2')
  const shown = await trace(0, 'care-key-3')
  expect(await rows()).toHaveLength(1)
  expect(shown).toEqual(without)
  expect(shown.isStored).toBe(false)
  const metrics = await fetch(`${app.url}/metrics`)
  expect(await metrics.text()).not.toMatch(/care_/)
})

test('[HELP-03] [CARE-03] [T64] silent calls, made or refused, leave no count in the metrics, and no path or member in the log', async () => {
  const metrics = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    return text
      .split('\n')
      .filter((line) => /^stillwater_(http_requests_total|error_responses_total)/.test(line))
  }
  const before = await metrics()
  lines.length = 0
  const as = people.mia
  const statuses: number[] = []
  for (const [name, body] of [
    ['POST /api/help', { kind: 'care', text: '' }],
    ['GET /api/help/mine'],
    ['GET /api/moderation/help'],
    ['GET /api/care'],
    ['PUT /api/mood/care', { isOffered: true }],
    ['PUT /api/mood/reflection-opt-in', { isOptedIn: false }],
    ['PUT /api/user/unlisted', { isUnlisted: false }],
  ] as const)
    statuses.push((await request(app, name, { as, ...(body ? { body } : {}) })).status)
  expect(statuses).toEqual([409, 200, 403, 200, 200, 200, 200])
  const text = lines.join('')
  expect(text).not.toMatch(/help|care|opt-in|unlisted|no_sitting/)
  expect(text).not.toContain('"userId"')
  expect(text).toContain('"route":"unknown"')
  const grown = (await metrics()).filter((line) => !before.includes(line))
  expect(grown.filter((line) => !line.includes('route="/metrics"'))).toEqual([])
})
