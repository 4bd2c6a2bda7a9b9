// useAutoHideControls: fades the player's controls while the member leaves them alone.
import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '#web/use-reduced-motion.ts'

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
  const [rested, setRested] = useState(false)
  const isMotionUnwelcome = useReducedMotion()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!player || !playing || isMotionUnwelcome) return
    const listening = new AbortController()
    const wait = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (player.querySelector(':focus-visible')) wait()
        else setRested(true)
      }, hideAfterMs)
    }
    const stir = () => {
      setRested(false)
      wait()
    }
    for (const type of activityEvents) player.addEventListener(type, stir, { signal: listening.signal })
    wait()
    return () => {
      listening.abort()
      clearTimeout(timer.current)
      setRested(false)
    }
  }, [isMotionUnwelcome, player, playing])

  const hideNow = () => {
    if (playing) setRested(true)
  }
  return { isHidden: playing && rested, hideNow }
}
