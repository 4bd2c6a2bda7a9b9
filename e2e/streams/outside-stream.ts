// A stream on another site: its playlist and its segments, which a page gets through its browser and a server by http.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { initOf, segmentMs, segmentOf } from '../sittings/live-teacher.ts'

export const outsideHost = 'live.example.org'
export const outsideUrl = `https://${outsideHost}/ana/index.m3u8`

export interface OutsideStream {
  /** Where it is served by http. */
  port: number
  /** From now on its encoder’s clock is ahead by so much; null for no stamps. Called first, of all segments. */
  setClock: (aheadMs: number | null) => void
  /** Lets a page load it under its address. */
  serveTo: (page: Page) => Promise<void>
  /** What pages have requested. */
  requested: readonly string[]
  close: () => void
}

const inPlaylist = 10

/** Runs from now on; `now` is the clock by which its stamps are right. */
export async function startOutsideStream(now: () => number): Promise<OutsideStream> {
  // As if it had run for a while.
  const fromMs = now() - inPlaylist * segmentMs
  const stamps: (number | null)[] = []
  let aheadMs: number | null = 0
  const requested: string[] = []

  const playlist = () => {
    const count = Math.floor((now() - fromMs) / segmentMs)
    while (stamps.length < count)
      stamps.push(aheadMs === null ? null : fromMs + stamps.length * segmentMs + aheadMs)
    const first = count - inPlaylist
    const segments = stamps.slice(first).map((stamp, index) => {
      const date = stamp === null ? '' : `#EXT-X-PROGRAM-DATE-TIME:${new Date(stamp).toISOString()}\n`
      return `${date}#EXTINF:${segmentMs / 1_000},\ns${first + index}.m4s\n`
    })
    const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${first}\n`
    return `${head}#EXT-X-MAP:URI="init.mp4"\n${segments.join('')}`
  }
  const read = (path: string) => {
    if (path.endsWith('.m3u8'))
      return { type: 'application/vnd.apple.mpegurl', body: Buffer.from(playlist()) }
    const seq = /s(\d+)\.m4s$/.exec(path)?.[1]
    return { type: 'video/mp4', body: Buffer.from(seq === undefined ? initOf() : segmentOf(Number(seq))) }
  }
  const server = createServer(({ url = '' }, response) => {
    const { type, body } = read(url)
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    setClock: (next) => {
      // Those that were read have the clock of before.
      if (stamps.length > 0) playlist()
      aheadMs = next
    },
    serveTo: async (page) => {
      await page.route(`https://${outsideHost}/**`, async (route) => {
        const { pathname } = new URL(route.request().url())
        requested.push(pathname)
        const { type: contentType, body } = read(pathname)
        await route.fulfill({ contentType, headers: { 'access-control-allow-origin': '*' }, body })
      })
    },
    requested,
    close: () => server.close(),
  }
}
