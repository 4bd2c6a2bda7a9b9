// What a sitting plays, and the flat fields of rows, requests and files: the ways between them, and its length.
import { silenceSeconds } from './block-times.ts'
import type { FlatPlays, Plays, Seconds } from './plays.ts'

/** Puts the flat fields of an object together, as `plays`. */
export function withPlays<Flat extends FlatPlays>(
  flat: Flat,
): Omit<Flat, keyof FlatPlays> & { plays: Plays } {
  const { kind, blocks, videoUrl, audioUrl, mediaSeconds, keepsTempo, liveSource, bellBy, ...rest } = flat
  const fields = { kind, blocks, videoUrl, audioUrl, mediaSeconds, keepsTempo, liveSource, bellBy }
  return { ...rest, plays: playsOf(fields) }
}

/** The opposite of {@link withPlays}. */
export function withFlatPlays<Whole extends { plays: Plays }>({
  plays,
  ...rest
}: Whole): Omit<Whole, 'plays'> & FlatPlays {
  return { ...rest, ...flatPlays(plays) }
}

/** The video or silence that flat fields describe. */
export function playsOf<Length extends Seconds>(flat: FlatPlays<Length>): Plays<Length> {
  const { kind, blocks, videoUrl, audioUrl, mediaSeconds, keepsTempo, liveSource, bellBy } = flat
  switch (kind) {
    case 'video':
      return { kind, videoUrl, audioUrl, mediaSeconds, keepsTempo }
    case 'silence':
      return { kind, blocks: blocks ?? [] }
    case 'live':
      return {
        kind,
        source: liveSource ?? 'elsewhere',
        minutes: Math.round((mediaSeconds ?? 0) / 60),
        bellBy: bellBy ?? 'clock',
      }
  }
}

/** What only videos have, for the other kinds. */
const noVideo = { videoUrl: '', audioUrl: null, keepsTempo: true }

/** The flat fields; the length of a silence is that of its blocks. */
export function flatPlays<Length extends Seconds>(plays: Plays<Length>): FlatPlays<Length | number> {
  switch (plays.kind) {
    case 'video':
      return { ...plays, blocks: null, liveSource: null, bellBy: null }
    case 'silence': {
      const { kind, blocks } = plays
      return {
        ...noVideo,
        kind,
        blocks,
        mediaSeconds: silenceSeconds(blocks),
        liveSource: null,
        bellBy: null,
      }
    }
    case 'live': {
      const { kind, source, minutes, bellBy } = plays
      return { ...noVideo, kind, blocks: null, mediaSeconds: minutes * 60, liveSource: source, bellBy }
    }
  }
}

/** The same with a known length; null for a video that was never measured. */
export function measuredPlays(plays: Plays): Plays<number> | null {
  if (plays.kind !== 'video') return plays
  const { mediaSeconds } = plays
  return mediaSeconds === null ? null : { ...plays, mediaSeconds }
}

/** How long it plays, in seconds. */
export function playedSeconds<Length extends Seconds>(plays: Plays<Length>): Length | number {
  switch (plays.kind) {
    case 'video':
      return plays.mediaSeconds
    case 'silence':
      return silenceSeconds(plays.blocks)
    case 'live':
      return plays.minutes * 60
  }
}
