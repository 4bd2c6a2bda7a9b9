// useAutoHideControls: fades the player's controls while the member leaves them alone.
import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '#web/use-media-query.ts'

/** Delay after the last movement. */
const hideAfterMs = 3_000

const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

export interface AutoHideControls {
  isHidden: boolean
  /** Hides the controls now: the action of a touch beside them. */
  hideNow(): void
}

/** Hides only while `playing`; not while a control has keyboard focus, and never with reduced motion. */
export function useAutoHideControls(player: HTMLElement | null, playing: boolean): AutoHideControls {
  const [isIdle, setIdle] = useState(false)
  const prefersReducedMotion = useReducedMotion()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!player || !playing || prefersReducedMotion) return
    const controller = new AbortController()
    const restartTimer = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (player.querySelector(':focus-visible')) restartTimer()
        else setIdle(true)
      }, hideAfterMs)
    }
    const onActivity = () => {
      setIdle(false)
      restartTimer()
    }
    for (const type of activityEvents)
      player.addEventListener(type, onActivity, { signal: controller.signal })
    restartTimer()
    return () => {
      controller.abort()
      clearTimeout(timer.current)
      setIdle(false)
    }
  }, [prefersReducedMotion, player, playing])

  const hideNow = () => {
    if (playing) setIdle(true)
  }
  return { isHidden: playing && isIdle, hideNow }
}
