// Painter of the figure: water, halos, aura, skin and lines.
import { type JourneyTheme, type Rgb, shadeOf } from '../../colors.ts'
import { bodyPath, foldsPath, levelHeight } from '../../figure.ts'
import type { JourneyFrame } from '../../frame.ts'
import { auraBox, auraDetail, bakeAura, bakeHalo, createLayer, type Pen } from './journey-paint-bake.ts'

const themeStyles = {
  light: {
    blend: 'source-over',
    /** From head to seat; constant below. */
    skin: ['rgb(255 255 255 / 0.86)', 'rgb(250 245 251 / 0.84)', 'rgb(238 229 243 / 0.88)'],
    outline: ['rgb(112 86 146 / 0.62)', 'rgb(122 96 150 / 0.34)'],
    spine: ['rgb(90 70 120 / 0.3)', 'rgb(90 70 120 / 0.06)'],
    wave: '110 84 140',
    waveStrength: 0.24,
    aura: 0.78,
    /** The aura's strength where there is no energy. */
    auraRest: 0.5,
    halo: 0.62,
    /** The halo's strength at No Awareness, which hardly glows. */
    haloOfNone: 0.12,
    /** The reflection's share of the halo. */
    mirror: 0.2,
  },
  dark: {
    blend: 'lighter',
    skin: ['rgb(96 84 168 / 0.34)', 'rgb(58 51 110 / 0.5)', 'rgb(28 25 62 / 0.72)'],
    outline: ['rgb(232 222 255 / 0.8)', 'rgb(160 150 230 / 0.3)'],
    spine: ['rgb(255 255 255 / 0.3)', 'rgb(255 255 255 / 0.05)'],
    wave: '190 180 255',
    waveStrength: 0.22,
    aura: 0.82,
    auraRest: 0.42,
    halo: 0.66,
    haloOfNone: 0.4,
    mirror: 0.3,
  },
} as const

type ThemeStyle = (typeof themeStyles)[JourneyTheme]
/** The halo of a level; null when the browser provides no canvas. */
export type Halos = (level: number) => HTMLCanvasElement | null

export interface FigurePainter {
  /** Water, halos and aura, behind the figure. */
  paintSurroundings: (frame: JourneyFrame) => void
  paintBody: () => void
}

/** Null when the browser provides no canvas. */
export function createFigurePainter(
  pen: Pen,
  theme: JourneyTheme,
  shades: readonly Rgb[],
  halos: Halos,
): FigurePainter | null {
  const { context } = pen
  const style = themeStyles[theme]
  const aura = bakeAura(shades)
  const litAura = aura && createLayer(aura.width, aura.height)
  if (!litAura) return null
  let lastLitState = ''
  return {
    paintSurroundings(frame) {
      paintWaves(pen, frame, style)
      context.globalCompositeOperation = style.blend
      paintHalos(context, frame, halos, style)
      // After the full reveal the aura no longer changes.
      const litState = `${frame.before} ${frame.after} ${frame.reveal}`
      if (litState !== lastLitState) lightAura(litAura, aura, frame, style.auraRest)
      lastLitState = litState
      context.globalAlpha = style.aura * (1 + 0.08 * frame.breath)
      context.drawImage(litAura.canvas, auraBox.x, auraBox.y, auraBox.width, auraBox.height)
    },
    paintBody: createBodyPainter(pen, style),
  }
}

/** The halos by level, created on first use. */
export function createHalos(shades: readonly Rgb[]): Halos {
  const cache = new Map<number, HTMLCanvasElement | null>()
  return (level) => {
    const cached = cache.get(level)
    if (cached !== undefined) return cached
    const halo = bakeHalo(shades[shadeOf(level)] ?? [0, 0, 0])
    cache.set(level, halo)
    return halo
  }
}

