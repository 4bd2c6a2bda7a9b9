// A member's time in what has no video: walking and standing count as sitting does, and a live sitting by the clock.
import { expect, test } from 'vitest'
import type { Block } from '#features/sittings/silence.ts'
import { pointsForFirstSession, pointsForJoining } from '#shared/constants.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { makeReferral } from '#test/data/referral-factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting, putInit, putSegment } from '#test/streams/live-sitting.ts'
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

test('[TEACH-12, MED-28, MED-25] a live sitting counts by the clock, also while its page is hidden', async () => {
  await deleteSchedules(app)
  const live = { kind: 'live', liveSource: 'elsewhere', bellBy: 'clock', videoUrl: '' } as const
  await makeMeditation(app, { ...live, mediaSeconds: 600, duration: 10 })
  const mo = await signIn(app, 'mo', personFields.mo)
  const sessionDate = app.calendar.today()
  const started = await request(app, 'POST /api/session/start', { as: mo, body: { sessionDate } })
  const { id } = started.body as VisitRecord
  const report = async (seconds: number) => {
    app.clock.advance(seconds * 1_000)
    const body = { additionalDuration: seconds, isVisible: false }
    return (await request(app, `PUT /api/session/${id}`, { as: mo, body })).body
  }
  // The meeting is in another tab, whose clock runs on.
  expect(await report(479)).toMatchObject({ duration: 479, completed: false })
  expect(await report(1)).toMatchObject({ duration: 480, completed: true })
})

test('[STREAM-22] minutes without a picture count: time, completion and points go by the clock', async () => {
  await deleteSchedules(app)
  const hana = await signIn(app, 'hana', hostFields)
  const template = { mediaSeconds: 600, duration: 10 }
  const { id: sittingId } = await makeLiveSitting(app, { hostId: hana.userId, template })
  const nia = await signIn(app, 'nia', { name: 'Nia Newcomer' })
  await makeReferral(app, hana, nia)
  const sessionDate = app.calendar.today()
  const started = await request(app, 'POST /api/session/start', { as: nia, body: { sessionDate } })
  const { id } = started.body as VisitRecord
  const sit = async (seconds: number) => {
    app.clock.advance(seconds * 1_000)
    const body = { additionalDuration: seconds }
    return (await request(app, `PUT /api/session/${id}`, { as: nia, body })).body
  }
  const points = async () =>
    (await request(app, `GET /api/user/${nia.userId}/quantum-love`, { as: nia })).body
  // No one speaks; then someone does, and ends their part.
  expect(await sit(200)).toMatchObject({ duration: 200 })
  await putInit(app, { as: hana, sittingId })
  expect(await putSegment(app, { as: hana, sittingId, seq: 0 })).toMatchObject({ body: { state: 'on' } })
  expect(await sit(100)).toMatchObject({ duration: 300 })
  await request(app, `POST /api/sittings/${sittingId}/stream/end`, { as: hana })
  expect(await sit(179)).toMatchObject({ duration: 479, completed: false })
  expect(await points()).toMatchObject({ points: pointsForJoining })
  expect(await sit(1)).toMatchObject({ duration: 480, completed: true })
  expect(await points()).toMatchObject({ points: pointsForJoining + pointsForFirstSession })
})
