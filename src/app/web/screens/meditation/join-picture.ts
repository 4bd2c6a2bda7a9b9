// useJoinPicture: a member without a seat joins the picture that stays for the sharing, by a press.
import { useState } from 'react'
import type { UnderWay } from '#features/sittings/web/data/sitting-state.ts'
import type { KnownStreams } from '#features/streams/known-streams.ts'
import type { StreamAddress } from '#features/streams/stream-address.ts'

interface JoinPictureInput {
  underWay: UnderWay | null
  address: StreamAddress | null
  streams: KnownStreams
  isSeated: boolean
}

export interface JoinPicture {
  /** The member has joined it in this sharing. */
  hasJoined: boolean
  /** Null where there is nothing to join, and once it is joined. */
  join: (() => void) | null
}

/** They haven't sat: it is no seat (STREAM-23). */
export function useJoinPicture({ underWay, address, streams, isSeated }: JoinPictureInput): JoinPicture {
  const [joinedId, setJoinedId] = useState<number | null>(null)
  if (!underWay?.isSharing || address?.inSharing !== true) return { hasJoined: false, join: null }
  const { id } = underWay.sitting
  const hasJoined = joinedId === id
  const isOn = streams.get(id)?.state === 'on'
  return { hasJoined, join: isOn && !isSeated && !hasJoined ? () => setJoinedId(id) : null }
}
