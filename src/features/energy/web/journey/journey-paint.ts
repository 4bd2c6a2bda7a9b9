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
  room: FigureArea
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
  let place: Placement = { scale: 0, x: 0, y: 0 }
  let sky: HTMLCanvasElement | null = null
  let kept: CanvasRenderingContext2D | null = null
  let behind: HTMLCanvasElement | null = null

  return {
    resize({ width, height, room, pixelRatio }) {
      canvas.width = Math.max(1, Math.round(width * pixelRatio))
      canvas.height = Math.max(1, Math.round(height * pixelRatio))
      const { scale, x, y } = placeFigure(room)
      pen.line = lineFactor(scale)
      place = { scale: scale * pixelRatio, x: x * pixelRatio, y: y * pixelRatio }
      sky = bakeSky(theme, canvas, place)
      kept = null
      behind = null
    },
    captureForCrossfade() {
      kept ??= createLayer(canvas.width, canvas.height)
      kept?.drawImage(canvas, 0, 0)
      behind = kept?.canvas ?? null
    },
    paint(frame, quality, sinceMs) {
      if (!sky) return
      drawLayer(context, sky, 1)
      const scale = place.scale * (1 + breathSwell * frame.breath)
      context.setTransform(scale, 0, 0, scale, place.x, place.y + (place.scale - scale) * figure.seatY)
      body.paintSurroundings(frame)
      energy.motes(frame, -1)
      body.paintBody()
      energy.stream(frame, quality)
      paintCenters(frame)
      energy.motes(frame, 1)
      if (sinceMs >= crossfadeMs) behind = null
      if (behind) drawLayer(context, behind, 1 - sinceMs / crossfadeMs)
    },
  }
}

/** Draws without scaling. */
function drawLayer(context: CanvasRenderingContext2D, picture: HTMLCanvasElement, strength: number): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalCompositeOperation = 'source-over'
  context.globalAlpha = strength
  context.drawImage(picture, 0, 0)
}
