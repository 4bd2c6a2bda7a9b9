// Sittings around midnight, on the screens of who sits in them, comes back to them, or comes late or early.
import { timestampToMs } from '#shared/day.ts'
import { daysIn, testZone, wall } from '#test/community-days.ts'
import { allowSeveralADay, makeSitting, moveBell } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { moveRoomTo } from '../clock.ts'
import { expectDrift } from '../group.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { twoMemberTest } from '../room.ts'

const titleOf = ({ page }: ReturnType<typeof meditationPage>) => page.getByRole('heading', { level: 1 })

for (const zone of [testZone, 'Europe/Berlin']) {
  const at = (day: string, time: string) => daysIn(zone).wallTimeMs(day, time)

  twoMemberTest.describe(`in ${zone}`, () => {
    twoMemberTest.use({ zone })

    twoMemberTest(
      '[PHASE-14, PHASE-16, PHASE-22] after midnight a page that is shown again, reloaded or opened is in the sitting @full',
      async ({ page, app, signInAs, meditation, mo }) => {
        app.clock.set(at('2026-11-21', '23:58') + 40_000)
        const sitting = await makeSitting(app, {
          inMs: -10_000,
          template: { title: 'The last one' },
        })
        await meditation({ title: 'The next one', day: '2026-11-22' })
        const { userId } = await signInAs('mia')
        const mia = meditationPage(page)
        await mia.open()
        await mia.control('Join the group').click()
        await moveRoomTo(page, app.clock, at('2026-11-22', '00:00') + 10_000)
        await expect(titleOf(mia)).toHaveText('The last one')
        await page.reload()
        await mo.open()
        for (const member of [mia, mo]) {
          await expect(titleOf(member)).toHaveText('The last one')
          await expect(member.page.getByText(/^The chat rests until/)).toBeVisible()
          await member.control('Join the group').click()
        }
        // Both at the group's second.
        for (const { page } of [mia, mo]) await expectDrift(page, app, sitting, 1)
        await moveRoomTo(page, app.clock, sitting.sharingAt)
        await mia.continueToLevels()
        await mia.control('Heart: Loving & Compassionate').click()
        await mia.control('Save').click()
        await expect(mia.player.getByRole('link', { name: 'See your journey' })).toBeVisible()
        const entries = app.database.query.selectFrom('mood_entries').select('sessionDate')
        expect(await entries.where('userId', '=', userId).execute()).toEqual([{ sessionDate: '2026-11-21' }])
        await moveRoomTo(page, app.clock, sitting.endsAt)
        await expect(titleOf(mia)).toHaveText('The next one')
      },
    )
  })
}

test('[PHASE-08, PHASE-16] an open page goes to the next day’s room when its doors open before midnight @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  app.clock.set(wall('2026-11-21 23:54:55'))
  await meditation({ title: 'The last one' })
  await meditation({
    title: 'The next one',
    day: '2026-11-22',
    scheduledTime: '00:10',
    sitting: { together: true },
  })
  await signInAs('mia')
  const mia = meditationPage(page)
  await mia.open()
  await expect(titleOf(mia)).toHaveText('The last one')
  await expect(titleOf(mia)).toHaveText('The next one', { timeout: 20_000 })
  await expect(page.getByText(/^The room of Sunday, November 22\b.* is open$/)).toBeAttached()
  await mia.control('Take your seat').click()
  await mia.sendMessage('Early')
  await expect(mia.messageRow('Early')).toBeVisible()
  await expect(mia.sending).toBeHidden()
})

test.describe('by the community’s clock', () => {
  test.use({ timezoneId: testZone })

  test('[MED-03, PHASE-16, PLAN-10] doors after midnight: countdown and line say so, and an open page goes back @full', async ({
    page,
    app,
    signInAs,
    meditation,
  }) => {
    await allowSeveralADay(app)
    const sitting = { together: true }
    await meditation({ title: 'The late one', day: '2026-11-21', scheduledTime: '23:00', sitting })
    // As one by another zone's clock, while clocks change in different weeks (SCH-34).
    app.clock.set(wall('2026-11-21 23:00'))
    await moveBell(app, 90 * 60_000)
    await meditation({ title: 'Morning', day: '2026-11-21', scheduledTime: '07:00', slot: 1, sitting })
    await meditation({ title: 'Next morning', day: '2026-11-22', scheduledTime: '07:00', sitting })
    await meditation({ title: 'Next evening', day: '2026-11-22', scheduledTime: '19:00', slot: 1, sitting })
    app.clock.set(wall('2026-11-22 00:14:40'))
    await signInAs('mia')
    const mia = meditationPage(page)
    await mia.open()
    await expect(titleOf(mia)).toHaveText('Next morning')
    await expect(mia.countdown).toHaveText(/^Next Meditation in 0h 1[45]m \d+s · The late one$/)
    const suns = page.getByRole('list', { name: 'Today’s sittings' }).getByRole('button')
    await expect(suns).toHaveCount(2)
    await expect(suns.last()).toHaveAccessibleName(/, 12:30\sAM, The late one, next, doors 12:15\sAM/)
    await expect(titleOf(mia)).toHaveText('The late one')
    await expect(mia.control('Take your seat')).toBeVisible()
    await moveRoomTo(page, app.clock, timestampToMs(wall('2026-11-22 01:00')))
    await expect(titleOf(mia)).toHaveText('Next morning')
    await expect(suns.first()).toHaveAccessibleName(/^7:00\sAM, Next morning, next/)
  })
})
