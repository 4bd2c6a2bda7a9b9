// Where a page finds the stream of a live sitting.
import * as z from 'zod/mini'
import { bellsBy, type Plays } from '#features/sittings/plays.ts'

/** What a member's page needs to follow a stream, from the doors on (STREAM-21). */
export const streamAddressSchema = z.object({
  /** A playlist: on this site, or outside. */
  url: z.string(),
  /** Sound alone; null where there is none, as outside. */
  soundUrl: z.nullable(z.string()),
  bellBy: z.enum(bellsBy),
  /** The picture stays until the end of the sharing. */
  inSharing: z.boolean(),
})
export type StreamAddress = z.infer<typeof streamAddressSchema>

/** The playlist of a stream of this site. */
export function streamUrl(sittingId: number): string {
  return `/live/${sittingId}/picture.m3u8`
}

/** The address of a sitting's stream; null without one, as when it meets elsewhere. */
export function streamAddress(sittingId: number, plays: Plays): StreamAddress | null {
  if (plays.kind !== 'live' || plays.source === 'elsewhere') return null
  const { source, bellBy, inSharing } = plays
  if (source !== 'here') return { url: source, soundUrl: null, bellBy, inSharing }
  return {
    url: streamUrl(sittingId),
    soundUrl: `/live/${sittingId}/sound.m3u8`,
    bellBy,
    inSharing,
  }
}
