// useGroupPlayback: keeps a player in step with the group while its component is mounted.
import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  createGroupPlayback,
  type GroupPlayback,
  type GroupPlayer,
  type GroupSnapshot,
} from './group-playback.ts'
import { setGroupStatus } from './group-status.ts'
import { groupSentence } from './group-sync.ts'

/** The group that a member watches the video with. */
export interface PlayerGroup {
  title: string
  /** How many watch, for the lock screen. */
  audience: string
  /** When it starts, in epoch milliseconds of the room clock. */
  startsAtMs: number
  mediaSeconds: number
  /** When the bell ends the sitting, in epoch milliseconds of the room clock. */
  bellAtMs: number
  /** It may never be played faster or slower. */
  keepsTempo: boolean
  /** The member has left the group's pace, until they rejoin. */
  isOnOwn: boolean
  setOnOwn: (isOnOwn: boolean) => void
  /** The label of the way to what has followed the group's video, for a member on their own; null before. */
  afterwardsLabel: string | null
  /** Called when the group's video has ended, which may be before its time. */
  onOver: () => void
  /** Below the player: browsers draw their buttons over a video, which would take the presses (SYNC-36). */
  actionsContainer: HTMLElement | null
}

/**
 * `player` may change: the next one takes over at the group's second. So does a player that changes between picture and
 * sound, for which it loads.
 */
export function useGroupPlayback(
  player: GroupPlayer,
  { startsAtMs, mediaSeconds, onOver }: Pick<PlayerGroup, 'startsAtMs' | 'mediaSeconds' | 'onOver'>,
  isSoundOnly = false,
): Pick<GroupPlayback, 'rejoin' | 'turnSoundOn'> & { snapshot: GroupSnapshot } {
  const [{ subscribe, getSnapshot, start, rejoin, turnSoundOn }] = useState(createGroupPlayback)
  useEffect(
    () => start(player, { startsAtMs, mediaSeconds }),
    [start, player, startsAtMs, mediaSeconds, isSoundOnly],
  )
  const snapshot = useSyncExternalStore(subscribe, getSnapshot)
  const { status, drift } = snapshot
  useEffect(() => setGroupStatus(groupSentence(status, drift)), [status, drift])
  useEffect(() => () => setGroupStatus(null), [])
  useEffect(() => {
    if (status === 'over') onOver()
  }, [status, onOver])
  return { snapshot, rejoin, turnSoundOn }
}
