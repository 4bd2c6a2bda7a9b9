// The playlists of this site's streams (RFC 8216), stamped by the room clock.
import { msToTimestamp } from '#shared/day.ts'
import type { Rendition } from './contract.ts'

export interface ListedSegment {
  seq: number
  startsAtMs: number
  durationMs: number
  gaps: number
  /** The number of the segment from which its first bytes are in force. */
  initFrom: number
}

/** So many of the latest segments are listed: a minute of 2 s. */
const listedSegmentsMax = 30

/** The playlist of a rendition's segments in their order; null without one. */
export function writePlaylist(rendition: Rendition, stored: readonly ListedSegment[]): string | null {
  const segments = stored.slice(-listedSegmentsMax)
  const [first] = segments
  if (!first) return null
  const target = Math.max(...segments.map(({ durationMs }) => Math.round(durationMs / 1_000)), 1)
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-MEDIA-SEQUENCE:${first.seq}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first.gaps}`,
  ]
  let before: ListedSegment | null = null
  for (const segment of segments) {
    const { seq, startsAtMs, durationMs, gaps, initFrom } = segment
    if (before && gaps > before.gaps) lines.push('#EXT-X-DISCONTINUITY')
    if (before?.initFrom !== initFrom) lines.push(`#EXT-X-MAP:URI="${initName(rendition, initFrom)}"`)
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${msToTimestamp(startsAtMs)}`,
      `#EXTINF:${(durationMs / 1_000).toFixed(3)},`,
      segmentName(rendition, seq),
    )
    before = segment
  }
  return `${lines.join('\n')}\n`
}

function segmentName(rendition: Rendition, seq: number): string {
  return `${rendition}-${seq}.m4s`
}

function initName(rendition: Rendition, fromSeq: number): string {
  return `${rendition}-init-${fromSeq}.mp4`
}

export type LiveFile =
  | { kind: 'playlist'; rendition: Rendition }
  | { kind: 'segment' | 'init'; rendition: Rendition; seq: number }

/** A file below /live/{sitting}/ by its name; null for another name. */
export function parseLiveFile(name: string): LiveFile | null {
  const match = /^(picture|sound|test)(?:\.m3u8|-(init-)?(0|[1-9]\d{0,9})\.(m4s|mp4))$/.exec(name)
  if (!match) return null
  const [, word = '', init, number, ending] = match
  const rendition = word as Rendition
  if (number === undefined) return { kind: 'playlist', rendition }
  if ((init === undefined) !== (ending === 'm4s')) return null
  return { kind: init === undefined ? 'segment' : 'init', rendition, seq: Number(number) }
}
