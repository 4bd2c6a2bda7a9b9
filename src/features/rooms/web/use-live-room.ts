// useLiveRoom: joins the live channel while a screen is mounted, and leaves when it unmounts.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { LiveSocket } from '#web/live/live-socket.ts'
import { createMemberSocket, type MemberSocketOptions } from '#web/live/member-socket.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { dayRoom, movesOut } from './day-room.ts'
import {
  createPresenceStore,
  setRoomOnlineCount,
  type PresenceSnapshot,
  type PresenceStore,
} from './presence-store.ts'

export interface LiveRoom {
  /** The day of the room. */
  day: string
  socket: LiveSocket
  presence: PresenceStore
}

interface LiveRoomOptions extends Pick<
  MemberSocketOptions,
  'shownPersona' | 'serverMessages' | 'fetchCloseReason'
> {
  /** Constant while the screen is mounted. */
  userId: number
  /** Another day's room is joined over the same socket: no client reconnects at midnight (T40). */
  day: string
  /** Whether it is the room of the moment. */
  isOfMoment: boolean
  /** The session ended while the screen is open: joins again when the same member signs in. */
  signedOut: boolean
}

/** Joins a day's room. Returns the same object while the day is the same, and causes no renders. */
export function useLiveRoom({ userId, signedOut, day, isOfMoment, ...member }: LiveRoomOptions): LiveRoom {
  const [socket] = useState(() => createMemberSocket({ room: dayRoom(day, userId), movesOut, ...member }))
  const room = useMemo(() => ({ day, socket, presence: createPresenceStore(socket) }), [socket, day])
  useEffect(() => (signedOut ? undefined : socket.start()), [socket, signedOut])
  useEffect(() => socket.switchRoom(dayRoom(day, userId)), [socket, day, userId])
  useReportSessionEnd(socket)
  usePublishOnlineCount(room, isOfMoment)
  return room
}

/** Publishes the room's count, which overrides the polls, so that the bar and the stats agree (LIVE-08). */
function usePublishOnlineCount({ day, socket, presence }: LiveRoom, isOfMoment: boolean): void {
  useEffect(() => {
    const publish = () => {
      const { count } = presence.getSnapshot()
      const isCurrent = count !== null && socket.status().state === 'connected'
      setRoomOnlineCount(isCurrent ? { day, isOfMoment, count } : null)
    }
    const stops = [presence.subscribe(publish), socket.onStatusChange(publish)]
    return () => {
      for (const stop of stops) stop()
      setRoomOnlineCount(null)
    }
  }, [socket, presence, day, isOfMoment])
}

export function usePresence(presence: PresenceStore): PresenceSnapshot {
  return useSyncExternalStore(presence.subscribe, presence.getSnapshot)
}

/** Whether the live channel is connected. */
export function useIsConnected({ socket }: Pick<LiveRoom, 'socket'>): boolean {
  return useSyncExternalStore(socket.onStatusChange, () => socket.status().state === 'connected')
}

/** The screen stays, and asks the member to sign in again. */
function useReportSessionEnd(socket: LiveSocket): void {
  useEffect(
    () =>
      socket.onStatusChange(() => {
        if (socket.status().ended === 'signed-out') publishSessionSignal('ended')
      }),
    [socket],
  )
}
