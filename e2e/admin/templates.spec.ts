// An administrator creates, changes, copies and deletes templates, and imports many from a file or pasted text.
import { readFile } from 'node:fs/promises'
import { expect, test } from '../app.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { builtPath } from '../built-path.ts'
import { stubYoutube, videoId } from '../pages/fake-youtube.ts'
import { shell } from '../pages/shell.ts'
import { templatesPage } from '../pages/templates.ts'

const hostile = '<img src=x onerror=document.title="hit">'

test('[TPL-02, TPL-03, TPL-10] a template is created, found, changed, copied and deleted @full', async ({
  page,
  signInAs,
  meditation,
  expectConsole,
}) => {
  await meditation()
  await signInAs('ada')
  const tab = templatesPage(page)
  const { toast } = shell(page)
  await tab.open()
  await expect(tab.card('Morning light on still water')).toContainText('No thumbnail')

  // By keyboard: from the form's first field on with Tab only.
  await tab.newTemplate.press('Enter')
  await tab.field('Title').fill(hostile)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('Mei Tanaka')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('Sound Practitioner')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('Listening as a practice.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'A video' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('15')
  await tab.field('Video').fill('http://media.stillwater.org/rain.mp4')
  await tab.field('Thumbnail (optional)').fill('/media/no-such-picture.jpg')
  await tab.field('Title of step 2').fill('Listen near')
  await page.keyboard.press('Enter')
  await expect(tab.form).toContainText('Please enter an address that begins with https://')
  await expect(tab.field('Video')).toBeFocused()
  await expectAccessibleInBothThemes(page, 'the form', { within: '[role=dialog]' })
  await tab.field('Video').fill('/media/still-water.mp4')
  // The missing picture.
  expectConsole(/status of 404/)
  await page.keyboard.press('Enter')
  await expect(toast).toContainText('Template created')
  await expect(tab.newTemplate).toBeFocused()
  const made = tab.card(hostile)
  await expect(made).toContainText('15 min')
  await expect(made).toContainText('Beginner')
  await made.scrollIntoViewIfNeeded()
  await expect(made).toContainText('No thumbnail')

  await tab.search.fill('TANAKA')
  await expect(tab.cards).toHaveCount(1)
  await made.getByRole('button', { name: 'Edit' }).click()
  await expect(tab.field('Title of step 1')).toHaveValue('Listen near')
  await tab.field('Title').fill('Rain on the roof')
  await tab.field('Thumbnail (optional)').fill('/media/thumbnails/rain-on-the-roof.jpg')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Close without saving?' }).getByText('Keep editing').click()
  await tab.clickFormButton('Save template')
  await expect(toast).toContainText('Template updated')
  const rain = tab.card('Rain on the roof')
  await expect(rain.locator('img')).toHaveJSProperty('complete', true)
  await expect(rain.getByRole('button', { name: 'Edit' })).toBeFocused()
  expect(await page.title()).not.toContain('hit')

  await rain.getByRole('button', { name: 'Duplicate' }).click()
  await expect(toast).toContainText('Template duplicated')
  await expect(tab.cards).toHaveCount(2)
  await tab.card('Rain on the roof (Copy)').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast).toContainText('Template deleted')
  await expect(tab.cards).toHaveCount(1)

  // Today's meditation can't be deleted, and the dialog says why.
  await tab.search.press('Escape')
  expectConsole(/status of 409/)
  await tab.card('Morning light on still water').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('This template is scheduled for')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectAccessibleInBothThemes(page, 'the cards')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

const header = 'Number;Description;duration;Instructor;Instructor Title;video Url;Title;Thumbnail URL'
const excel = [
  header,
  '1;"Atmen; lauschen";20;Jürgen;Lehrer;/media/still-water.mp4;Über dem See;',
  '2;"Zwei\r\nZeilen";ten;;;/media/still-water.mp4;"Der ""leise"" Regen";',
].join('\r\n')

test('[TPL-14, TPL-15, TPL-20] templates are imported from an Excel CSV once its invalid row is corrected @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('ada')
  const tab = templatesPage(page)
  const parser = builtPath('papaparse.min.js')
  const parsers: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(parser)) parsers.push(request.url())
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await tab.open()
  await tab.importCsv.click()
  await tab.importDialog.getByText('Sample', { exact: true }).click()
  await expectAccessible(page, 'the instructions', { within: '[role=dialog]' })
  expect(parsers).toEqual([])
  const buffer = Buffer.from(`\uFEFF${excel}\r\n`)
  await tab.csvFile.setInputFiles({ name: 'templates.csv', mimeType: 'text/csv', buffer })
  await expect(tab.rows).toHaveCount(3)
  expect(parsers).toHaveLength(1)
  await expect(tab.rows.last()).toContainText('A duration is a whole number of minutes, 0 to 600.')
  await expect(tab.importDialog.getByRole('button', { name: 'Import 2 Templates' })).toBeDisabled()
  await expectAccessibleInBothThemes(page, 'the preview', { within: '[role=dialog]' })
  await page.setViewportSize({ width: 320, height: 640 })
  const tooWidePx = () =>
    tab.importDialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await tooWidePx()).toBe(0)

  await tab.importDialog.getByRole('button', { name: 'Back' }).click()
  expect(await tooWidePx()).toBe(0)
  // Closed by mistake: the parsed rows are still there.
  await page.keyboard.press('Escape')
  await tab.importCsv.click()
  await tab.csv.fill((await tab.csv.inputValue()).replace(';ten;', ';10;'))
  await tab.importDialog.getByRole('button', { name: 'Preview Templates' }).click()
  await tab.importDialog.getByRole('button', { name: 'Import 2 Templates' }).click()
  await expect(shell(page).toast).toContainText('Successfully imported 2 templates.')
  await expect(tab.cards).toHaveCount(2)
  await expect(tab.card('Der "leise" Regen')).toContainText('10 min')
  await expect(tab.card('Über dem See')).toContainText('Jürgen · Lehrer')
})

