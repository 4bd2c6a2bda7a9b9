// The times of a segment, from the playlist of its library.
import { segmentMaxMs } from '../../contract.ts'

interface SegmentTimes {
  /** Its first moment; null where the playlist has no dates. */
  startsAtMs: number | null
  durationMs: number
}

/** The times of a playlist's last segment; null without one. */
export function parseTimes(playlist: string): SegmentTimes | null {
  const all = [...playlist.matchAll(/#EXTINF:([\d.]+),\n(?:#EXT-X-PROGRAM-DATE-TIME:(\S+))?/g)]
  const [, seconds, date] = all.at(-1) ?? []
  if (seconds === undefined) return null
  const durationMs = Math.round(Number(seconds) * 1_000)
  return {
    startsAtMs: date === undefined ? null : Date.parse(date),
    // A browser that stood still makes a longer one; the server sees the rest as a gap.
    durationMs: Math.max(1, Math.min(segmentMaxMs, durationMs)),
  }
}
