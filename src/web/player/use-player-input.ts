// Player input: keys, taps and clicks on the video, and controls that hide while the member leaves them alone.
import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '#web/use-media-query.ts'
import { seekByStep, toggleFullscreen, toggleMute, togglePlay, changeVolumeByStep } from './video-actions.ts'

interface PlayerKeys {
  player: HTMLElement | null
  video: HTMLVideoElement | null
  /** Under an ending: closes it, as the video plays again. */
  onReplay: (() => void) | null
  toggleCaptions: (() => void) | null
  /** The group's video has no seeking (SYNC-15). */
  canSeek: boolean
}

/** Space or k plays, arrows seek and change the volume, m mutes, f toggles fullscreen, c toggles captions. */
export function usePlayerKeys(keys: PlayerKeys): void {
  const { player, video } = keys
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!player || !video) return
    const controller = new AbortController()
    player.addEventListener(
      'keydown',
      (event) => {
        const action = keyAction(event, video, player, latest.current)
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
  { onReplay, toggleCaptions, canSeek }: Pick<PlayerKeys, 'onReplay' | 'toggleCaptions' | 'canSeek'>,
): (() => void) | null {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return null
  const slider = target instanceof HTMLInputElement ? target.name : null
  // A key that is held toggles once; only what seeks or changes the volume repeats.
  const once = (action: (() => void) | null) => (event.repeat ? () => {} : action)
  const toggle = once(() => {
    onReplay?.()
    togglePlay(video)
  })
  switch (event.key.toLowerCase()) {
    case ' ':
      // On a focused button, Space presses that button.
      return target instanceof HTMLButtonElement ? null : toggle
    case 'k':
      return toggle
    case 'm':
      return once(() => toggleMute(video))
    case 'f':
      return once(() => void toggleFullscreen(video, player))
    case 'c':
      return once(toggleCaptions)
    default:
      if (slider === 'volume' || (!canSeek && /^Arrow(?:Left|Right)$/.test(event.key))) return null
      return arrowKeyAction(event.key, video, slider)
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

/** Delay after the last movement. */
const hideAfterMs = 3_000

const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

export interface AutoHideControls {
  isHidden: boolean
  /** Hides the controls now: the action of a touch beside them. */
  hideNow(): void
}

/**
 * Hides only while `playing`; not while a control has keyboard focus, and with reduced motion only in the group's video.
 * That one starts by itself, and so without controls.
 */
export function useAutoHideControls(
  player: HTMLElement | null,
  playing: boolean,
  isInGroup: boolean,
): AutoHideControls {
  const [activity, setActivity] = useState<'none' | 'now' | 'past'>('none')
  const prefersReducedMotion = useReducedMotion()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!player || !playing || (prefersReducedMotion && !isInGroup)) return
    const controller = new AbortController()
    const restartTimer = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (player.querySelector(':focus-visible')) restartTimer()
        else setActivity('past')
      }, hideAfterMs)
    }
    const onActivity = () => {
      setActivity('now')
      restartTimer()
    }
    for (const type of activityEvents)
      player.addEventListener(type, onActivity, { signal: controller.signal })
    if (!isInGroup) restartTimer()
    return () => {
      controller.abort()
      clearTimeout(timer.current)
      setActivity('none')
    }
  }, [prefersReducedMotion, player, playing, isInGroup])

  const hideNow = () => {
    if (playing) setActivity('past')
  }
  const isIdle = activity === 'past' || (activity === 'none' && isInGroup)
  return { isHidden: playing && isIdle, hideNow }
}

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
