// How much of the journey is drawn, and when a machine that can't keep up is given less of it.

export interface JourneyQuality {
  /** The share of the particles and motes that are drawn. */
  particles: number
  /** Whether particles leave a trail. */
  hasTrails: boolean
  /** Pixels of the canvas for a pixel of the page, at most. */
  maxPixelRatio: number
}

const fullQuality: JourneyQuality = { particles: 1, hasTrails: true, maxPixelRatio: 2 }

/** From all of it to the least. */
const qualitySteps: readonly JourneyQuality[] = [
  fullQuality,
  { particles: 0.5, hasTrails: true, maxPixelRatio: 2 },
  { particles: 0.5, hasTrails: false, maxPixelRatio: 2 },
  { particles: 0.5, hasTrails: false, maxPixelRatio: 1 },
  // Without a graphics card most of a frame is the filling of pixels: soft lines rather than jerks.
  { particles: 0.5, hasTrails: false, maxPixelRatio: 0.5 },
]

/** The quality of a step: 0 is everything, the last one the least. */
export function qualityAt(step: number): JourneyQuality {
  return qualitySteps[step] ?? fullQuality
}

/** More than this for the script of a frame leaves too little of its 16 ms for everything else. */
const scriptMaxMs = 12
/** Some devices draw 30 frames a second to save power: only what is clearly slower is an overload. */
const intervalMaxMs = 40
/** Longer than this isn't a slow frame but a pause: another tab, a machine asleep. */
const pauseMs = 400
const windowFrames = 30
/** A window ends sooner where frames are slow, so that the least is reached within seconds. */
const windowMs = 600

/** The mean over the frames since the last decision. */
export interface FrameLoad {
  frames: number
  scriptMs: number
  intervalMs: number
  /** Bad windows in a row. */
  strikes: number
  /** How many steps were taken down, see `qualityAt`. */
  step: number
}

export const initialFrameLoad: FrameLoad = { frames: 0, scriptMs: 0, intervalMs: 0, strikes: 0, step: 0 }

/**
 * The load after one more frame. Two bad windows in a row take one step down: the first may be the page's own
 * beginning. There is no way up, so nothing ever goes back and forth.
 */
export function recordFrameLoad(load: FrameLoad, scriptMs: number, intervalMs: number): FrameLoad {
  if (intervalMs > pauseMs) return load
  const frames = load.frames + 1
  const sums = { scriptMs: load.scriptMs + scriptMs, intervalMs: load.intervalMs + intervalMs }
  if (frames < windowFrames && sums.intervalMs < windowMs) return { ...load, ...sums, frames }
  const isBad = sums.scriptMs / frames > scriptMaxMs || sums.intervalMs / frames > intervalMaxMs
  const strikes = isBad ? load.strikes + 1 : 0
  const isOver = strikes >= 2
  return {
    ...initialFrameLoad,
    strikes: isOver ? 0 : strikes,
    step: isOver ? Math.min(load.step + 1, qualitySteps.length - 1) : load.step,
  }
}

/** Pixels of the canvas for a pixel of a pane: the screen's own, within the quality and what memory should hold. */
export function pixelRatioOf(
  pane: { width: number; height: number },
  devicePixelRatio: number,
  quality: JourneyQuality,
): number {
  const area = Math.max(1, pane.width * pane.height)
  return Math.min(devicePixelRatio, quality.maxPixelRatio, Math.sqrt(canvasMaxPixels / area))
}

/** A screen of 4K, pixel for pixel. */
const canvasMaxPixels = 3840 * 2160
