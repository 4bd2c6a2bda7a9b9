// Every moment of a seated member's sitting has no accessibility fault, in the dark and with the lights up.
import type { Page } from '@playwright/test'
import { makeSitting } from '#test/data/factories.ts'
import { joinLive } from '#test/live/live-client.ts'
import { signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const sizes = [
  [1440, 900],
  [390, 844],
] as const

async function expectAccessibleAtBothSizes(page: Page, moment: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expectAccessibleInBothThemes(page, `${moment}, ${width} px`)
    await expectNoSidewaysScroll(page)
  }
}

test('[STAGE-01, STAGE-03, SHELL-39] from the seat to the sharing every moment is accessible, in the dark and with the lights up @full', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(600_000)
  const { gatherAt, startsAt, videoAt, sharingAt } = await makeSitting(app, {
    inMs: 600_000,
    gatherSeconds: 60,
    bellSeconds: 20,
    silenceMinutes: 3,
  })
  for (const name of ['Ana Ribeiro', 'Tobias Berg'])
    await joinLive(app, await signIn(app, name, { name }), app.calendar.today())
  await signInAs('mia')
  const { open, control, player } = meditationPage(page)
  const html = page.locator('html')
  await open()
  await control('Take your seat').click()
  await moveRoomTo(page, app.clock, gatherAt + 1_000)
  await expectAccessibleAtBothSizes(page, 'the gathering')

  for (const [moment, atMs] of [
    ['the bell', startsAt + 100],
    ['the video', videoAt + 20_000],
    ['the silence', sharingAt - 100_000],
  ] as const) {
    await moveRoomTo(page, app.clock, atMs)
    await expect(html).toHaveAttribute('data-lights', 'dark')
    await expectAccessibleAtBothSizes(page, `${moment}, in the dark`)
    await page.keyboard.press('Escape')
    await expect(html).not.toHaveAttribute('data-lights')
    await expectAccessibleAtBothSizes(page, `${moment}, with the lights up`)
    await page.getByRole('button', { name: 'Lights down', exact: true }).click()
  }

  await moveRoomTo(page, app.clock, sharingAt + 4_500)
  await expect(player.getByText('You sat with 2 others.').first()).toBeVisible()
  await expect(html).not.toHaveAttribute('data-lights')
  await expectAccessibleAtBothSizes(page, 'the end')
  await player
    .getByRole('group', { name: 'How are you leaving?' })
    .getByRole('button', { name: /^Heart/ })
    .click()
  await expectAccessibleAtBothSizes(page, 'the first After')
  await control('Save').click()
  await expect(control('Thank everyone')).toBeVisible()
  await expectAccessibleAtBothSizes(page, 'the room')
  await control('To the sharing').click()
  await expectAccessibleAtBothSizes(page, 'the sharing')
})
