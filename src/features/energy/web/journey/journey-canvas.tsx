// The picture of a journey: a seated figure in whom energy moves from one level to another.
import { clsx } from 'clsx'
import { type RefObject, useEffect, useRef } from 'react'
import { useTheme } from '#web/theme.ts'
import { useReducedMotion } from '#web/use-reduced-motion.ts'
import { createJourneyPlayer, type JourneyPlayer } from './journey-player.ts'

export interface JourneyCanvasProps {
  /** Levels as people see them, 0 to 7; equal for a day at rest. */
  before: number
  after: number
  /** Changes with every session, so that the energy is revealed anew. */
  session: string
  /** While false the picture comes to rest some seconds after a session began. */
  isPlaying: boolean
  /** The whole sentence that the picture says. */
  label: string
  /** Padding is room for what stands over the picture: the sky fills it too, the figure keeps out of it. */
  className?: string
}

/** Fills its box with sky and water; the figure sits in what the padding leaves. */
export function JourneyCanvas(props: JourneyCanvasProps) {
  const { before, after, session, isPlaying, label, className } = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const player = useRef<JourneyPlayer>(null)
  const { theme } = useTheme()
  const isStill = useReducedMotion()

  // In this order: a player that knows its theme and its size before it is told what to show.
  useEffect(() => {
    if (!canvas.current) return
    const created = createJourneyPlayer(canvas.current)
    player.current = created
    return () => created.stop()
  }, [])
  useEffect(() => player.current?.wear(theme), [theme])
  useEffect(() => player.current?.keepStill(isStill), [isStill])
  useEffect(() => player.current?.play(isPlaying), [isPlaying])
  useEffect(() => player.current?.show(before, after), [before, after, session])
  usePlayerSize(box, player)
  usePlayerVisibility(box, player)

  return (
    <div ref={box} className={clsx('[contain:layout_paint]', className)}>
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />
    </div>
  )
}

/** Tells the player the size of its box, and of what the padding leaves of it. */
function usePlayerSize(box: RefObject<HTMLElement | null>, player: RefObject<JourneyPlayer | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const sized = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { x: left, y: top, width, height } = entry.contentRect
      const { clientWidth, clientHeight } = element
      player.current?.fit({ width: clientWidth, height: clientHeight, room: { left, top, width, height } })
    })
    sized.observe(element)
    return () => sized.disconnect()
  }, [box, player])
}

/** Tells the player whether anybody can see it: the tab is shown, and the box is on the screen. */
function usePlayerVisibility(
  box: RefObject<HTMLElement | null>,
  player: RefObject<JourneyPlayer | null>,
): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let isOnScreen = true
    const look = () => player.current?.see(isOnScreen && document.visibilityState === 'visible')
    const seen = new IntersectionObserver((entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? true
      look()
    })
    seen.observe(element)
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      seen.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [box, player])
}
