// All nodes are killed while a group watches a picture from another site: it goes on, and so does the sitting.
import 'temporal-polyfill/global'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { createBusHub } from '#server/bus/bus.ts'
import { systemClock } from '#server/clock.ts'
import { secondMs } from '#shared/durations.ts'
import { testDays } from '#test/community-days.ts'
import { startCluster } from '#test/nodes/cluster.ts'
import { findRedis, skippedTitle } from '#test/nodes/redis-server.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { soundStarts, startRecordingSounds } from '../record-sounds.ts'
import { awaitScreens } from '../screens.ts'
import { outsideHost, outsideUrl, startOutsideStream } from './outside-stream.ts'

const what = 'a picture from another site'
const isMissing = findRedis() === null
const preload = pathToFileURL(join(import.meta.dirname, '../../test/nodes/reach-outside-host.mjs')).href

test.describe(isMissing ? skippedTitle(what) : what, () => {
  test.skip(isMissing)

  test('[STREAM-02, STREAM-11, STREAM-14] with all nodes killed in the quiet the picture goes on, and the bell rings; restarted, they say that it is on @full', async ({
    browser,
  }) => {
    test.setTimeout(300_000)
    const outside = await startOutsideStream(Date.now)
    const cluster = await startCluster(2, 2, {
      NODE_OPTIONS: `--import ${preload}`,
      OUTSIDE_HOST: outsideHost,
      OUTSIDE_PORT: String(outside.port),
    })
    try {
      const [, guest] = cluster.guests
      const [node] = cluster.nodes
      if (!guest || !node) throw new Error('A guest or a node is missing.')
      const { database } = cluster
      const calendar = { today: () => testDays.dayOf(Date.now()), days: () => testDays }
      const { sharingAt } = await makeLiveSitting(
        { database, bus: createBusHub().connect('test'), calendar, clock: systemClock },
        {
          hostId: null,
          inMs: -10 * secondMs,
          template: { liveSource: outsideUrl, mediaSeconds: 100, duration: 2, pictureInSharing: true },
        },
      )
      const state = async () =>
        (await database.query.selectFrom('streams').select('state').executeTakeFirst())?.state
      const context = await browser.newContext({ baseURL: node.url })
      const [name = '', value = ''] = guest.cookie.split('=')
      await context.addCookies([{ name, value, url: node.url, httpOnly: true, sameSite: 'Lax' }])
      await startRecordingSounds(context)
      const page = await context.newPage()
      awaitScreens(page)
      await outside.serveTo(page)
      const { open, control } = meditationPage(page)
      await open()
      await control('Join the group').click()
      const picture = page.locator('.live-picture')
      await expect(picture).toHaveAttribute('data-seen', 'true')

      const killedAtMs = Date.now()
      await Promise.all(cluster.nodes.map((each) => each.stop('SIGKILL')))
      const position = () =>
        page.locator('video').evaluate((video: HTMLVideoElement) => (video.paused ? 0 : video.currentTime))
      const positionAtKill = await position()
      await expect
        .poll(() => Date.now(), { timeout: sharingAt + 60_000 - killedAtMs, intervals: [500] })
        .toBeGreaterThan(sharingAt + 2 * secondMs)
      const rung = await soundStarts(page)
      const lateMs = rung.map((atMs) => Math.round(atMs - sharingAt))
      const aheadSeconds = (await position()) - positionAtKill - (Date.now() - killedAtMs) / secondMs
      await expect(picture).toHaveAttribute('data-seen', 'true')
      process.stdout.write(
        `    killed for ${Date.now() - killedAtMs} ms: bells ${lateMs.join(', ')} ms late, picture moved by ${aheadSeconds.toFixed(2)} s\n`,
      )
      expect(Math.min(...lateMs.map(Math.abs))).toBeLessThanOrEqual(300)
      expect(Math.abs(aheadSeconds)).toBeLessThanOrEqual(1)

      await Promise.all(cluster.nodes.map((each) => each.start()))
      await expect(page.getByText('Connected', { exact: true })).toBeAttached()
      await expect(picture).toHaveAttribute('data-seen', 'true')
      expect(await state()).toBe('on')
      await expect.poll(position).toBeGreaterThan(positionAtKill + (Date.now() - killedAtMs) / secondMs - 1)
    } finally {
      await cluster.close()
      outside.close()
    }
  })
})
