// Plays the journey on its canvas: when a frame is painted, when the picture rests, how much of it a machine can draw.
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

/** A pane in pixels of the page, and the part of it that the figure may use. */
interface Pane {
  width: number
  height: number
  room: FigureArea
}

export interface JourneyPlayer {
  /** Begins a session; levels are 0 to 7. */
  show: (before: number, after: number) => void
  /** While nothing plays, a session's picture comes to rest by itself. */
  play: (isPlaying: boolean) => void
  wear: (theme: JourneyTheme) => void
  /** One picture for each session, and no movement at all. */
  keepStill: (isStill: boolean) => void
  fit: (pane: Pane) => void
  /** Out of sight its time stands still. */
  see: (isInSight: boolean) => void
  stop: () => void
}

/** The same dice for everybody: each journey looks as it was tested. */
const seed = 2026

interface PlayerState {
  canvas: HTMLCanvasElement
  scene: JourneyScene
  frame: JourneyFrame
  painter: JourneyPainter | null
  pane: Pane | null
  /** The session that is shown, and when it began. */
  session: { before: number; after: number; wallMs: number } | null
  clock: JourneyClock
  isPlaying: boolean
  isStill: boolean
  /** When the page or the canvas went out of sight; null while it is seen. */
  leftMs: number | null
  /** All the time out of sight: the wall's time leaves it out. */
  awayMs: number
  load: FrameLoad
  /** The frame that is asked for; null while the picture rests. */
  request: number | null
  paintedMs: number
}

/** A player that has no session or no size yet, or no way to draw, keeps quiet. */
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
    leftMs: null,
    awayMs: 0,
    load: initialFrameLoad,
    request: null,
    paintedMs: 0,
  }
  return {
    show: (before, after) => startSession(stage, before, after),
    play(isPlaying) {
      if (stage.isPlaying === isPlaying) return
      stage.isPlaying = isPlaying
      retargetClock(stage)
    },
    wear(theme) {
      stage.painter = createJourneyPainter(canvas, theme)
      resizePainter(stage)
    },
    keepStill(isStill) {
      stage.isStill = isStill
      paint(stage)
      startFrames(stage)
    },
    fit(pane) {
      stage.pane = pane
      resizePainter(stage)
    },
    see(isInSight) {
      if (isInSight === (stage.leftMs === null)) return
      if (stage.leftMs === null) stage.leftMs = performance.now()
      else {
        stage.awayMs += performance.now() - stage.leftMs
        stage.leftMs = null
      }
      startFrames(stage)
    },
    stop: () => stopFrames(stage),
  }
}

/** The wall's time, without what was out of sight. */
function wallNow(stage: PlayerState): number {
  return (stage.leftMs ?? performance.now()) - stage.awayMs
}

function startSession(stage: PlayerState, before: number, after: number): void {
  const wallMs = wallNow(stage)
  if (stage.session !== null && !stage.isStill) stage.painter?.keepBehind()
  stage.session = { before, after, wallMs }
  retargetClock(stage)
  if (stage.isStill || stage.request === null) paint(stage)
}

/** Lets the picture run on, or gives it the time until it rests. */
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
  painter.fit({ ...pane, pixelRatio })
  paint(stage)
}

/** Asks for the next frame if there is anything to move and anybody to see it; else halts. */
function startFrames(stage: PlayerState): void {
  const isMoving = !stage.isStill && stage.session !== null && !isAtRest(stage.clock, wallNow(stage))
  if (!isMoving || stage.leftMs !== null || stage.painter === null) {
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
  // What was painted may have been the last moment: after it there is nothing to ask for.
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
