// The times of a segment, from the playlist of its library.
import { segmentMaxMs } from '../../contract.ts'
import type { Segment } from './segment-queue.ts'

/** The times of a playlist's last segment; null without one. */
export function parseTimes(playlist: string): Pick<Segment, 'startsAtMs' | 'durationMs'> | null {
  const all = [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-PROGRAM-DATE-TIME:(\S+)/g)]
  const [, seconds, date] = all.at(-1) ?? []
  if (seconds === undefined || date === undefined) return null
  const durationMs = Math.round(Number(seconds) * 1_000)
  // A browser that stood still makes a longer one; the server sees the rest as a gap.
  return { startsAtMs: Date.parse(date), durationMs: Math.max(1, Math.min(segmentMaxMs, durationMs)) }
}
