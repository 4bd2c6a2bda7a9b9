// What a sitting plays, and the flat fields of rows, requests and files: the ways between them, and its length.
import { silenceSeconds } from './block-times.ts'
import type { FlatPlays, Plays, Seconds } from './plays.ts'

/** Puts the flat fields of an object together, as `plays`. */
export function withPlays<Flat extends FlatPlays>(
  flat: Flat,
): Omit<Flat, keyof FlatPlays> & { plays: Plays } {
  const {
    kind,
    blocks,
    videoUrl,
    audioUrl,
    mediaSeconds,
    keepsTempo,
    liveSource,
    bellBy,
    pictureInSharing,
    ...rest
  } = flat
  const media = { kind, blocks, videoUrl, audioUrl, mediaSeconds, keepsTempo }
  return { ...rest, plays: playsOf({ ...media, liveSource, bellBy, pictureInSharing }) }
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
  const { kind, blocks, videoUrl, audioUrl, mediaSeconds, keepsTempo } = flat
  const { liveSource, bellBy, pictureInSharing } = flat
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
        inSharing: pictureInSharing,
      }
  }
}

/** What only videos have, for the other kinds. */
const noVideo = { videoUrl: '', audioUrl: null, keepsTempo: true }

/** What only live ones have, for the other kinds. */
const notLive = { liveSource: null, bellBy: null, pictureInSharing: false }

/** The flat fields; the length of a silence is that of its blocks. */
export function flatPlays<Length extends Seconds>(plays: Plays<Length>): FlatPlays<Length | number> {
  switch (plays.kind) {
    case 'video':
      return { ...plays, ...notLive, blocks: null }
    case 'silence': {
      const { kind, blocks } = plays
      return { ...noVideo, ...notLive, kind, blocks, mediaSeconds: silenceSeconds(blocks) }
    }
    case 'live': {
      const { kind, source: liveSource, minutes, bellBy, inSharing: pictureInSharing } = plays
      const live = { liveSource, bellBy, pictureInSharing }
      return { ...noVideo, ...live, kind, blocks: null, mediaSeconds: minutes * 60 }
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
