// The live channel as a screen uses it: opened while the screen is there, left when it goes.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { authCalls } from '#features/auth/contract.ts'
import { call, isCallError } from '#web/call.ts'
import { reportSessionTrouble } from '#web/session-signals.ts'
import { setJoinedDay } from '#web/joined-day.ts'
import { serverNow } from '#web/server-clock.ts'
import { keyOf } from '#web/use-call.ts'
import { chicagoDay } from '#shared/day.ts'
import { liveCalls } from '../contract.ts'
import type { Connection, LiveEnd, LiveLine } from '../line.ts'
import { createLiveSocket, type LiveSocket } from './live-socket.ts'
import { createPresence, type Presence, type PresenceStore } from './presence.ts'

export interface LiveRoom {
  socket: LiveSocket
  presence: PresenceStore
}

/** Joins the room of a day. The answer stays the same object while both stay the same, and renders nothing anew. */
export function useLive({ userId, sessionDate }: { userId: number; sessionDate: string }): LiveRoom {
  const room = useMemo(() => {
    const socket = createLiveSocket({ userId, sessionDate, url: channelUrl(), askWhy })
    return { socket, presence: createPresence(socket) }
  }, [userId, sessionDate])
  useEffect(() => room.socket.start(), [room])
  useEffect(() => {
    setJoinedDay(sessionDate)
    return () => setJoinedDay(null)
  }, [sessionDate])
  useEndNotice(room.socket)
  useToldCount(room.presence, sessionDate)
  return room
}

/** What the room tells is newer than the last poll of the bar or of the stats, so that both agree (LIVE-08). */
function useToldCount(presence: PresenceStore, sessionDate: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      presence.subscribe(() => {
        const { count } = presence.now()
        if (count === null) return
        client.setQueryData(keyOf(liveCalls.onlineCountOf, { params: { date: sessionDate } }), { count })
        if (sessionDate !== chicagoDay(serverNow())) return
        client.setQueryData(keyOf(liveCalls.onlineCount, {}), { count })
      }),
    [client, presence, sessionDate],
  )
}

/** How the channel stands. */
export function useConnection(socket: LiveLine): Connection {
  return useSyncExternalStore(socket.onConnection, socket.connection)
}

/** Who is in the room. */
export function usePresence(presence: PresenceStore): Presence {
  return useSyncExternalStore(presence.subscribe, presence.now)
}

function channelUrl(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`
}

/** A refused channel says nothing of the reason; the session does. */
async function askWhy(): Promise<LiveEnd | null> {
  try {
    await call(authCalls.whoAmI, {})
    return null
  } catch (error) {
    if (!isCallError(error)) return null
    if (error.status === 401) return 'signed-out'
    return error.refusal?.code === 'banned' ? 'banned' : null
  }
}

/** What the channel learns of the session concerns the whole page. */
function useEndNotice(socket: LiveSocket): void {
  useEffect(
    () =>
      socket.onConnection(() => {
        const { ended } = socket.connection()
        if (ended === 'signed-out') reportSessionTrouble('ended')
        if (ended === 'banned') reportSessionTrouble('denied')
      }),
    [socket],
  )
}
