// The short stream of e2e/meditation/stream, served from another host, and a browser without native streams.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export const streamUrl = 'https://cdn.stillwater.org/day/calm.m3u8'
export const corsHeaders = { 'access-control-allow-origin': '*' }

/** Serves the stream, or its parts under another playlist; returns the requested names. */
export async function serveStream(page: Page, playlist?: string): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://cdn.stillwater.org/**', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    asked.push(name)
    const isPlaylist = name.endsWith('.m3u8')
    const file = readFileSync(join(import.meta.dirname, 'stream', name))
    await route.fulfill({
      contentType: isPlaylist ? 'application/vnd.apple.mpegurl' : 'video/mp4',
      headers: corsHeaders,
      body: isPlaylist ? (playlist ?? file) : file,
    })
  })
  return asked
}

/** Simulates Safari from 17 on, which plays streams by itself. */
export async function withNativeStreams(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => 'maybe'
    // Its data is asked for from the start.
    class ManagedMediaSource extends MediaSource {
      readonly streaming = true
    }
    Object.assign(window, { ManagedMediaSource })
  })
}

/** Simulates a browser without native streaming support. */
export async function withoutNativeStreams(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { canPlayType } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.canPlayType = function response(type) {
      return type.includes('mpegurl') ? '' : canPlayType.call(this, type)
    }
  })
}
