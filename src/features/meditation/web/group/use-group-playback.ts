// useGroupPlayback: keeps a player in step with the group while its component is mounted.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { groupSentence } from '../../group-sync.ts'
import { setGroupStatus } from './group-status.ts'
import {
  createGroupPlayback,
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
  /** The sharing is open: who is on their own can go there. */
  isSharing: boolean
  /** Called when the group's video has ended, which may be before its time. */
  onOver: () => void
  /** Below the stage: browsers draw their buttons over a video, which would take the presses (SYNC-36). */
  actionsSlot: HTMLElement | null
}

/** `player` may change: the next one takes over at the group's second. */
export function useGroupPlayback(
  player: GroupPlayer,
  { startsAtMs, mediaSeconds, onOver }: Pick<GroupSeat, 'startsAtMs' | 'mediaSeconds' | 'onOver'>,
): Pick<GroupPlayback, 'rejoin' | 'turnSoundOn'> & { snapshot: GroupSnapshot } {
  const [{ subscribe, getSnapshot, start, rejoin, turnSoundOn }] = useState(createGroupPlayback)
  useEffect(() => start(player, { startsAtMs, mediaSeconds }), [start, player, startsAtMs, mediaSeconds])
  const snapshot = useSyncExternalStore(subscribe, getSnapshot)
  const { status, drift } = snapshot
  useEffect(() => setGroupStatus(groupSentence(status, drift)), [status, drift])
  useEffect(() => () => setGroupStatus(null), [])
  useEffect(() => {
    if (status === 'over') onOver()
  }, [status, onOver])
  return { snapshot, rejoin, turnSoundOn }
}
