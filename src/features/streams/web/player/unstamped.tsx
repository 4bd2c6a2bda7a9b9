// A stream without stamps: it plays as it comes, and isn't corrected (STREAM-17).
import { useEffect, useRef } from 'react'
import { setGroupStatus } from '#web/player/group/group-status.ts'
import { notInStep } from '../not-in-step.ts'

interface UnstampedProps {
  element: HTMLMediaElement
  /** The member has paused it, or the browser refuses to play it without a press. */
  onPause: () => void
}

/** Mount it with another key for another feed. Shows nothing: its words are at the seat. */
export function Unstamped({ element, onPause }: UnstampedProps) {
  const latest = useRef(onPause)
  useEffect(() => {
    latest.current = onPause
  })
  useEffect(() => {
    setGroupStatus(notInStep())
    const controller = new AbortController()
    const { signal } = controller
    const play = () => {
      element.play().catch((error: unknown) => {
        const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
        if (isRefused && !signal.aborted) latest.current()
      })
    }
    element.addEventListener('loadedmetadata', play, { signal })
    // Browsers also pause what has failed, or has ended.
    const onPaused = () => element.error === null && !element.ended && latest.current()
    element.addEventListener('pause', onPaused, { signal })
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) play()
    return () => {
      controller.abort()
      setGroupStatus(null)
    }
  }, [element])
  return null
}
