// What a sitting plays: a video, a silence in blocks, or a teacher who speaks now. Requests, responses, rows and files hold
// it flat.
import type { Block } from './silence.ts'

export const playsKinds = ['video', 'silence', 'live'] as const
export type PlaysKind = (typeof playsKinds)[number]

export type Seconds = number | null

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

/** Who rings the two bells of a live sitting: the clock on each device, or its teacher's own. */
export const bellsBy = ['clock', 'teacher'] as const

/** A live sitting lasts at least one minute. */
export const liveMinutesMax = 180

interface Live {
  kind: 'live'
  /** 'here', 'elsewhere', or the https address of a playlist. */
  source: string
  minutes: number
  bellBy: (typeof bellsBy)[number]
  /** The picture stays until the end of the sharing. */
  inSharing: boolean
}

/** `Plays<number>` has a known length, as a sitting needs it. */
export type Plays<Length extends Seconds = Seconds> = ({ kind: 'video' } & Video<Length>) | Silence | Live

/**
 * What a day's page knows of it: the length is in its sitting. A live one is streamed in the room, or met by a link.
 */
export type PlaysOfDay =
  | ({ kind: 'video' } & Pick<Video<Seconds>, 'videoUrl' | 'audioUrl'>)
  | Silence
  | { kind: 'live'; isStreamed: boolean }

/** The fields of all kinds side by side: only a video has an address, the others ''; only a silence has blocks. */
export interface FlatPlays<Length extends Seconds = Seconds> extends Video<Length> {
  kind: PlaysKind
  blocks: Block[] | null
  /** Null but for a live one. */
  liveSource: string | null
  bellBy: Live['bellBy'] | null
  /** False but for a live one. */
  pictureInSharing: boolean
}

/** The video or silence of a day, from the fields that its page knows. */
export function playsOfDay({
  kind,
  blocks,
  videoUrl,
  audioUrl,
  isStreamed = false,
}: Pick<FlatPlays, 'kind' | 'blocks' | 'videoUrl' | 'audioUrl'> & {
  isStreamed?: boolean | undefined
}): PlaysOfDay {
  switch (kind) {
    case 'video':
      return { kind, videoUrl, audioUrl }
    case 'silence':
      return { kind, blocks: blocks ?? [] }
    case 'live':
      return { kind, isStreamed }
  }
}