const qualities = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360
calm.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2500000,RESOLUTION=1280x720
calm.m3u8
`
// Each has another address than the one before it, so that its response can't be the one before.
const checks = [
  ['YouTube', { duration: 754 }, 'Its length is 12 min 34 s.'],
  ['a stream', 'qualities.m3u8', 'Its length is 6 s. It needs about 2.5 Mbit/s for each member'],
  ['a live video of YouTube', { duration: 9_000, isLive: true }, 'A live stream has no end'],
  ['a live stream', 'live.m3u8', 'A live stream has no end'],
  ['a restricted video of YouTube', { earlyError: 150 }, 'YouTube doesn’t play this video on other sites'],
] as const

test('[SYNC-22, SYNC-23, TPL-25] “Check the video” names its length and rate, or why it has none @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('ada')
  await page.route('https://cdn.stillwater.org/**', async (route) => {
    const playlist = await readFile(new URL('../meditation/stream/calm.m3u8', import.meta.url), 'utf8')
    const live = playlist.replace(/#EXT-X-(?:PLAYLIST-TYPE:VOD|ENDLIST)\n?/g, '')
    const url = route.request().url()
    await route.fulfill({
      contentType: 'application/vnd.apple.mpegurl',
      headers: { 'access-control-allow-origin': '*' },
      body: url.includes('live') ? live : url.includes('qualities') ? qualities : playlist,
    })
  })
  const { open, newTemplate, form, field, clickFormButton } = templatesPage(page)
  await open()
  await newTemplate.click()
  for (const [subject, video, response] of checks) {
    const isStream = typeof video === 'string'
    if (!isStream) await stubYoutube(page, video)
    await field('Video').fill(
      isStream ? `https://cdn.stillwater.org/${video}` : `https://youtu.be/${videoId}`,
    )
    await expect(form.getByText('Its length isn’t known yet', { exact: false }), subject).toBeVisible()
    await clickFormButton('Check the video')
    await expect(form.getByText(response), subject).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  }
})
