// A sitting that crosses midnight, on the screens of who sits in it, comes back to it, or comes late.
import { makeSitting } from '#test/factories.ts'
import { expect } from './app.ts'
import { flushRequests } from './clock.ts'
import { meditationPage } from './pages/meditation-page.ts'
import { twoMemberTest } from './room.ts'

twoMemberTest(
  '[PHASE-14, PHASE-16, PHASE-22] after midnight a page that is shown again, reloaded or opened is in the sitting @full',
  async ({ page, app, signInAs, meditation, mo }) => {
    app.clock.set('2026-11-21T23:58:40-06:00')
    await makeSitting(app, { inMs: -10_000, template: { title: 'The last one' } })
    await meditation({ title: 'The next one', day: '2026-11-22' })
    await signInAs('mia')
    const mia = meditationPage(page)
    await mia.open()
    await mia.control('Join the group').click()
    app.clock.set('2026-11-22T00:00:10-06:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await flushRequests(page)
    const titleOf = (member: typeof mia) => member.page.getByRole('heading', { level: 1 })
    await expect(titleOf(mia)).toHaveText('The last one')
    await page.reload()
    await mo.open()
    for (const member of [mia, mo]) {
      await expect(titleOf(member)).toHaveText('The last one')
      await expect(member.page.getByText(/^The chat rests until/)).toBeVisible()
    }
  },
)
