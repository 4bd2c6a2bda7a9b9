// What a sitting plays: a video, or a silence in blocks. Requests, responses, rows and files hold it flat.
import { silenceSeconds, type Block } from './silence.ts'

export const playsKinds = ['video', 'silence'] as const
export type PlaysKind = (typeof playsKinds)[number]

type Seconds = number | null

interface Video<Length extends Seconds> {
  videoUrl: string
  /** For listening with the screen off; null plays the file of the video (SYNC-20). */
  audioUrl: string | null
  /** Its length; null while it was never measured. */
  mediaSeconds: Length
  /** It may never be played faster or slower: bowls, drones, music. */
  keepsTempo: boolean
}

interface Silence {
  kind: 'silence'
  blocks: Block[]
}

/** `Plays<number>` has a known length, as a sitting needs it. */
export type Plays<Length extends Seconds = Seconds> = ({ kind: 'video' } & Video<Length>) | Silence

/** What a day's page knows of it: the length is in its sitting. */
export type PlaysOfDay = ({ kind: 'video' } & Pick<Video<Seconds>, 'videoUrl' | 'audioUrl'>) | Silence

/** The fields of both kinds side by side: a silence has the address '', and a video no blocks. */
export interface FlatPlays<Length extends Seconds = Seconds> extends Video<Length> {
  kind: PlaysKind
  blocks: Block[] | null
}

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

/** Reads what is played from its flat fields. */
export function playsOf<Length extends Seconds>(flat: FlatPlays<Length>): Plays<Length> {
  const { videoUrl, audioUrl, mediaSeconds, keepsTempo } = flat
  return silenceOf(flat) ?? { kind: 'video', videoUrl, audioUrl, mediaSeconds, keepsTempo }
}

/** The same for the fields that a day's page knows. */
export function playsOfDay(flat: Pick<FlatPlays, 'kind' | 'blocks' | 'videoUrl' | 'audioUrl'>): PlaysOfDay {
  const { videoUrl, audioUrl } = flat
  return silenceOf(flat) ?? { kind: 'video', videoUrl, audioUrl }
}

function silenceOf({ kind, blocks }: Pick<FlatPlays, 'kind' | 'blocks'>): Silence | null {
  return kind === 'silence' ? { kind, blocks: blocks ?? [] } : null
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
