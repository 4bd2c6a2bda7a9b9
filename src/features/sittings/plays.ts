// What a sitting plays: a video, or a silence in blocks. Requests, responses, rows and files hold it flat.
import type { Block } from './silence.ts'

export const playsKinds = ['video', 'silence'] as const
type PlaysKind = (typeof playsKinds)[number]

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

/** `Plays<number>` has a known length, as a sitting needs it. */
export type Plays<Length extends Seconds = Seconds> = ({ kind: 'video' } & Video<Length>) | Silence

/** What a day's page knows of it: the length is in its sitting. */
export type PlaysOfDay = ({ kind: 'video' } & Pick<Video<Seconds>, 'videoUrl' | 'audioUrl'>) | Silence

/** The fields of both kinds side by side: a silence has the address '', and a video no blocks. */
export interface FlatPlays<Length extends Seconds = Seconds> extends Video<Length> {
  kind: PlaysKind
  blocks: Block[] | null
}

/** The video or silence of a day, from the fields that its page knows. */
export function playsOfDay({
  kind,
  blocks,
  videoUrl,
  audioUrl,
}: Pick<FlatPlays, 'kind' | 'blocks' | 'videoUrl' | 'audioUrl'>): PlaysOfDay {
  return kind === 'silence' ? { kind, blocks: blocks ?? [] } : { kind, videoUrl, audioUrl }
}
