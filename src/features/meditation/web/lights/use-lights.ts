// Lights down: while everyone sits, the room of a member with a seat dims to the video, the faces and one row.
import './lights.css'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { scrollToPicture } from '../scroll-to-picture.ts'
import { useKeepsLights } from './keep-lights.ts'

export interface Lights {
  /** From the bell on. The room dims for four seconds. */
  isDown: boolean
  /** The room is dark, and the one row that stays has its place below the video. */
  isDark: boolean
  /** The member raised them for this sitting, or keeps them on. */
  isRaised: boolean
  raise: () => void
  lower: () => void
}

/** `--dark-bg` of lights.css. */
const darkRoomColor = '#06040c'
const darkAfterMs = 2_000
/** As long as the light's transition in lights.css. */
const risesForMs = 6_000

/**
 * `isSitting`: the member sits with the group, and everyone sits. Raising the lights lasts for this sitting; the choice
 * in Settings stays as it is.
 */
export function useLights(sittingId: number, isSitting: boolean): Lights {
  const { keepsLights } = useKeepsLights()
  const [choice, setChoice] = useState<{ sittingId: number; isRaised: boolean } | null>(null)
  const isRaised = choice?.sittingId === sittingId ? choice.isRaised : keepsLights
  const isDown = isSitting && !isRaised
  const isDark = useDark(isDown)
  const raise = useCallback(() => setChoice({ sittingId, isRaised: true }), [sittingId])
  const lower = useCallback(() => setChoice({ sittingId, isRaised: false }), [sittingId])
  return { isDown, isDark, isRaised: isSitting && isRaised, raise, lower }
}

/** Writes the lights to <html> for the styles; true once the room is dark. */
function useDark(isDown: boolean): boolean {
  const [isDark, setDark] = useState(false)
  const rise = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Before the next paint: what the light brings back can take the focus then.
  useLayoutEffect(() => {
    if (!isDown) return
    const { dataset } = document.documentElement
    dataset.lights = 'dimming'
    clearTimeout(rise.current)
    delete dataset.lightsRise
    const themeColor = Object.assign(document.createElement('meta'), {
      name: 'theme-color',
      content: darkRoomColor,
    })
    const timer = setTimeout(() => {
      dataset.lights = 'dark'
      // The video and the ending stand at its head, where the light finds the page again.
      scrollToPicture()
      setDark(true)
      // The first one counts: the browser's own bars darken, too.
      document.head.prepend(themeColor)
    }, darkAfterMs)
    return () => {
      clearTimeout(timer)
      delete dataset.lights
      dataset.lightsRise = ''
      rise.current = setTimeout(() => delete dataset.lightsRise, risesForMs)
      setDark(false)
      themeColor.remove()
    }
  }, [isDown])
  return isDark
}
