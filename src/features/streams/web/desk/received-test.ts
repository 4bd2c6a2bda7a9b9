// The test of a desk, as the server received it: one file of its first bytes and its segments.
import { secondMs } from '#shared/durations.ts'

/** A node reads what there is of a stream at most once a second. */
const listedWithinMs = 6 * secondMs
const pollMs = secondMs / 2

/** Loads a test of so many segments. Throws when the server doesn't have it. */
export async function loadReceivedTest(sittingId: number, segments: number): Promise<Blob> {
  const folder = `/live/${sittingId}/`
  const giveUpAtMs = performance.now() + listedWithinMs
  for (;;) {
    const names = await readNames(`${folder}test.m3u8`)
    const hasAll = names.filter((name) => name.endsWith('.m4s')).length >= segments
    if (hasAll || (names.length > 0 && performance.now() > giveUpAtMs))
      return new Blob(await Promise.all(names.map((name) => load(folder + name))), { type: 'video/mp4' })
    if (performance.now() > giveUpAtMs) throw new Error('The test is not listed.')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** The files of a playlist in their order; none while it isn't there. */
async function readNames(url: string): Promise<string[]> {
  const response = await fetch(url, { cache: 'no-store' })
  if (response.status === 404) return []
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  return namesIn(await response.text())
}

/** The first bytes and the segments that a playlist names, in their order. */
export function namesIn(playlist: string): string[] {
  return [...playlist.matchAll(/^(?:#EXT-X-MAP:URI="([^"]+)"|([^#\s]\S*))$/gm)].map(
    ([, init, segment]) => init ?? segment ?? '',
  )
}

async function load(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  return response.blob()
}
