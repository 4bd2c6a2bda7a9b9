// Template difficulty: the accepted values, and the rejection of all others.
import { expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp()

const fields = {
  title: 'Seven lamps',
  description: 'A quiet walk through the seven centers.',
  duration: 12,
  videoUrl: 'https://media.stillwater.org/seven-lamps.m3u8',
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [],
}

test('[TPL-05] the difficulty is one of three; any other is rejected and nothing is stored', async () => {
  const { ada: as } = await signInPeople(app)
  const create = (difficulty: unknown) =>
    request(app, 'POST /api/admin/templates', { as, body: { ...fields, difficulty } })
  const stored = () =>
    app.database.query.selectFrom('meditation_templates').selectAll().orderBy('id').execute()
  const levels = ['Beginner', 'Intermediate', 'Advanced']
  for (const difficulty of levels)
    expect(await create(difficulty)).toMatchObject({ status: 201, body: { difficulty } })
  const kept = await stored()
  expect(kept.map(({ difficulty }) => difficulty)).toEqual(levels)
  const refused = { status: 400, body: { code: 'invalid', issues: [{ path: 'difficulty' }] } }
  for (const difficulty of ['Master', 'beginner', '', null, 1]) {
    expect(await create(difficulty)).toMatchObject(refused)
    const body = { ...fields, difficulty, version: 1 }
    expect(await request(app, `PUT /api/admin/templates/${kept[2]?.id ?? 0}`, { as, body })).toMatchObject(
      refused,
    )
  }
  expect(await stored()).toEqual(kept)
})
