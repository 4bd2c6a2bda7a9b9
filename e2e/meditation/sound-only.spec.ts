// Sound only: chosen at the seat and kept on the device, it spares a small line the picture.
import type { Page } from '@playwright/test'
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { expectDrift } from '../group.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { corsHeaders, serveStream, streamUrl, withoutNativeStreams } from './stream-server.ts'

test.describe.configure({ timeout: 120_000 })

const audioUrl = '/media/own/calm.wav'

/** Serves three minutes of silence in ranges, as a player that seeks needs it. */
async function serveSound(page: Page): Promise<void> {
  const rate = 8_000
  const samples = Buffer.alloc(rate * 180, 128)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  // The format's own size; then uncompressed, one channel, its samples and bytes in a second, a byte a sample.
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  const file = Buffer.concat([header, samples])
  await page.route(`**${audioUrl}`, async (route) => {
    const from = Number(/bytes=(\d+)/.exec((await route.request().headerValue('range')) ?? '')?.[1] ?? 0)
    return route.fulfill({
      status: 206,
      headers: {
        'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
        'accept-ranges': 'bytes',
        'content-type': 'audio/wav',
      },
      body: file.subarray(from),
    })
  })
}

test('[SMALL-01, SMALL-02] sound only is chosen at the seat and kept: no byte of the picture is requested, until its member goes to the picture @full', async ({
  page,
  app,
  signInAs,
}) => {
  await serveSound(page)
  await makeSitting(app, { inMs: 600_000, template: { audioUrl } })
  await signInAs('mia')
  const { open, player, video, control } = meditationPage(page)
  const choice = player.getByRole('checkbox', { name: 'Sound only' })
  await open()
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expect(video).toHaveAttribute('src', audioUrl)

  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/media/still-water.mp4')) pictures.push(request.url())
  })
  await open()
  await expect(choice).toBeChecked()
  await control('Take your seat').click()
  await expect(player.getByText('You have a seat. The sound starts by itself.')).toBeVisible()
  const sitting = await moveBell(app, 3_000)
  await expectDrift(page, app, sitting, 1)
  expect(pictures).toEqual([])

  await player.hover()
  await control('Show the video').click()
  await expectDrift(page, app, sitting, 1)
  await expect(video).toHaveAttribute('src', '/media/still-water.mp4')
  expect(pictures).not.toEqual([])
  await player.hover()
  await control('Sound only').click()
  await expectDrift(page, app, sitting, 1)
  await expect(video).toHaveAttribute('src', audioUrl)
})

test('[SMALL-01, SMALL-02] of a stream, its variant of sound alone is played @full', async ({
  page,
  app,
  signInAs,
}) => {
  await withoutNativeStreams(page)
  const asked = await serveStream(page)
  const variants = [
    '#EXTM3U',
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"',
    'picture.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"',
    // The short stream stands in for it.
    'calm.m3u8',
  ].join('\n')
  const videoUrl = streamUrl.replace('calm', 'variants')
  await page.route(videoUrl, (route) =>
    route.fulfill({
      contentType: 'application/vnd.apple.mpegurl',
      headers: corsHeaders,
      body: variants,
    }),
  )
  await makeSitting(app, { inMs: 600_000, template: { videoUrl, mediaSeconds: 60 } })
  await signInAs('mia')
  const { open, player, control, isPlaying } = meditationPage(page)
  await page.addInitScript(() => localStorage.setItem('sound-only', 'on'))
  await open()
  await expect(player.getByRole('checkbox', { name: 'Sound only' })).toBeChecked()
  await control('Take your seat').click()
  await moveBell(app, 2_000)
  await expect.poll(isPlaying, { timeout: 20_000 }).toBe(true)
  expect(asked.filter((name) => name.endsWith('.m3u8'))).toEqual(['calm.m3u8'])
})
