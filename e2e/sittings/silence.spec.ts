// A sitting in silence: its stage from the seat to the sharing; and a silence that a member sits alone.
import type { Page } from '@playwright/test'
import type { Block } from '#features/sittings/silence.ts'
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { silence, silentTemplate } from '#test/data/silence.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { twoMemberTest } from '../room.ts'

const blocks: Block[] = [
  { kind: 'sit', minutes: 2 },
  { kind: 'walk', minutes: 1, strokes: 2 },
]

/** Playwright's own checks don't see what is transparent. */
const seen = (page: Page, parts: string) =>
  page
    .locator(parts)
    .evaluateAll((all) => all.filter((part) => getComputedStyle(part).opacity !== '0').length)

twoMemberTest(
  '[SEQ-03, SEQ-06] from the seat to the sharing the stage names the blocks, and no light comes or goes @full',
  async ({ page, mo, app, signInAs }) => {
    const { open, player, composer, control, continueToLevels } = meditationPage(page)
    await makeSitting(app, { inMs: 600_000, bellSeconds: 2, ...silence(blocks) })
    await signInAs('mia')
    await open()
    await control('Take your seat').click()
    await expect(player.getByText('You have a seat. The bell begins the silence.')).toBeVisible()
    const { videoAt, sharingAt } = await moveBell(app, 4_000)
    await expect(player.getByText('The bell', { exact: true })).toBeVisible()
    await expect(player.getByText('2 minutes', { exact: true })).toBeVisible()
    await expect(player.getByText('then walking, 1 minute')).toBeVisible()
    await expect.poll(() => seen(page, '.circle-face > :not(.circle-dot)')).toBe(0)
    expect(await seen(page, '.circle-dot')).toBe(1)

    await moveRoomTo(page, app.clock, videoAt + 62_000)
    await expect(player.getByText('less than a minute')).toBeVisible()
    await mo.open()
    await expect(mo.player.getByText('Sitting · less than a minute, then walking, 1 minute')).toBeVisible()
    await mo.control('Join the group').click()
    await expect(mo.player.getByText('then walking, 1 minute', { exact: true })).toBeVisible()
    for (const each of [mo.page, page]) await moveRoomTo(each, app.clock, videoAt + 118_000)
    await expect(player.getByText('Walking', { exact: true })).toBeVisible()
    await expect(mo.player.getByText('then the bell, and sharing')).toBeVisible()
    await expect(page.locator('.dark-here').getByText(/^You sit here until/)).toBeVisible()
    expect(await seen(page, '.circle-dot')).toBe(1)
    for (const each of [{ page }, mo]) await expect(each.page.locator('video')).toHaveCount(0)

    await moveRoomTo(page, app.clock, sharingAt - 1_000)
    await expect(player.getByText('less than a minute')).toBeHidden()
    await continueToLevels()
    await expect(composer).toBeVisible()
  },
)

test('[SEQ-09] outside a sitting a silence is sat alone: from its bell, with a pause, to the level after it @full', async ({
  page,
  meditation,
  signInAs,
}) => {
  await meditation(silentTemplate([{ kind: 'sit', minutes: 1 }]))
  await signInAs('mia')
  // A minute is a few seconds here.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.playbackRate = 16
      return play.call(this)
    }
  })
  const { open, player, control } = meditationPage(page)
  await open()
  await expect(player.getByText('1 minute in silence')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a silence to sit')
  await expectNoSidewaysScroll(page)
  await control('Sit it now').click()
  await expect(player.getByText('then the bell', { exact: true })).toBeVisible()
  await control('Pause').click()
  await control('Go on').click()
  await expect(player.getByRole('group', { name: 'How are you leaving?' })).toBeVisible()
  await control('Back to the silence').click()
  await expect(control('Sit it now')).toBeVisible()
})
