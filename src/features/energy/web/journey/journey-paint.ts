// Journey painter: draws a frame with sky, water, aura, figure and energy.
import { type JourneyTheme, shadesOf } from '../../journey-colors.ts'
import { figure, lineFactor, type Placement, placeFigure, type FigureArea } from '../../journey-figure.ts'
import type { JourneyFrame } from '../../journey-frame.ts'
import type { JourneyQuality } from '../../journey-quality.ts'
import { bakeSparks, createLayer } from './journey-paint-bake.ts'
import { createCenterPainter } from './journey-paint-centers.ts'
import { createEnergyPainter } from './journey-paint-energy.ts'
import { createFigurePainter, createHalos } from './journey-paint-figure.ts'
import { bakeSky } from './journey-paint-sky.ts'

/** A pane in CSS pixels, and the figure's part of it. */
export interface JourneyPane {
  width: number
  height: number
  figureArea: FigureArea
  /** Canvas pixels per CSS pixel. */
  pixelRatio: number
}

export interface JourneyPainter {
  /** Resizes the canvas to a pane and paints the static layers. */
  resize: (pane: JourneyPane) => void
  /** `sinceMs` is the time since the session started, which controls the crossfade from the previous one. */
  paint: (frame: JourneyFrame, quality: JourneyQuality, sinceMs: number) => void
  /** Captures the canvas for the crossfade into the next session. */
  captureForCrossfade: () => void
}

/** How much a breath widens the figure. */
const breathSwell = 0.007

/** Duration of the crossfade between sessions. */
const crossfadeMs = 350

/** Null when the browser provides no canvas. */
export function createJourneyPainter(canvas: HTMLCanvasElement, theme: JourneyTheme): JourneyPainter | null {
  const context = canvas.getContext('2d', { alpha: false })
  const shades = shadesOf(theme)
  const sparks = bakeSparks(theme, shades)
  const halos = createHalos(shades)
  const pen = context && { context, line: 1 }
  const body = pen && createFigurePainter(pen, theme, shades, halos)
  if (!body || !sparks) return null
  const energy = createEnergyPainter(pen, theme, shades, sparks)
  const paintCenters = createCenterPainter(pen, theme, shades, halos)
  let placement: Placement = { scale: 0, x: 0, y: 0 }
  let sky: HTMLCanvasElement | null = null
  let captureLayer: CanvasRenderingContext2D | null = null
  let crossfadeImage: HTMLCanvasElement | null = null

  return {
    resize({ width, height, figureArea, pixelRatio }) {
      canvas.width = Math.max(1, Math.round(width * pixelRatio))
      canvas.height = Math.max(1, Math.round(height * pixelRatio))
      const { scale, x, y } = placeFigure(figureArea)
      pen.line = lineFactor(scale)
      placement = { scale: scale * pixelRatio, x: x * pixelRatio, y: y * pixelRatio }
      sky = bakeSky(theme, canvas, placement)
      captureLayer = null
      crossfadeImage = null
    },
    captureForCrossfade() {
      captureLayer ??= createLayer(canvas.width, canvas.height)
      captureLayer?.drawImage(canvas, 0, 0)
      crossfadeImage = captureLayer?.canvas ?? null
    },
    paint(frame, quality, sinceMs) {
      if (!sky) return
      drawLayer(context, sky, 1)
      const scale = placement.scale * (1 + breathSwell * frame.breath)
      context.setTransform(
        scale,
        0,
        0,
        scale,
        placement.x,
        placement.y + (placement.scale - scale) * figure.seatY,
      )
      body.paintSurroundings(frame)
      energy.motes(frame, -1)
      body.paintBody()
      energy.stream(frame, quality)
      paintCenters(frame)
      energy.motes(frame, 1)
      if (sinceMs >= crossfadeMs) crossfadeImage = null
      if (crossfadeImage) drawLayer(context, crossfadeImage, 1 - sinceMs / crossfadeMs)
    },
  }
}

/** Draws without scaling. */
function drawLayer(context: CanvasRenderingContext2D, image: HTMLCanvasElement, strength: number): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalCompositeOperation = 'source-over'
  context.globalAlpha = strength
  context.drawImage(image, 0, 0)
}
