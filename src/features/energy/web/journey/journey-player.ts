// Journey player: the animation loop, its rest, and adaptive quality.
import {
  flowAt,
  isAtRest,
  type JourneyClock,
  sessionMotionMs,
  settleMs,
  reducedMotionMs,
  withRestAt,
} from '../../journey-clock.ts'
import type { JourneyTheme } from '../../journey-colors.ts'
import type { FigureArea } from '../../journey-figure.ts'
import {
  createJourneyFrame,
  createJourneyScene,
  type JourneyFrame,
  type JourneyScene,
} from '../../journey-frame.ts'
import { mulberry32 } from '../../journey-math.ts'
import {
  type FrameLoad,
  recordFrameLoad,
  initialFrameLoad,
  pixelRatioOf,
  qualityAt,
} from '../../journey-quality.ts'
import { updateFrame } from '../../journey-scene.ts'
import { createJourneyPainter, type JourneyPainter } from './journey-paint.ts'

/** A pane in CSS pixels, and the figure's part of it. */
interface Pane {
  width: number
  height: number
  room: FigureArea
}

export interface JourneyPlayer {
  /** Starts a session; levels are 0 to 7. */
  showSession: (before: number, after: number) => void
  /** While paused, a session's animation stops by itself. */
  setPlaying: (isPlaying: boolean) => void
  setTheme: (theme: JourneyTheme) => void
  /** Reduced motion: one still image per session. */
  setReducedMotion: (isStill: boolean) => void
  resize: (pane: Pane) => void
  /** Time stops while the canvas isn't visible. */
  setVisible: (isInSight: boolean) => void
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
  isStill: boolean
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
  const stage: PlayerState = {
    canvas,
    scene: createJourneyScene(mulberry32(seed)),
    frame: createJourneyFrame(),
    painter: null,
    pane: null,
    session: null,
    clock: { wallMs: performance.now(), flowMs: 0, restMs: null },
    isPlaying: false,
    isStill: false,
    hiddenSinceMs: null,
    hiddenTotalMs: 0,
    load: initialFrameLoad,
    request: null,
    paintedMs: 0,
  }
  return {
    showSession: (before, after) => startSession(stage, before, after),
    setPlaying(isPlaying) {
      if (stage.isPlaying === isPlaying) return
      stage.isPlaying = isPlaying
      retargetClock(stage)
    },
    setTheme(theme) {
      stage.painter = createJourneyPainter(canvas, theme)
      resizePainter(stage)
    },
    setReducedMotion(isStill) {
      stage.isStill = isStill
      paint(stage)
      startFrames(stage)
    },
    resize(pane) {
      stage.pane = pane
      resizePainter(stage)
    },
    setVisible(isInSight) {
      if (isInSight === (stage.hiddenSinceMs === null)) return
      if (stage.hiddenSinceMs === null) stage.hiddenSinceMs = performance.now()
      else {
        stage.hiddenTotalMs += performance.now() - stage.hiddenSinceMs
        stage.hiddenSinceMs = null
      }
      startFrames(stage)
    },
    stop: () => stopFrames(stage),
  }
}

/** Wall time without the hidden time. */
function wallNow(stage: PlayerState): number {
  return (stage.hiddenSinceMs ?? performance.now()) - stage.hiddenTotalMs
}

function startSession(stage: PlayerState, before: number, after: number): void {
  const wallMs = wallNow(stage)
  if (stage.session !== null && !stage.isStill) stage.painter?.captureForCrossfade()
  stage.session = { before, after, wallMs }
  retargetClock(stage)
  if (stage.isStill || stage.request === null) paint(stage)
}

/** Lets the animation run, or sets the time at which it stops. */
function retargetClock(stage: PlayerState): void {
  const wallMs = wallNow(stage)
  const livesUntilMs = (stage.session?.wallMs ?? wallMs) + sessionMotionMs
  const restMs = stage.isPlaying ? null : Math.max(livesUntilMs, wallMs + settleMs)
  stage.clock = withRestAt(stage.clock, wallMs, restMs)
  startFrames(stage)
}

function resizePainter(stage: PlayerState): void {
  const { pane, painter, load } = stage
  if (!pane || !painter) return
  const pixelRatio = pixelRatioOf(pane, window.devicePixelRatio, qualityAt(load.step))
  painter.resize({ ...pane, pixelRatio })
  paint(stage)
}

/** Requests the next frame if something moves and is visible; otherwise stops. */
function startFrames(stage: PlayerState): void {
  const isMoving = !stage.isStill && stage.session !== null && !isAtRest(stage.clock, wallNow(stage))
  if (!isMoving || stage.hiddenSinceMs !== null || stage.painter === null) {
    stopFrames(stage)
  } else if (stage.request === null) {
    stage.paintedMs = performance.now()
    stage.request = requestAnimationFrame(() => renderFrame(stage))
  }
}

function stopFrames(stage: PlayerState): void {
  if (stage.request !== null) cancelAnimationFrame(stage.request)
  stage.request = null
}

function renderFrame(stage: PlayerState): void {
  const begunMs = performance.now()
  const { maxPixelRatio } = qualityAt(stage.load.step)
  paint(stage)
  stage.load = recordFrameLoad(stage.load, performance.now() - begunMs, begunMs - stage.paintedMs)
  if (qualityAt(stage.load.step).maxPixelRatio !== maxPixelRatio) resizePainter(stage)
  stage.paintedMs = begunMs
  // The painted frame may have been the last one.
  stage.request = isAtRest(stage.clock, wallNow(stage))
    ? null
    : requestAnimationFrame(() => renderFrame(stage))
}

function paint(stage: PlayerState): void {
  const { session, painter, load, scene, frame, isStill } = stage
  if (!session || !painter) return
  const wallMs = wallNow(stage)
  const flowMs = isStill ? 0 : flowAt(stage.clock, wallMs)
  const sinceMs = isStill ? reducedMotionMs : wallMs - session.wallMs
  updateFrame(
    frame,
    scene,
    { before: session.before, after: session.after, sinceMs, flowMs },
    qualityAt(load.step),
  )
  painter.paint(frame, qualityAt(load.step), sinceMs)
}
