// What a sitting plays: a video, or a silence in blocks. Requests, responses, rows and files hold it flat.
import type { Block } from './silence.ts'
import { silenceSeconds } from './silence.ts'

export interface Video {
  videoUrl: string
  /** For listening with the screen off; null plays the file of the video. */
  audioUrl: string | null
}

export interface MeasuredVideo extends Video {
  /** Its length in seconds; null while it was never measured. */
  mediaSeconds: number | null
  /** It may never be played faster or slower: bowls, drones, music. */
  keepsTempo: boolean
}

export interface Silence {
  kind: 'silence'
  blocks: readonly Block[]
}

/** `V` is what is known of the video. */
export type Plays<V = MeasuredVideo> = ({ kind: 'video' } & V) | Silence

export const playsKinds = ['video', 'silence'] as const
export type PlaysKind = (typeof playsKinds)[number]

/** How long it plays, in seconds; null for a video that was never measured. */
export function playedSeconds(plays: Plays): number | null {
  return plays.kind === 'video' ? plays.mediaSeconds : silenceSeconds(plays.blocks)
}
