// Whether the player is left alone: then its controls fade, so that nothing stands before the picture.
import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '#web/use-reduced-motion.ts'

/** So long after the last movement the controls fade. */
const hideAfterMs = 3_000

const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

export interface AutoHideControls {
  resting: boolean
  /** Lets the controls fade now; what a touch beside them means. */
  restNow(): void
}

/** Rests only while `playing`; not while the keyboard is at a control, and never where motion is unwelcome. */
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

  const restNow = () => {
    if (playing) setRested(true)
  }
  return { resting: playing && rested, restNow }
}
