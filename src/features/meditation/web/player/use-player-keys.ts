// usePlayerKeys: the player's keyboard shortcuts, active only while the focus is inside it.
import { useEffect, useRef } from 'react'
import { seekByStep, toggleFullscreen, toggleMute, togglePlay, changeVolumeByStep } from './video-actions.ts'

interface PlayerKeys {
  player: HTMLElement | null
  video: HTMLVideoElement | null
  toggleCaptions: (() => void) | null
}

/** Space or k plays, arrows seek and change the volume, m mutes, f toggles fullscreen, c toggles captions. */
export function usePlayerKeys(keys: PlayerKeys): void {
  const { player, video } = keys
  const toggleCaptions = useRef(keys.toggleCaptions)
  useEffect(() => {
    toggleCaptions.current = keys.toggleCaptions
  })
  useEffect(() => {
    if (!player || !video) return
    const controller = new AbortController()
    player.addEventListener(
      'keydown',
      (event) => {
        const action = keyAction(event, video, player, toggleCaptions.current)
        if (!action) return
        event.preventDefault()
        action()
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [player, video])
}

function keyAction(
  event: KeyboardEvent,
  video: HTMLVideoElement,
  player: HTMLElement,
  toggleCaptions: (() => void) | null,
): (() => void) | null {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return null
  const slider = target instanceof HTMLInputElement ? target.name : null
  switch (event.key.toLowerCase()) {
    case ' ':
      // On a focused button, Space presses that button.
      return target instanceof HTMLButtonElement ? null : () => togglePlay(video)
    case 'k':
      return () => togglePlay(video)
    case 'm':
      return () => toggleMute(video)
    case 'f':
      return () => void toggleFullscreen(video, player)
    case 'c':
      return toggleCaptions
    default:
      return slider === 'volume' ? null : arrowKeyAction(event.key, video, slider)
  }
}

/** On the seek bar all four arrows seek, as on every slider. */
function arrowKeyAction(key: string, video: HTMLVideoElement, slider: string | null): (() => void) | null {
  const isSeekBar = slider === 'seek'
  switch (key) {
    case 'ArrowLeft':
      return () => seekByStep(video, -1)
    case 'ArrowRight':
      return () => seekByStep(video, 1)
    case 'ArrowUp':
      return () => (isSeekBar ? seekByStep(video, 1) : changeVolumeByStep(video, 1))
    case 'ArrowDown':
      return () => (isSeekBar ? seekByStep(video, -1) : changeVolumeByStep(video, -1))
    default:
      return null
  }
}
