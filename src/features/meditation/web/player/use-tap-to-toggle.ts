// useTapToToggle: a click plays or pauses; a tap shows or hides the controls, a double tap plays.
import { useEffect, useRef } from 'react'
import { togglePlay } from './video-actions.ts'

const doubleTapMs = 300

interface TapToToggleOptions {
  video: HTMLVideoElement | null
  isHidden: boolean
  hideNow: () => void
}

export function useTapToToggle({ video, isHidden, hideNow }: TapToToggleOptions): void {
  const latest = useRef({ resting: isHidden, restNow: hideNow })
  const wasResting = useRef(false)
  useEffect(() => {
    latest.current = { resting: isHidden, restNow: hideNow }
  })
  useEffect(() => {
    if (!video) return
    const listening = new AbortController()
    const { signal } = listening
    let pointer = 'mouse'
    let tappedAtMs = Number.NEGATIVE_INFINITY
    // Runs before the press itself shows the controls.
    const onDown = (event: PointerEvent) => {
      pointer = event.pointerType
      wasResting.current = latest.current.resting
    }
    const onClick = (event: MouseEvent) => {
      const isDouble = event.timeStamp - tappedAtMs < doubleTapMs
      tappedAtMs = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp
      if (pointer === 'touch') {
        if (isDouble) togglePlay(video)
        else if (!wasResting.current) latest.current.restNow()
      } else if (!isDouble) {
        // For a double click, the first click has already toggled playback.
        togglePlay(video)
      }
    }
    video.addEventListener('pointerdown', onDown, { signal, capture: true })
    video.addEventListener('click', onClick, { signal })
    return () => listening.abort()
  }, [video])
}
