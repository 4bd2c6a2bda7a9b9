// An outside playlist (RFC 8216), read with mistrust: what it lists is loaded by members' browsers.
import { secondMs } from '#shared/durations.ts'
import { isPrivateHostname } from '#shared/private-hostname.ts'
import { parseUrl } from '#shared/url.ts'

export interface OutsideSegment {
  seq: number
  durationMs: number
  /** By the encoder's clock, in epoch milliseconds; null where the playlist has no stamps. */
  stampMs: number | null
}

export type OutsidePlaylist =
  | { kind: 'variants'; first: string }
  | { kind: 'media'; targetMs: number; segments: OutsideSegment[]; isEnded: boolean }
  /** `reason` is for the log. */
  | { kind: 'bad'; reason: BadPlaylist }

export type BadPlaylist =
  | 'not-a-playlist'
  | 'too-many-segments'
  | 'encrypted'
  | 'target-duration'
  | 'private-address'
  | 'malformed'

const segmentsMax = 2_000
const targetMinMs = secondMs
const targetMaxMs = 20 * secondMs
const segmentMaxMs = 60 * secondMs

const bad = (reason: BadPlaylist): OutsidePlaylist => ({ kind: 'bad', reason })

/** Reads the text of a playlist at an address. */
export function parsePlaylist(text: string, address: string): OutsidePlaylist {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  if (lines[0] !== '#EXTM3U') return bad('not-a-playlist')
  const isMaster = lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))
  return isMaster ? parseVariants(lines, address) : parseMedia(lines, address)
}

function parseVariants(lines: readonly string[], address: string): OutsidePlaylist {
  const at = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'))
  const uri = lines.slice(at).find((line) => line !== '' && !line.startsWith('#'))
  const first = uri === undefined ? null : publicUrl(uri, address)
  return first === null ? bad('private-address') : { kind: 'variants', first }
}

interface Reading {
  segments: OutsideSegment[]
  nextSeq: number
  /** Of the next segment. */
  durationMs: number | null
  stampMs: number | null
}

function parseMedia(lines: readonly string[], address: string): OutsidePlaylist {
  const targetMs = numberOf(lines, '#EXT-X-TARGETDURATION:') * secondMs
  if (!(targetMs >= targetMinMs && targetMs <= targetMaxMs)) return bad('target-duration')
  const firstSeq = lines.some((line) => line.startsWith(sequenceTag)) ? numberOf(lines, sequenceTag) : 0
  if (!Number.isSafeInteger(firstSeq) || firstSeq < 0) return bad('malformed')
  const reading: Reading = { segments: [], nextSeq: firstSeq, durationMs: null, stampMs: null }
  for (const line of lines) {
    const reason = readLine(reading, line, address)
    if (reason !== null) return bad(reason)
  }
  return { kind: 'media', targetMs, segments: reading.segments, isEnded: lines.includes('#EXT-X-ENDLIST') }
}

const sequenceTag = '#EXT-X-MEDIA-SEQUENCE:'

/** The number after a tag; NaN without one. */
function numberOf(lines: readonly string[], tag: string): number {
  const line = lines.find((each) => each.startsWith(tag))
  const text = line?.slice(tag.length) ?? ''
  return /^\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
}

/** Reads a line; the reason why the playlist is refused, or null. */
function readLine(reading: Reading, line: string, address: string): BadPlaylist | null {
  if (line.startsWith('#EXT-X-KEY:') && !/\bMETHOD=NONE\b/.test(line)) return 'encrypted'
  if (line.startsWith('#EXTINF:')) {
    const durationMs = Number.parseFloat(line.slice('#EXTINF:'.length)) * secondMs
    if (!(durationMs > 0 && durationMs <= segmentMaxMs)) return 'malformed'
    reading.durationMs = durationMs
  } else if (line.startsWith(stampTag)) {
    const stampMs = parseStamp(line.slice(stampTag.length))
    if (stampMs === null) return 'malformed'
    reading.stampMs = stampMs
  } else if (line.startsWith('#')) {
    const [, uri] = /\bURI="([^"]*)"/.exec(line) ?? []
    if (uri !== undefined && publicUrl(uri, address) === null) return 'private-address'
  } else if (line !== '') return readSegment(reading, line, address)
  return null
}

const stampTag = '#EXT-X-PROGRAM-DATE-TIME:'

function parseStamp(text: string): number | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}

function readSegment(reading: Reading, uri: string, address: string): BadPlaylist | null {
  const { segments, nextSeq: seq, durationMs, stampMs } = reading
  if (durationMs === null) return 'malformed'
  if (publicUrl(uri, address) === null) return 'private-address'
  if (segments.length >= segmentsMax) return 'too-many-segments'
  segments.push({ seq, durationMs, stampMs })
  reading.nextSeq += 1
  reading.durationMs = null
  // A stamp counts on until the next one.
  reading.stampMs = stampMs === null ? null : stampMs + durationMs
  return null
}

/** The whole address of an entry if any browser may load it; null otherwise. */
function publicUrl(uri: string, address: string): string | null {
  const url = parseUrl(uri, address)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const { hostname } = url
  const isName = hostname.includes('.') && /[a-z]$/i.test(hostname) && !isPrivateHostname(hostname)
  return isName ? url.href : null
}
