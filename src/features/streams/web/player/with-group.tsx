// A stream with the group: kept at the group's second, and the member's way back to it.
import { useEffect, useState } from 'react'
import { lazyPart } from '#web/lazy-part.tsx'
import type { GroupPlayer } from '#web/player/group/group-playback.ts'
import type { SyncStatus } from '#web/player/group/group-sync.ts'
import { useGroupPlayback } from '#web/player/group/use-group-playback.ts'
import type { LiveFeed } from './live-feed.ts'

const GroupBanner = lazyPart(async () => (await import('#web/player/group/group-video.tsx')).GroupBanner)

interface WithGroupProps {
  player: GroupPlayer
  feed: LiveFeed
  /** The picture is seen, or sound alone is heard. */
  isSeen: boolean
  /** The ways back have a place. */
  hasControls: boolean
  /** Whether it plays at the group's second, or on its way there. */
  onWithGroup: (isWithGroup: boolean) => void
  /** The member, or the browser, has paused it. */
  onPause: () => void
  /** Attaches the stream anew, at the group's second. */
  rebuild: () => void
}

/** Positions are epoch seconds of the room clock. The end is the sitting's. */
const allTime = { startsAtMs: 0, mediaSeconds: Number.POSITIVE_INFINITY, onOver: () => {} }

const playing: readonly string[] = ['in-step', 'catching-up', 'behind'] satisfies SyncStatus[]

/** Mount it with another key for another feed. */
export function WithGroup(props: WithGroupProps) {
  const { player, feed, isSeen, hasControls, onWithGroup, onPause, rebuild } = props
  const { snapshot, rejoin, turnSoundOn } = useGroupPlayback(player, allTime)
  const { status, isSilenced } = snapshot
  const isPlaying = playing.includes(status)
  useEffect(() => onWithGroup(isPlaying), [isPlaying, onWithGroup])
  useEffect(() => {
    if (status === 'own-pace') onPause()
  }, [status, onPause])
  const isArriving = useArriving(feed)
  // Words for what the member can mend; a teacher's line that dropped isn't (PHASE-11).
  const isBehind = status === 'behind'
  const hasWay = status === 'blocked' || isSilenced || (isBehind && (isSeen || isArriving))
  return (
    hasControls &&
    hasWay && <GroupBanner {...{ snapshot, turnSoundOn }} rejoin={isBehind ? rebuild : rejoin} />
  )
}

const arrivingForMs = 6_000
const checkEveryMs = 1_000

/** Whether segments have arrived in the last seconds. */
function useArriving(feed: LiveFeed): boolean {
  const [isArriving, setArriving] = useState(false)
  useEffect(() => {
    let parts = feed.arrivedParts()
    let sinceMs = Number.NEGATIVE_INFINITY
    const timer = setInterval(() => {
      const now = feed.arrivedParts()
      if (now > parts) sinceMs = performance.now()
      parts = now
      setArriving(performance.now() - sinceMs < arrivingForMs)
    }, checkEveryMs)
    return () => clearInterval(timer)
  }, [feed])
  return isArriving
}
