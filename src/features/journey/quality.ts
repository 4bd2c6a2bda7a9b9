// Adaptive quality of the journey: slow devices get fewer particles and pixels.

export interface JourneyQuality {
  /** The fraction of the particles and motes that are drawn. */
  particles: number
  /** Whether particles leave a trail. */
  hasTrails: boolean
  /** The maximum of canvas pixels per CSS pixel. */
  maxPixelRatio: number
}

const fullQuality: JourneyQuality = { particles: 1, hasTrails: true, maxPixelRatio: 2 }

/** From best to lowest. */
const qualitySteps: readonly JourneyQuality[] = [
  fullQuality,
  { particles: 0.5, hasTrails: true, maxPixelRatio: 2 },
  { particles: 0.5, hasTrails: false, maxPixelRatio: 2 },
  { particles: 0.5, hasTrails: false, maxPixelRatio: 1 },
  // Without a GPU most of a frame goes into filling pixels: soft lines are better than a low frame rate.
  { particles: 0.5, hasTrails: false, maxPixelRatio: 0.5 },
]

/** The quality of a step: 0 is the best, the last one the lowest. */
export function qualityAt(step: number): JourneyQuality {
  return qualitySteps[step] ?? fullQuality
}

/** A longer script time leaves too little of a 16 ms frame for the rest. */
const scriptMaxMs = 12
/** Some devices run at 30 frames a second to save power; only a clearly longer interval is an overload. */
const intervalMaxMs = 40
/** A longer interval is a pause rather than a slow frame: a hidden tab, a suspended machine. */
const pauseMs = 400
const windowFrames = 30
/** Slow frames end a window early, so that the lowest quality is reached within seconds. */
const windowMs = 600

/** Totals since the last decision. */
export interface FrameLoad {
  frames: number
  scriptMs: number
  intervalMs: number
  /** Consecutive bad windows. */
  strikes: number
  /** The number of quality steps taken, see `qualityAt`. */
  step: number
}

export const initialFrameLoad: FrameLoad = { frames: 0, scriptMs: 0, intervalMs: 0, strikes: 0, step: 0 }

/**
 * Adds a frame. Two consecutive bad windows lower the quality by one step, because the first may be the page load.
 * Quality never rises again, so it can't oscillate.
 */
export function recordFrameLoad(load: FrameLoad, scriptMs: number, intervalMs: number): FrameLoad {
  if (intervalMs > pauseMs) return load
  const frames = load.frames + 1
  const totals = { scriptMs: load.scriptMs + scriptMs, intervalMs: load.intervalMs + intervalMs }
  if (frames < windowFrames && totals.intervalMs < windowMs) return { ...load, ...totals, frames }
  const isBad = totals.scriptMs / frames > scriptMaxMs || totals.intervalMs / frames > intervalMaxMs
  const strikes = isBad ? load.strikes + 1 : 0
  const isOverloaded = strikes >= 2
  return {
    ...initialFrameLoad,
    strikes: isOverloaded ? 0 : strikes,
    step: isOverloaded ? Math.min(load.step + 1, qualitySteps.length - 1) : load.step,
  }
}

/** Canvas pixels per CSS pixel: the screen's own ratio, limited by quality and memory. */
export function pixelRatioOf(
  pane: { width: number; height: number },
  devicePixelRatio: number,
  quality: JourneyQuality,
): number {
  const area = Math.max(1, pane.width * pane.height)
  return Math.min(devicePixelRatio, quality.maxPixelRatio, Math.sqrt(canvasMaxPixels / area))
}

/** A 4K screen at full resolution. */
const canvasMaxPixels = 3840 * 2160
