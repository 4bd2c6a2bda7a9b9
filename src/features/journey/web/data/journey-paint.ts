// Journey painter: draws a frame with sky, water, aura, figure and energy.
import { type JourneyTheme, shadesOf } from '../../colors.ts'
import { figure, lineFactor, type Placement, placeFigure, type FigureArea } from '../../figure.ts'
import type { JourneyFrame } from '../../frame.ts'
import type { JourneyQuality } from '../../quality.ts'
import { bakeSparks, createLayer, bakeGrain } from './journey-paint-bake.ts'
import { createCenterPainter } from './journey-paint-centers.ts'
import { createEnergyPainter } from './journey-paint-energy.ts'
import { createFigurePainter, createHalos } from './journey-paint-figure.ts'

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

const skies = {
  light: {
    paper: 'rgb(251 248 243)',
    glow: '253 240 250',
    ground: '253 226 204',
  },
  dark: {
    paper: 'rgb(10 8 19)',
    glow: '45 37 74',
    ground: '48 24 44',
  },
} as const

/** Canvas pixels. */
interface Size {
  width: number
  height: number
}

function bakeSky(
  theme: JourneyTheme,
  { width, height }: Size,
  placement: Placement,
): HTMLCanvasElement | null {
  const layer = createLayer(width, height)
  if (!layer) return null
  const { paper, glow, ground } = skies[theme]
  layer.fillStyle = paper
  layer.fillRect(0, 0, width, height)
  const reach = Math.max(width, height)
  const groundY = height * 1.06
  paintGlow(layer, width / 2, groundY, Math.max(width * 0.9, reach * 0.6), height * 0.46, ground)
  const heartY = placement.y + 190 * placement.scale
  paintGlow(layer, placement.x, heartY, 370 * placement.scale, 330 * placement.scale, glow)
  const grain = bakeGrain()
  const pattern = grain && layer.createPattern(grain, 'repeat')
  if (pattern) {
    layer.fillStyle = pattern
    layer.fillRect(0, 0, width, height)
  }
  return layer.canvas
}

/** An ellipse of light with a soft falloff. */
function paintGlow(
  layer: CanvasRenderingContext2D,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  color: string,
): void {
  layer.save()
  layer.translate(x, y)
  layer.scale(radiusX, radiusY)
  const gradient = layer.createRadialGradient(0, 0, 0, 0, 0, 1)
  const stops = 12
  for (let index = 0; index <= stops; index += 1) {
    const part = index / stops
    const strength = (1 - part * part) ** 2
    gradient.addColorStop(part, `rgb(${color} / ${strength.toFixed(3)})`)
  }
  layer.fillStyle = gradient
  layer.fillRect(-1, -1, 2, 2)
  layer.restore()
}
