// The lock screen of a sitting, and the buttons on it (Media Session).
import { useEffect, useRef } from 'react'

export interface LockScreen {
  title: string
  /** Below the title. */
  line: string
  posterUrl: string | null
  pause: () => void
  /** Back to the group. */
  play: () => void
}

/** While its component is mounted the lock screen shows the title; its buttons pause, and bring back (SYNC-20). */
export function useLockScreen({ title, line, posterUrl, pause, play }: LockScreen): void {
  const latest = useRef({ pause, play })
  useEffect(() => {
    latest.current = { pause, play }
  })
  useEffect(() => {
    const { mediaSession } = navigator as { mediaSession?: MediaSession }
    if (!mediaSession) return
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: line,
      artwork: posterUrl === null ? [] : [{ src: posterUrl }],
    })
    return () => {
      mediaSession.metadata = null
    }
  }, [title, line, posterUrl])
  useEffect(() => {
    // Older browsers have none; the type says otherwise.
    const { mediaSession } = navigator as { mediaSession?: MediaSession }
    if (!mediaSession) return
    mediaSession.setActionHandler('pause', () => latest.current.pause())
    mediaSession.setActionHandler('play', () => latest.current.play())
    return () => {
      mediaSession.setActionHandler('pause', null)
      mediaSession.setActionHandler('play', null)
    }
  }, [])
}
