// The live channel as a screen uses it: opened while the screen is there, left when it goes.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { publishSessionSignal } from '#web/session-signals.ts'
import type { LiveSocket } from './live-socket.ts'
import { createMemberSocket, type MemberSocketOptions } from './member-socket.ts'
import { createPresenceStore, type PresenceSnapshot, type PresenceStore } from './presence-store.ts'
import { setRoomOnlineCount } from './online-count-store.ts'

export interface LiveRoom {
  /** Whose room it is. */
  day: string
  socket: LiveSocket
  presence: PresenceStore
}

interface LiveRoomOptions extends Pick<MemberSocketOptions, 'shownPersona'> {
  /** The same for as long as the screen is there. */
  userId: number
  /** Another day is joined over the same line: nobody opens a new one at midnight (T40). */
  sessionDate: string
  /** The session has ended under the screen: joins again when the same person is back. */
  signedOut: boolean
}

/** Joins the room of a day. The answer stays the same object while the day does, and renders nothing anew. */
export function useLiveRoom({ userId, sessionDate, shownPersona, signedOut }: LiveRoomOptions): LiveRoom {
  const [socket] = useState(() => createMemberSocket({ userId, sessionDate, shownPersona }))
  const room = useMemo(
    () => ({ day: sessionDate, socket, presence: createPresenceStore(socket) }),
    [socket, sessionDate],
  )
  useEffect(() => (signedOut ? undefined : socket.start()), [socket, signedOut])
  useEffect(() => socket.move(sessionDate), [socket, sessionDate])
  useReportSessionEnd(socket)
  usePublishOnlineCount(room)
  return room
}

/** While the room tells its count the polls give way to it, so that bar and stats agree (LIVE-08). */
function usePublishOnlineCount({ day, socket, presence }: LiveRoom): void {
  useEffect(() => {
    const keep = () => {
      const { count } = presence.now()
      const isTold = count !== null && socket.connection().state === 'connected'
      setRoomOnlineCount(isTold ? { day, count } : null)
    }
    const stops = [presence.subscribe(keep), socket.onConnection(keep)]
    return () => {
      for (const stop of stops) stop()
      setRoomOnlineCount(null)
    }
  }, [socket, presence, day])
}

/** Who is in the room. */
export function usePresence(presence: PresenceStore): PresenceSnapshot {
  return useSyncExternalStore(presence.subscribe, presence.now)
}

/** The screen stays, and asks to sign in again. */
function useReportSessionEnd(socket: LiveSocket): void {
  useEffect(
    () =>
      socket.onConnection(() => {
        if (socket.connection().ended === 'signed-out') publishSessionSignal('ended')
      }),
    [socket],
  )
}
