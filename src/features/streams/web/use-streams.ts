// useStreams: the streams of the room, as its live channel says. Loaded with the room: a join tells them.
import { useEffect, useState } from 'react'
import type { LiveClient } from '#shared/live/live-client.ts'
import { withStream, type KnownStreams } from '../known-streams.ts'
import { streamServerMessages } from '../live-messages.ts'

export function useStreams(client: Pick<LiveClient, 'onMessage'>): KnownStreams {
  const [streams, setStreams] = useState<KnownStreams>(() => new Map())
  useEffect(
    () =>
      client.onMessage(streamServerMessages, (message) => setStreams((known) => withStream(known, message))),
    [client],
  )
  return streams
}
