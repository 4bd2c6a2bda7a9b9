// The circle on the water: who is present, and a light for each thanks.
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { joinLive } from '#test/live/live-client.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

test('[STAGE-04, STAGE-06] members sit on the water, unlisted ones as lights; a thanks lets one of them glow @full', async ({
  page,
  app,
  signInAs,
}) => {
  await makeSitting(app, { inMs: 600_000 })
  const unlisted = await signIn(app, 'una', { name: 'Una Unlisted' })
  await app.database.query
    .updateTable('users')
    .set({ isUnlisted: true })
    .where('id', '=', unlisted.userId)
    .execute()
  await signInAs('mia')
  const { open, player, control } = meditationPage(page)
  await open()
  await expect(player.locator('.circle-face')).toHaveCount(1)
  const gail = await signIn(app, 'gail', personFields.gail)
  const others = [await signIn(app, 'mo', personFields.mo), gail, unlisted]
  const [mo] = await Promise.all(others.map((member) => joinLive(app, member, app.calendar.today())))
  await expect(player.locator('.circle-face')).toHaveCount(3)
  await expect(player.locator('.circle-lamp')).toHaveCount(1)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(player.locator('.circle-face').first()).toBeVisible()
  await page.emulateMedia({ forcedColors: 'none' })

  await control('Take your seat').click()
  const { id } = await moveBell(app, 1_500)
  await expect(player.locator('.bell-ring')).toBeAttached()
  const end = () => request(app, `POST /api/sittings/${id}/end`, { as: gail })
  // The page's estimate of the clock may be a moment ahead.
  await expect.poll(async () => (await end()).status).toBe(200)
  await expect(player.getByText('You sat with 3 others.').filter({ visible: true })).toBeVisible()
  await expect(player.locator('[data-glows]')).toHaveCount(0)
  mo?.send({ type: 'thank' })
  await expect(player.locator('[data-glows]')).toHaveCount(1)
})
