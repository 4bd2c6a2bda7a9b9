// useLiveFeed: a stream in a media element, for as long as the page follows it.
import { useEffect, useRef, useState } from 'react'
import type { Following } from '../../following.ts'
import type { StampJump } from '../../live-messages.ts'
import { attachFeed } from './attach-feed.ts'
import type { LiveFeed } from './live-feed.ts'
import { createLiveLoader, type LiveLoader } from './live-loader.ts'

interface UseLiveFeedOptions {
  url: string
  following: Following
  /** The member has a seat, and the stream's time is on. */
  isWanted: boolean
  leadMs: number
  jump: StampJump | null
  /** Whether the live channel is connected: it returns together with the line. */
  isConnected: boolean
}

interface AttachedFeed {
  feed: LiveFeed | null
  /** Null until its playlist has arrived. */
  isStamped: boolean | null
}

const noFeed: AttachedFeed = { feed: null, isStamped: null }

export function useLiveFeed(
  element: HTMLMediaElement | null,
  { url, following, isWanted, leadMs, jump, isConnected }: UseLiveFeedOptions,
): AttachedFeed & { rebuild: () => void } {
  const [attached, setAttached] = useState(noFeed)
  const [loader, setLoader] = useState<LiveLoader | null>(null)
  const latest = useRef({ leadMs, jump, isConnected })
  useEffect(() => {
    latest.current = { leadMs, jump, isConnected }
  })
  useEffect(() => {
    if (!element) return
    let hasNativeFailed = false
    const created = createLiveLoader({
      attach: (onFailure) =>
        attachFeed(
          element,
          {
            url,
            leadMs: latest.current.leadMs,
            jump: () => latest.current.jump,
            onStamps: (isStamped) => setAttached((known) => ({ ...known, isStamped })),
            onFailure: (error) => {
              hasNativeFailed = true
              onFailure(error)
            },
          },
          hasNativeFailed,
        ),
      onFeed: (feed) => setAttached({ feed, isStamped: null }),
      isConnected: () => latest.current.isConnected,
      random: Math.random,
    })
    setLoader(created)
    return () => {
      created.close()
      setLoader(null)
    }
  }, [element, url])
  const followed = useRef<LiveLoader>(null)
  useEffect(() => {
    // A seat, and a change between picture and sound, are the member's press.
    loader?.follow(following, followed.current !== loader)
    followed.current = isWanted ? loader : null
  }, [loader, following, isWanted])
  useEffect(() => {
    if (isConnected) loader?.retryNow()
  }, [loader, isConnected])
  useEffect(() => {
    if (!loader) return
    window.addEventListener('online', loader.retryNow)
    return () => window.removeEventListener('online', loader.retryNow)
  }, [loader])
  return { ...attached, rebuild: () => loader?.rebuild() }
}
