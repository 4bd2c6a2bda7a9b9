// Sittings around midnight, on the screens of who sits in them, comes back to them, or comes late or early.
import { makeSitting } from '#test/factories.ts'
import { expect, test } from './app.ts'
import { flushRequests } from './clock.ts'
import { meditationPage } from './pages/meditation-page.ts'
import { twoMemberTest } from './room.ts'

const titleOf = ({ page }: ReturnType<typeof meditationPage>) => page.getByRole('heading', { level: 1 })

twoMemberTest(
  '[PHASE-14, PHASE-16, PHASE-22] after midnight a page that is shown again, reloaded or opened is in the sitting @full',
  async ({ page, app, signInAs, meditation, mo }) => {
    app.clock.set('2026-11-21T23:58:40-06:00')
    const { sharingAt, endsAt } = await makeSitting(app, {
      inMs: -10_000,
      template: { title: 'The last one' },
    })
    await meditation({ title: 'The next one', day: '2026-11-22' })
    const { userId } = await signInAs('mia')
    const mia = meditationPage(page)
    const show = async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await flushRequests(page)
    }
    await mia.open()
    await mia.control('Join the group').click()
    app.clock.set('2026-11-22T00:00:10-06:00')
    await show()
    await expect(titleOf(mia)).toHaveText('The last one')
    await page.reload()
    await mo.open()
    for (const member of [mia, mo]) {
      await expect(titleOf(member)).toHaveText('The last one')
      await expect(member.page.getByText(/^The chat rests until/)).toBeVisible()
    }
    app.clock.set(sharingAt)
    await expect
      .poll(async () => {
        await show()
        return mia.player.getByText('How do you leave?').isVisible()
      })
      .toBe(true)
    await mia.control('Heart: Loving & Compassionate').click()
    await mia.control('Note it').click()
    await expect(mia.player.getByRole('link', { name: 'See your journey' })).toBeVisible()
    const entries = app.database.query.selectFrom('mood_entries').select('sessionDate')
    expect(await entries.where('userId', '=', userId).execute()).toEqual([{ sessionDate: '2026-11-21' }])
    app.clock.set(endsAt)
    await show()
    await expect(titleOf(mia)).toHaveText('The next one')
  },
)

test('[PHASE-08, PHASE-16] an open page goes to the next day’s room when its doors open before midnight @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  app.clock.set('2026-11-21T23:54:55-06:00')
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
  await mia.control('Take your seat').click()
  await mia.sendMessage('Early')
  await expect(mia.messageRow('Early')).toBeVisible()
  await expect(mia.sending).toBeHidden()
})
