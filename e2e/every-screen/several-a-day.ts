// The way through a day with several sittings: a member who sat in the morning, and an administrator's week.
import { addDays } from '#shared/day.ts'
import { allowSeveralADay, makeMeditation } from '#test/data/factories.ts'
import { request } from '#test/request.ts'
import { expect } from '../app.ts'
import { visitTools, type Visit } from './visit-tools.ts'

export async function visitWithSeveralADay(input: Visit): Promise<void> {
  const { page, app, signInAs, say } = input
  const { room, show, visit } = visitTools(input)
  const today = app.calendar.today()
  const morning = { scheduledTime: '07:00', sitting: { together: true } }
  // By the browser's clock, which is seven hours ahead, all are on one day.
  const evening = { scheduledTime: '14:00', sitting: { together: true }, slot: 1 }
  await allowSeveralADay(app)
  await makeMeditation(app, { ...morning, title: 'What was' })
  await makeMeditation(app, evening)
  await makeMeditation(app, { ...evening, scheduledTime: '16:00', slot: 2, title: 'Evening calm' })
  await makeMeditation(app, { ...morning, day: addDays(today, 1) })
  await makeMeditation(app, { ...evening, day: addDays(today, 1), title: 'Evening calm' })
  await makeMeditation(app, { day: addDays(today, 3) })
  const mia = await signInAs('mia')
  const noonMs = app.clock.now()
  const minute = 60_000
  for (const [moodType, emotionLevel, atMs] of [
    ['pre', 4, noonMs - 305 * minute],
    ['post', 7, noonMs - 295 * minute],
  ] as const) {
    app.clock.set(atMs)
    await request(app, 'POST /api/mood/entry', {
      as: mia,
      body: { sessionDate: today, moodType, emotionLevel },
    })
  }
  app.clock.set(noonMs)
  await room('day-line')
  const suns = page.getByRole('list', { name: say('Today’s sittings') }).getByRole('button')
  await expect(suns).toHaveCount(3)
  await suns.first().press('Enter')
  await expect(suns.first()).toHaveAttribute('aria-pressed', 'true')
  await show('day-line-sat')
  await visit('/week', 'week-line', page.getByRole('article').first())
  await signInAs('ada')
  await visit('/admin#schedules', 'admin-schedules-week-line', page.getByRole('article').first())
}
