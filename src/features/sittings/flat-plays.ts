// What a sitting plays, and the flat fields of rows, requests and files: the ways between them, and its length.
import { silenceSeconds } from './block-times.ts'
import type { FlatPlays, Plays, Seconds } from './plays.ts'

/** Puts the flat fields of an object together, as `plays`. */
export function withPlays<Flat extends FlatPlays>(
  flat: Flat,
): Omit<Flat, keyof FlatPlays> & { plays: Plays } {
  const { kind, blocks, videoUrl, audioUrl, mediaSeconds, keepsTempo, ...rest } = flat
  return { ...rest, plays: playsOf({ kind, blocks, videoUrl, audioUrl, mediaSeconds, keepsTempo }) }
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
  return kind === 'silence'
    ? { kind, blocks: blocks ?? [] }
    : { kind, videoUrl, audioUrl, mediaSeconds, keepsTempo }
}

/** The flat fields; the length of a silence is that of its blocks. */
export function flatPlays<Length extends Seconds>(plays: Plays<Length>): FlatPlays<Length | number> {
  if (plays.kind === 'video') return { ...plays, blocks: null }
  const { kind, blocks } = plays
  return {
    kind,
    blocks,
    videoUrl: '',
    audioUrl: null,
    mediaSeconds: silenceSeconds(blocks),
    keepsTempo: true,
  }
}

/** The same with a known length; null for a video that was never measured. */
export function measuredPlays(plays: Plays): Plays<number> | null {
  if (plays.kind === 'silence') return plays
  const { mediaSeconds } = plays
  return mediaSeconds === null ? null : { ...plays, mediaSeconds }
}

/** How long it plays, in seconds. */
export function playedSeconds<Length extends Seconds>(plays: Plays<Length>): Length | number {
  return plays.kind === 'video' ? plays.mediaSeconds : silenceSeconds(plays.blocks)
}
