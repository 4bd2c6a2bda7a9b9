// Where the teacher of a live sitting is seen and heard.

/** Where a live sitting is seen and heard: on this site, by the address of a stream, or elsewhere by a link. */
export const livePlaces = ['here', 'address', 'elsewhere'] as const
export type LivePlace = (typeof livePlaces)[number]

/** The place of a `liveSource`: 'here', 'elsewhere', or the address of a playlist. */
export function livePlaceOf(source: string): LivePlace {
  return source === 'here' || source === 'elsewhere' ? source : 'address'
}
