// Painter of moving parts: the braid's strands, particles with trails, and motes.
import { type JourneyTheme, type Rgb, shadeCount, shadeOf } from '../../colors.ts'
import { levelHeight } from '../../figure.ts'
import {
  type JourneyFrame,
  moteFields,
  particleFields,
  strandCount,
  strandPoints,
  trailPoints,
} from '../../frame.ts'
import type { JourneyQuality } from '../../quality.ts'
import { type Pen, sparkSize } from './journey-paint-bake.ts'

const themeStyles = {
  light: {
    blend: 'source-over',
    strand: 0.72,
    thread: 0.28,
    trail: 0.4,
    spark: 0.95,
    mote: 0.62,
    column: 0.8,
  },
  dark: { blend: 'lighter', strand: 0.55, thread: 0.24, trail: 0.32, spark: 1, mote: 0.6, column: 0.85 },
} as const

/** Half the edge of a spark sprite for a particle of radius 1. */
const sparkReach = 3.1

export interface EnergyPainter {
  /** The particle stream in the figure, with trails if `quality` has them. */
  stream: (frame: JourneyFrame, quality: JourneyQuality) => void
  /** The motes on one side: -1 behind the figure, 1 in front of it. */
  motes: (frame: JourneyFrame, side: -1 | 1) => void
}

export function createEnergyPainter(
  pen: Pen,
  theme: JourneyTheme,
  shades: readonly Rgb[],
  sparks: HTMLCanvasElement,
): EnergyPainter {
  const { context } = pen
  const style = themeStyles[theme]
  const colors = shades.map((rgb) => `rgb(${rgb.join(' ')})`)
  const gradientOf = createGradients(context, shades)
  const paintSpark = (x: number, y: number, radius: number, shade: number) => {
    const reach = radius * sparkReach
    context.drawImage(
      sparks,
      shade * sparkSize,
      0,
      sparkSize,
      sparkSize,
      x - reach,
      y - reach,
      2 * reach,
      2 * reach,
    )
  }
  return {
    stream(frame, quality) {
      context.globalCompositeOperation = style.blend
      context.lineCap = 'round'
      context.lineJoin = 'round'
      if (frame.before !== frame.after) {
        context.strokeStyle = gradientOf(frame.before, frame.after)
        paintColumn(pen, frame, style.column)
        paintStrands(pen, frame, style.strand, style.thread)
      }
      if (quality.hasTrails) paintTrails(pen, frame, colors, style.trail)
      const { particle } = frame
      for (let index = 0; index < frame.particles; index += 1) {
        const at = index * particleFields
        const strength = particle[at + 3] ?? 0
        if (strength <= 0.01) continue
        context.globalAlpha = strength * style.spark
        paintSpark(particle[at] ?? 0, particle[at + 1] ?? 0, particle[at + 2] ?? 0, particle[at + 4] ?? 0)
      }
    },
    motes(frame, side) {
      context.globalCompositeOperation = style.blend
      const { mote } = frame
      for (let index = 0; index < frame.motes; index += 1) {
        const at = index * moteFields
        const depth = mote[at + 5] ?? 0
        if (depth < 0 !== side < 0) continue
        context.globalAlpha = style.mote * (mote[at + 3] ?? 0) * (0.75 + 0.25 * depth)
        paintSpark(mote[at] ?? 0, mote[at + 1] ?? 0, mote[at + 2] ?? 0, mote[at + 4] ?? 0)
      }
    },
  }
}

/** The gradient between a session's levels; cached until the next session. */
function createGradients(
  context: CanvasRenderingContext2D,
  shades: readonly Rgb[],
): (before: number, after: number) => CanvasGradient {
  let cached: { before: number; after: number; gradient: CanvasGradient } | null = null
  return (before, after) => {
    if (cached?.before === before && cached.after === after) return cached.gradient
    const gradient = context.createLinearGradient(0, levelHeight(before), 0, levelHeight(after))
    const [low, high] = [Math.min(before, after), Math.max(before, after)]
    const length = levelHeight(after) - levelHeight(before)
    for (let shade = shadeOf(low); shade <= shadeOf(high); shade += 1) {
      const level = low + ((high - low) * (shade - shadeOf(low))) / (shadeOf(high) - shadeOf(low))
      const stop = (levelHeight(level) - levelHeight(before)) / length
      const [red, green, blue] = shades[shade] ?? [0, 0, 0]
      gradient.addColorStop(Math.min(1, Math.max(0, stop)), `rgb(${red} ${green} ${blue})`)
    }
    cached = { before, after, gradient }
    return gradient
  }
}

function paintColumn({ context, line }: Pen, frame: JourneyFrame, strength: number): void {
  context.globalAlpha = strength * 0.5
  context.lineWidth = 1.3 * line
  context.beginPath()
  context.moveTo(0, levelHeight(frame.before))
  context.lineTo(0, frame.frontY)
  context.stroke()
}

function paintStrands(
  { context, line }: Pen,
  { strand }: JourneyFrame,
  strength: number,
  threadStrength: number,
): void {
  for (let index = 0; index < strandCount; index += 1) {
    const isThread = index > 1
    context.globalAlpha = isThread ? threadStrength : strength
    context.lineWidth = (isThread ? 0.6 : 1) * line
    context.beginPath()
    for (let point = 0; point < strandPoints; point += 1) {
      const at = (index * strandPoints + point) * 2
      context.lineTo(strand[at] ?? 0, strand[at + 1] ?? 0)
    }
    context.stroke()
  }
}

/** One path per color for all its trails: a few dozen strokes instead of hundreds. */
function paintTrails(
  { context, line }: Pen,
  frame: JourneyFrame,
  colors: readonly string[],
  strength: number,
): void {
  context.globalAlpha = strength
  context.lineWidth = 0.9 * line
  for (let shade = 0; shade < shadeCount; shade += 1) {
    let isEmpty = true
    for (let index = 0; index < frame.particles; index += 1) {
      const at = index * particleFields
      if (frame.particle[at + 4] !== shade || (frame.particle[at + 3] ?? 0) < 0.3) continue
      if (isEmpty) context.beginPath()
      isEmpty = false
      context.moveTo(frame.particle[at] ?? 0, frame.particle[at + 1] ?? 0)
      for (let point = 0; point < trailPoints; point += 1) {
        const from = (index * trailPoints + point) * 2
        context.lineTo(frame.trail[from] ?? 0, frame.trail[from + 1] ?? 0)
      }
    }
    if (isEmpty) continue
    context.strokeStyle = colors[shade] ?? ''
    context.stroke()
  }
}