/** The figure itself: skin, outline and fine lines. */
function createBodyPainter(pen: Pen, style: ThemeStyle): () => void {
  const { context } = pen
  const body = new Path2D(bodyPath)
  const folds = new Path2D(foldsPath)
  const skin = downwards(context, style.skin)
  const outline = downwards(context, style.outline)
  const spine = downwards(context, style.spine)
  return () => {
    context.globalCompositeOperation = 'source-over'
    context.globalAlpha = 1
    context.fillStyle = skin
    context.fill(body, 'evenodd')
    context.strokeStyle = outline
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.lineWidth = 1.1 * pen.line
    context.stroke(body)
    context.globalAlpha = 0.6
    context.lineWidth = 0.9 * pen.line
    context.stroke(folds)
    context.globalAlpha = 1
    context.strokeStyle = spine
    context.lineWidth = 0.8 * pen.line
    context.beginPath()
    context.moveTo(0, levelHeight(7))
    context.lineTo(0, levelHeight(0))
    context.stroke()
  }
}

function downwards(context: CanvasRenderingContext2D, colors: readonly string[]): CanvasGradient {
  const gradient = context.createLinearGradient(0, 40, 0, 432)
  colors.forEach((color, index) => gradient.addColorStop(index / (colors.length - 1), color))
  return gradient
}

function paintWaves({ context, line }: Pen, { wave }: JourneyFrame, style: ThemeStyle): void {
  context.strokeStyle = `rgb(${style.wave})`
  context.lineWidth = 0.9 * line
  for (let index = 0; index < wave.length; index += 2) {
    const age = wave[index] ?? 0
    context.globalAlpha = style.waveStrength * (wave[index + 1] ?? 0)
    context.beginPath()
    context.ellipse(0, 442 + 4 * age, 140 + 82 * age, 8 + 18 * age, 0, 0, 2 * Math.PI)
    context.stroke()
  }
}

function paintHalos(
  context: CanvasRenderingContext2D,
  { before, after, breath, reveal }: JourneyFrame,
  halos: Halos,
  { halo, haloOfNone, mirror }: ThemeStyle,
): void {
  const strengthOf = (level: number) => (level === 0 ? haloOfNone * halo : halo)
  const start = before === after ? null : halos(before)
  context.globalAlpha = 0.5 * strengthOf(before)
  if (start) context.drawImage(start, -70, levelHeight(before) - 70, 140, 140)
  const reached = halos(after)
  const radius = (122 + 7 * breath) * (0.4 + 0.6 * reveal)
  context.globalAlpha = strengthOf(after) * reveal
  if (!reached) return
  context.drawImage(reached, -radius, levelHeight(after) - radius, 2 * radius, 2 * radius)
  // The water under the seat reflects its color.
  context.globalAlpha = mirror * strengthOf(after) * reveal
  context.drawImage(reached, -215, 420, 430, 64)
}

/** Brightens the aura where the energy is. */
function lightAura(
  target: CanvasRenderingContext2D,
  aura: HTMLCanvasElement,
  { before, after, reveal, frontY }: JourneyFrame,
  restStrength: number,
): void {
  // No Awareness doesn't brighten it.
  const brightness = Math.min(1, Math.max(before, before + (after - before) * reveal))
  const startY = levelHeight(before)
  const middle = (startY + frontY) / 2 - auraBox.y
  const radius = Math.abs(startY - frontY) / 2 + 90
  target.globalCompositeOperation = 'copy'
  target.drawImage(aura, 0, 0)
  target.globalCompositeOperation = 'destination-in'
  const light = target.createLinearGradient(
    0,
    (middle - radius) * auraDetail,
    0,
    (middle + radius) * auraDetail,
  )
  for (const [stop, part] of [
    [0, 0],
    [0.2, 0.35],
    [0.4, 1],
    [0.6, 1],
    [0.8, 0.35],
    [1, 0],
  ] as const) {
    light.addColorStop(stop, `rgb(0 0 0 / ${restStrength + (1 - restStrength) * part * brightness})`)
  }
  target.fillStyle = light
  target.fillRect(0, 0, aura.width, aura.height)
}
