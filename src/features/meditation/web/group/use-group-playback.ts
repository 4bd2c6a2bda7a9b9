// useGroupPlayback: keeps a player in step with the group while its component is mounted.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { groupSentence } from '../../group-sync.ts'
import { setGroupStatus } from './group-status.ts'
import {
  startGroupPlayback,
  type GroupPlayback,
  type GroupPlayer,
  type GroupSnapshot,
} from './group-playback.ts'

/** The group's video, for a member with a seat. */
export interface GroupSeat {
  title: string
  /** When it starts, in epoch milliseconds of the room clock. */
  startsAtMs: number
  mediaSeconds: number
  /** It may never be played faster or slower. */
  keepsTempo: boolean
  /** For listening with the screen off; null plays the file of the video. */
  audioUrl: string | null
  /** Members in the room, the reader among them. */
  count: number
  /** The member has left the group's pace, until they rejoin. */
  isOnOwn: boolean
  setOnOwn: (isOnOwn: boolean) => void
}

const waiting: GroupSnapshot = { status: 'waiting', drift: 0, isSilenced: false, isLineSlow: false }
const notStarted = {
  subscribe: () => () => {},
  getSnapshot: () => waiting,
  rejoin: () => {},
  turnSoundOn: () => {},
}

/** `player` is null until it is there; another one takes over at the group's second. */
export function useGroupPlayback(
  player: GroupPlayer | null,
  { startsAtMs, mediaSeconds }: Pick<GroupSeat, 'startsAtMs' | 'mediaSeconds'>,
  onSlowLine: () => void,
): Omit<GroupPlayback, 'subscribe' | 'getSnapshot' | 'stop'> & { snapshot: GroupSnapshot } {
  const [playback, setPlayback] = useState<GroupPlayback | null>(null)
  const latest = useRef(onSlowLine)
  useEffect(() => {
    latest.current = onSlowLine
  })
  useEffect(() => {
    if (player === null) return
    const started = startGroupPlayback(player, {
      startsAtMs,
      mediaSeconds,
      onSlowLine: () => latest.current(),
    })
    setPlayback(started)
    return () => {
      started.stop()
      setPlayback(null)
    }
  }, [player, startsAtMs, mediaSeconds])
  const { subscribe, getSnapshot, rejoin, turnSoundOn } = playback ?? notStarted
  const snapshot = useSyncExternalStore(subscribe, getSnapshot)
  const { status, drift } = snapshot
  useEffect(() => setGroupStatus(groupSentence(status, drift)), [status, drift])
  useEffect(() => () => setGroupStatus(null), [])
  return { snapshot, rejoin, turnSoundOn }
}
