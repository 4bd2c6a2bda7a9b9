// A member's time in a silence: walking and standing count as sitting does.
import { expect, test } from 'vitest'
import type { Block } from '#features/sittings/silence.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { VisitRecord } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const blocks: Block[] = [
  { kind: 'sit', minutes: 2 },
  { kind: 'walk', minutes: 8, strokes: 1 },
]

test('[SEQ-09, MED-28] walking counts in the credit, the completion and the history', async () => {
  await makeMeditation(app, { kind: 'silence', blocks, videoUrl: '', mediaSeconds: 600, duration: 10 })
  const mia = await signIn(app, 'mia', personFields.mia)
  const sessionDate = app.calendar.today()
  const started = await request(app, 'POST /api/session/start', { as: mia, body: { sessionDate } })
  const { id } = started.body as VisitRecord
  const sit = async (seconds: number) => {
    app.clock.advance(seconds * 1_000)
    return request(app, `PUT /api/session/${id}`, { as: mia, body: { additionalDuration: seconds } })
  }
  for (let seconds = 30; seconds < 480; seconds += 30) await sit(30)
  expect((await sit(29)).body).toMatchObject({ duration: 479, completed: false })
  expect((await sit(1)).body).toMatchObject({ duration: 480, completed: true })
  const history = await request(app, 'GET /api/mood/sessions', { as: mia })
  expect(history.body).toEqual([{ sessionDate, duration: 480 }])
})
