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
  const latestState = useRef({ isHidden, hideNow })
  const wasHidden = useRef(false)
  useEffect(() => {
    latestState.current = { isHidden, hideNow }
  })
  useEffect(() => {
    if (!video) return
    const controller = new AbortController()
    const { signal } = controller
    let pointer = 'mouse'
    let tappedAtMs = Number.NEGATIVE_INFINITY
    // Runs before the press itself shows the controls.
    const onDown = (event: PointerEvent) => {
      pointer = event.pointerType
      wasHidden.current = latestState.current.isHidden
    }
    const onClick = (event: MouseEvent) => {
      const isDouble = event.timeStamp - tappedAtMs < doubleTapMs
      tappedAtMs = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp
      if (pointer === 'touch') {
        if (isDouble) togglePlay(video)
        else if (!wasHidden.current) latestState.current.hideNow()
      } else if (!isDouble) {
        // For a double click, the first click has already toggled playback.
        togglePlay(video)
      }
    }
    video.addEventListener('pointerdown', onDown, { signal, capture: true })
    video.addEventListener('click', onClick, { signal })
    return () => controller.abort()
  }, [video])
}
