// A sitting's levels, noted with one press on its picture: on arrival, and at its end.
import { makeSitting } from '#test/data/factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

test('[ENERGY-27, ENERGY-28, MED-49] a member notes a level before and after the video without a dialog, and sees the change @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await meditation()
  const mia = await signInAs('mia')
  const { open, control, video, player, isPlaying } = meditationPage(page)
  await open()
  await expect(page.getByText('How are you arriving?')).toBeVisible()
  // A laptop's window at 200 %.
  await page.setViewportSize({ width: 600, height: 450 })
  const spill = await player.evaluate((element) =>
    [...element.querySelectorAll('*')]
      .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 1)
      .map((part) => part.getAttribute('class')),
  )
  expect(spill).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Heart: Loving & Compassionate' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You arrive with' })).toHaveText(
    'You arrive with Heart Loving & Compassionate',
  )
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Solar Plexus: Confident & Powerful' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You arrive with' })).toHaveText(
    'You arrive with Solar Plexus Confident & Powerful',
  )
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Heart: Loving & Compassionate' }).click()
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused()
  await control('Play the video').click()
  await expect(page.getByText('How is your energy before you begin?')).toBeHidden()

  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.3
  })
  await expect(player.getByRole('heading', { name: 'You sat here today.' })).toBeVisible()
  await expect(player.getByText('You arrived with')).toHaveText('You arrived with Heart')
  await expect(control('Full screen')).toBeHidden()
  await control('Crown: Spiritual & Connected').click()
  await expect(player.getByText('+3 levels')).toBeVisible()
  const entries = await app.database.query
    .selectFrom('mood_entries')
    .select(['moodType', 'emotionLevel', 'comment', 'notes'])
    .where('userId', '=', mia.userId)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { moodType: 'pre', emotionLevel: 5, comment: null, notes: null },
    { moodType: 'pre', emotionLevel: 4, comment: null, notes: null },
    { moodType: 'pre', emotionLevel: 5, comment: null, notes: null },
    { moodType: 'post', emotionLevel: 8, comment: null, notes: null },
  ])

  await control('Back to the video').click()
  await expect(control('Full screen')).toBeVisible()
  await page.reload()
  await expect(player.getByRole('heading', { name: 'You sat today' })).toBeVisible()
  await control('Sit again').click()
  await expect.poll(isPlaying).toBe(true)
  await expect(player.getByRole('heading', { name: 'You sat today' })).toBeHidden()
})

test('[PHASE-12, PULSE-03] who reloads in the sharing is asked for the level after @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, videoAt } = await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { open, player, control, continueToLevels } = meditationPage(page)
  await open()
  await page.getByRole('button', { name: 'Heart: Loving & Compassionate' }).click()
  await control('Take your seat').click()
  app.clock.set(videoAt + 1_000)
  const gail = await signIn(app, 'gail', personFields.gail)
  expect(await request(app, `POST /api/sittings/${id}/end`, { as: gail })).toMatchObject({ status: 200 })
  await page.reload()
  await continueToLevels()
  await expect(player.getByText('You arrived with')).toHaveText('You arrived with Heart')
  await control('Crown: Spiritual & Connected').click()
  await control('Save').click()
  await expect(player.getByText('+3 levels')).toBeVisible()
})
