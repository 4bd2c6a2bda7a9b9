// Journey player: the animation loop, its rest, and adaptive quality.
import type { JourneyTheme } from '../../colors.ts'
import type { FigureArea } from '../../figure.ts'
import {
  createJourneyFrame,
  createJourneyScene,
  type JourneyFrame,
  type JourneyScene,
  mulberry32,
} from '../../frame.ts'
import {
  flowAt,
  isAtRest,
  type JourneyClock,
  sessionMotionMs,
  easeOutMs,
  reducedMotionMs,
  withRestAt,
} from '../../playback.ts'
import { type FrameLoad, recordFrameLoad, initialFrameLoad, pixelRatioOf, qualityAt } from '../../quality.ts'
import { updateFrame } from '../../scene.ts'
import { createJourneyPainter, type JourneyPainter } from './journey-paint.ts'

/** A pane in CSS pixels, and the figure's part of it. */
interface Pane {
  width: number
  height: number
  figureArea: FigureArea
}

export interface JourneyPlayer {
  /** Starts a session; levels are 0 to 7. */
  showSession: (before: number, after: number) => void
  /** While paused, a session's animation stops by itself. */
  setPlaying: (isPlaying: boolean) => void
  setTheme: (theme: JourneyTheme) => void
  /** Reduced motion: one still image per session. */
  setReducedMotion: (isReducedMotion: boolean) => void
  resize: (pane: Pane) => void
  /** Time stops while the canvas isn't visible. */
  setVisible: (isVisible: boolean) => void
  stop: () => void
}

/** A fixed seed: every member sees the journey as it was tested. */
const seed = 2026

interface PlayerState {
  canvas: HTMLCanvasElement
  scene: JourneyScene
  frame: JourneyFrame
  painter: JourneyPainter | null
  pane: Pane | null
  /** The shown session and its start. */
  session: { before: number; after: number; wallMs: number } | null
  clock: JourneyClock
  isPlaying: boolean
  isReducedMotion: boolean
  /** When the page or the canvas became hidden; null while visible. */
  hiddenSinceMs: number | null
  /** Total hidden time, which `wallNow` excludes. */
  hiddenTotalMs: number
  load: FrameLoad
  /** The requested animation frame; null while the animation is stopped. */
  request: number | null
  paintedMs: number
}

/** Does nothing until it has a session, a size and a canvas context. */
export function createJourneyPlayer(canvas: HTMLCanvasElement): JourneyPlayer {
  const state: PlayerState = {
    canvas,
    scene: createJourneyScene(mulberry32(seed)),
    frame: createJourneyFrame(),
    painter: null,
    pane: null,
    session: null,
    clock: { wallMs: performance.now(), flowMs: 0, restMs: null },
    isPlaying: false,
    isReducedMotion: false,
    hiddenSinceMs: null,
    hiddenTotalMs: 0,
    load: initialFrameLoad,
    request: null,
    paintedMs: 0,
  }
  return {
    showSession: (before, after) => startSession(state, before, after),
    setPlaying(isPlaying) {
      if (state.isPlaying === isPlaying) return
      state.isPlaying = isPlaying
      retargetClock(state)
    },
    setTheme(theme) {
      state.painter = createJourneyPainter(canvas, theme)
      resizePainter(state)
    },
    setReducedMotion(isReducedMotion) {
      state.isReducedMotion = isReducedMotion
      paint(state)
      startFrames(state)
    },
    resize(pane) {
      state.pane = pane
      resizePainter(state)
    },
    setVisible(isVisible) {
      if (isVisible === (state.hiddenSinceMs === null)) return
      if (state.hiddenSinceMs === null) state.hiddenSinceMs = performance.now()
      else {
        state.hiddenTotalMs += performance.now() - state.hiddenSinceMs
        state.hiddenSinceMs = null
      }
      startFrames(state)
    },
    stop: () => stopFrames(state),
  }
}

/** Wall time without the hidden time. */
function wallNow(state: PlayerState): number {
  return (state.hiddenSinceMs ?? performance.now()) - state.hiddenTotalMs
}

function startSession(state: PlayerState, before: number, after: number): void {
  const wallMs = wallNow(state)
  if (state.session !== null && !state.isReducedMotion) state.painter?.captureForCrossfade()
  state.session = { before, after, wallMs }
  retargetClock(state)
  if (state.isReducedMotion || state.request === null) paint(state)
}

/** Lets the animation run, or sets the time at which it stops. */
function retargetClock(state: PlayerState): void {
  const wallMs = wallNow(state)
  const moveUntilMs = (state.session?.wallMs ?? wallMs) + sessionMotionMs
  const restMs = state.isPlaying ? null : Math.max(moveUntilMs, wallMs + easeOutMs)
  state.clock = withRestAt(state.clock, wallMs, restMs)
  startFrames(state)
}

function resizePainter(state: PlayerState): void {
  const { pane, painter, load } = state
  if (!pane || !painter) return
  const pixelRatio = pixelRatioOf(pane, window.devicePixelRatio, qualityAt(load.step))
  painter.resize({ ...pane, pixelRatio })
  paint(state)
}

/** Requests the next frame if something moves and is visible; otherwise stops. */
function startFrames(state: PlayerState): void {
  const isMoving = !state.isReducedMotion && state.session !== null && !isAtRest(state.clock, wallNow(state))
  if (!isMoving || state.hiddenSinceMs !== null || state.painter === null) {
    stopFrames(state)
  } else if (state.request === null) {
    state.paintedMs = performance.now()
    state.request = requestAnimationFrame(() => renderFrame(state))
  }
}

function stopFrames(state: PlayerState): void {
  if (state.request !== null) cancelAnimationFrame(state.request)
  state.request = null
}

function renderFrame(state: PlayerState): void {
  const startedMs = performance.now()
  const { maxPixelRatio } = qualityAt(state.load.step)
  paint(state)
  state.load = recordFrameLoad(state.load, performance.now() - startedMs, startedMs - state.paintedMs)
  if (qualityAt(state.load.step).maxPixelRatio !== maxPixelRatio) resizePainter(state)
  state.paintedMs = startedMs
  // The painted frame may have been the last one.
  state.request = isAtRest(state.clock, wallNow(state))
    ? null
    : requestAnimationFrame(() => renderFrame(state))
}

function paint(state: PlayerState): void {
  const { session, painter, load, scene, frame, isReducedMotion } = state
  if (!session || !painter) return
  const wallMs = wallNow(state)
  const flowMs = isReducedMotion ? 0 : flowAt(state.clock, wallMs)
  const sinceMs = isReducedMotion ? reducedMotionMs : wallMs - session.wallMs
  updateFrame(
    frame,
    scene,
    { before: session.before, after: session.after, sinceMs, flowMs },
    qualityAt(load.step),
  )
  painter.paint(frame, qualityAt(load.step), sinceMs)
}
