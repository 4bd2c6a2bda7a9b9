// The words on the picture, in the doors and in an ending: at no size is one of them clipped or scrolled.
import type { Locator, Page } from '@playwright/test'
import { makeMeditation, makeSitting } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { expectNoSidewaysScroll } from '../axe.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
] as const
const longTitle =
  'Listening to the rain on the roof of a house in which no one has to be anywhere until the evening'

/** Texts of the ending outside of the picture, and parts that scroll or clip. */
function spills(page: Page): Promise<string[]> {
  return page.getByRole('region', { name: /^Video: / }).evaluate((picture) => {
    const ending = picture.querySelector('[data-ending]')
    if (!ending) return ['no ending']
    const frame = picture.getBoundingClientRect()
    const parts = [picture, ending, ...ending.querySelectorAll(':scope > div')]
    const scrolled = parts.filter((part) => part.scrollHeight > part.clientHeight)
    const words = [...ending.querySelectorAll('p, h2, button, a')].filter((part) => {
      const box = part.getBoundingClientRect()
      // A high care card scrolls in its place.
      const isSeen = box.height > 0 && part.checkVisibility({ visibilityProperty: true })
      if (!isSeen || part.closest('.care-place')) return false
      return box.top < frame.top || box.bottom > frame.bottom || box.left < 0 || box.right > frame.right
    })
    return [...scrolled, ...words].map((part) => `${part.tagName} ${part.textContent.slice(0, 40)}`)
  })
}

async function expectNoSpills(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const text of ['100%', '150%']) {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize
      }, text)
      await expect.poll(() => spills(page), `${what}, ${size.width}x${size.height}, ${text}`).toEqual([])
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
    await expectNoSidewaysScroll(page)
  }
}

test('[ENERGY-28, PULSE-04, MED-49] no step of an ending is clipped on small pictures, also with enlarged text @full', async ({
  page,
  app,
  signInAs,
}) => {
  const sitting = await makeSitting(app, { inMs: 600_000, template: { title: longTitle } })
  await makeMeditation(app, { day: '2026-11-22', title: longTitle })
  await signInAs('mia')
  const { open, player, control, continueToLevels } = meditationPage(page)
  await open()
  await page.getByRole('button', { name: 'Solar Plexus: Confident & Powerful' }).click()
  await control('Take your seat').click()
  app.clock.set(sitting.sharingAt + 1_000)
  await page.reload()
  await continueToLevels()
  await expect(player.getByText('You arrived with')).toBeVisible()
  await expectNoSpills(page, 'the row')
  await control('No Awareness: Disconnected').click()
  await expect(control('Save and add to the room’s energy')).toBeVisible()
  await expectNoSpills(page, 'the first After')
  await control('Save').click()
  const card = page.getByRole('region', { name: 'Be kind to yourself now' })
  await expect(player.getByRole('region', { name: 'Be kind to yourself now' })).toBeVisible()
  await expectNoSpills(page, 'the care card')
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(control('Thank everyone')).toBeVisible()
  await expectNoSpills(page, 'the room')
  app.clock.set(sitting.endsAt + 1_000)
  await page.reload()
  await expect(player.getByRole('heading', { name: /^You sat (?!today)/ })).toBeVisible()
  await expect(player.getByText(longTitle)).toBeVisible()
  await expectNoSpills(page, 'the day after it')
})

/** Of the title, and of the chat's heading with its words beside it. */
const cutWords = (page: Page) =>
  page.evaluate(() => {
    const title = document.querySelector('h1')!
    const header = document.querySelector('.chat-panel > header')!
    const words = [...header.querySelectorAll(':scope > h2, [data-on]')].filter((part) =>
      part.checkVisibility(),
    )
    const boxes = words.map((part) => part.getBoundingClientRect())
    const { top, bottom, left, right } = header.getBoundingClientRect()
    const [name, other] = boxes
    return [
      title.scrollWidth > title.clientWidth && 'the title is cut',
      boxes.some((box) => box.top < top || box.bottom > bottom || box.left < left || box.right > right) &&
        'words of the chat spill',
      words.some((part) => part.scrollWidth > part.clientWidth) && 'words of the chat are cut',
      name && other && other.top < name.bottom && other.left < name.right && 'they lie on its name',
    ].filter((fault) => typeof fault === 'string')
  })

test('[STAGE-03, STAGE-06] with text of twice its size a phone’s play button lies on the water, beside no face @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { sharingAt } = await makeSitting(app, { inMs: -20_000 })
  app.clock.set(sharingAt + 2_000)
  await signInAs('mia')
  const { open, control, player } = meditationPage(page)
  await open()
  for (const size of [{ width: 390, height: 844 }, sizes[1]]) {
    await page.setViewportSize(size)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const box = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 }
    await expect(player.locator('.circle-face').first()).toBeVisible()
    const play = await box(control('Play the video'))
    const face = await box(player.locator('.circle-face').first())
    const frame = await box(player)
    const what = `${size.width}x${size.height}`
    expect.soft(play.y + play.height, what).toBeLessThan(face.y)
    expect.soft(play.y + play.height, what).toBeLessThan(frame.y + frame.height - 8)
  }
})

test('[STAGE-03] in the doors text of twice its size is whole, and a phone on its side leads below the picture @full', async ({
  page,
  app,
  signInAs,
}) => {
  await makeSitting(app, { inMs: 600_000, template: { title: longTitle } })
  await signInAs('mia')
  const { open, player, control } = meditationPage(page)
  await open()
  const words = player.locator('.sky-words')
  for (const size of [{ width: 1440, height: 900 }, { width: 720, height: 450 }, ...sizes]) {
    await page.setViewportSize(size)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(control('Take your seat')).toBeVisible()
    const spilled = () => words.evaluate((sky) => sky.scrollHeight - sky.clientHeight)
    await expect.poll(spilled, `${size.width}x${size.height}`).toBe(0)
    expect.soft(await cutWords(page), `${size.width}x${size.height}`).toEqual([])
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  const level = page.getByRole('button', { name: /^Solar Plexus/ })
  await level.click()
  await expect(level).toHaveAttribute('aria-pressed', 'true')
  await control('Take your seat').click()
})
