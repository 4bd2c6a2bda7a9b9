// A new member's first hour: setup with one button, and three steps in the room.
import { makeSitting } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'

test('[MED-39, PROF-03] setup has one button that leads into the room, where three steps show until the first play @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('ned')
  await settingsPage(page).open()
  await expect(page.getByText('Welcome, Ned. This is how others see you.')).toBeVisible()
  await expect(page.getByText('We picked one for you: keep it, or choose another.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Account' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Keep it and come in' }).click()
  const welcome = page.getByText('Welcome, Ned', { exact: true })
  await expect(welcome).toBeVisible()
  await expect(shell(page).toast).toHaveCount(0)
  const steps = page.getByRole('list', { name: 'Your first sitting' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /Say how you’re arriving/,
    /Press play/,
    /Say how you’re leaving/,
  ])
  const { control, open } = meditationPage(page)
  await control('Play the video').click()
  await expect(steps).toBeHidden()
  await expect(welcome).toBeHidden()
  await open()
  await expect(control('Play the video')).toBeVisible()
  await expect(steps).toBeHidden()
})

for (const width of [1440, 390]) {
  test(`[MED-39, PHASE-07] at ${width} px the picture ${width < 1024 ? 'grows with the doors and stays' : 'stays when the doors open and'} as a seat is taken @full`, async ({
    page,
    app,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await makeSitting(app, { inMs: 910_000 })
    await signInAs('mia')
    const { open, player } = meditationPage(page)
    const levels = page.getByRole('group', { name: /^How/ })
    await open()
    await expect(levels).toBeHidden()
    const steps = page.getByRole('list', { name: 'Your first sitting' })
    // A bell begins it.
    await expect(steps).toContainText('Sit with everyone')
    const times = page.getByText(/^Together at/)
    await expect(times).toBeVisible()
    const sitQuietly = page.getByRole('button', { name: 'Sit quietly' })
    await expect(sitQuietly).toBeHidden()
    const before = await player.boundingBox()
    const seat = player.getByRole('button', { name: 'Take your seat' })
    await expect(seat).toBeVisible()
    await expect(sitQuietly).toBeVisible()
    // From the doors on the picture has the only clock.
    await expect(times).toBeHidden()
    await expect(page.getByText('Next Meditation in')).toBeHidden()
    await expect(levels).toBeVisible()
    // On a phone the doors give the picture min(62dvh, 100dvh − bar − 13rem).
    const height = width < 1024 ? 558 : before?.height
    await expect.poll(() => player.boundingBox()).toEqual({ ...before, height })
    const levelsBefore = await levels.boundingBox()
    await seat.click()
    await expect(steps).toBeVisible({ visible: width >= 1024 })
    expect(await player.boundingBox()).toEqual({ ...before, height })
    expect(await levels.boundingBox()).toEqual(levelsBefore)
  })
}
