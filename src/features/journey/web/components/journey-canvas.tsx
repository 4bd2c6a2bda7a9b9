// Journey canvas: a seated figure with energy moving from one level to another.
import { clsx } from 'clsx'
import { type RefObject, useEffect, useRef } from 'react'
import { useTheme } from '#web/theme.ts'
import { useReducedMotion } from '#web/use-media-query.ts'
import { createJourneyPlayer, type JourneyPlayer } from '../data/journey-player.ts'

export interface JourneyCanvasProps {
  /** Levels as members see them, 0 to 7; equal for a day at rest. */
  before: number
  after: number
  /** Changes per session, to restart the reveal. */
  session: string
  /** While false the animation stops some seconds after a session starts. */
  isPlaying: boolean
  /** The accessible name: the drawing as a sentence. */
  label: string
  /** Padding reserves space for overlays: the sky fills it, the figure avoids it. */
  className?: string
}

/** Fills its box with sky and water; the figure sits inside the padding. */
export function JourneyCanvas(props: JourneyCanvasProps) {
  const { before, after, session, isPlaying, label, className } = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const player = useRef<JourneyPlayer>(null)
  const { theme } = useTheme()
  const isReducedMotion = useReducedMotion()

  // The order matters: the player needs its theme and size before its session.
  useEffect(() => {
    if (!canvas.current) return
    const created = createJourneyPlayer(canvas.current)
    player.current = created
    return () => created.stop()
  }, [])
  useEffect(() => player.current?.setTheme(theme), [theme])
  useEffect(() => player.current?.setReducedMotion(isReducedMotion), [isReducedMotion])
  useEffect(() => player.current?.setPlaying(isPlaying), [isPlaying])
  useEffect(() => player.current?.showSession(before, after), [before, after, session])
  usePlayerSize(box, player)
  usePlayerVisibility(box, player)

  return (
    <div ref={box} className={clsx('[contain:layout_paint]', className)}>
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />
    </div>
  )
}

/** Passes the player the size of its box, and of the area inside the padding. */
function usePlayerSize(box: RefObject<HTMLElement | null>, player: RefObject<JourneyPlayer | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { x: left, y: top, width, height } = entry.contentRect
      const { clientWidth, clientHeight } = element
      player.current?.resize({
        width: clientWidth,
        height: clientHeight,
        figureArea: { left, top, width, height },
      })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, player])
}

/** Passes the player its visibility: the tab is visible and the box is on the screen. */
function usePlayerVisibility(
  box: RefObject<HTMLElement | null>,
  player: RefObject<JourneyPlayer | null>,
): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let isOnScreen = true
    const updateVisibility = () =>
      player.current?.setVisible(isOnScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? true
      updateVisibility()
    })
    observer.observe(element)
    document.addEventListener('visibilitychange', updateVisibility)
    updateVisibility()
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', updateVisibility)
    }
  }, [box, player])
}
