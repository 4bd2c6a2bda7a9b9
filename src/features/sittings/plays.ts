// What a sitting plays: a video, a silence in blocks, or a teacher who speaks now. Requests, responses, rows and files hold it flat.
import { silenceSeconds, type Block } from './silence.ts'

export const playsKinds = ['video', 'silence', 'live'] as const
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

/** Who ends a live sitting: the clock, after its minutes, or its teacher. */
export const bellsBy = ['clock', 'teacher'] as const

interface Live {
  kind: 'live'
  /** 'here', 'elsewhere', or the https address of a playlist. */
  source: string
  minutes: number
  bellBy: (typeof bellsBy)[number]
}

/** `Plays<number>` has a known length, as a sitting needs it. */
export type Plays<Length extends Seconds = Seconds> = ({ kind: 'video' } & Video<Length>) | Silence | Live

/** What a day's page knows of it: the length is in its sitting. */
export type PlaysOfDay =
  | ({ kind: 'video' } & Pick<Video<Seconds>, 'videoUrl' | 'audioUrl'>)
  | Silence
  | { kind: 'live' }

/** The fields of all kinds side by side: only a video has an address, the others ''; only a silence has blocks. */
export interface FlatPlays<Length extends Seconds = Seconds> extends Video<Length> {
  kind: PlaysKind
  blocks: Block[] | null
  /** Null but for a live one. */
  liveSource: string | null
  bellBy: Live['bellBy'] | null
}

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

/** Reads what is played from its flat fields. */
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

/** The same for the fields that a day's page knows. */
export function playsOfDay(flat: Pick<FlatPlays, 'kind' | 'blocks' | 'videoUrl' | 'audioUrl'>): PlaysOfDay {
  const { kind, blocks, videoUrl, audioUrl } = flat
  switch (kind) {
    case 'video':
      return { kind, videoUrl, audioUrl }
    case 'silence':
      return { kind, blocks: blocks ?? [] }
    case 'live':
      return { kind }
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
