// Painter of the centers: a rosette per level, open where the energy has arrived, with ripples around it.
import { type JourneyTheme, type Rgb, shadeOf } from '../../colors.ts'
import { levelHeight, type Petal, petalsOf, topLevel } from '../../figure.ts'
import type { JourneyFrame } from '../../frame.ts'
import type { Pen } from './journey-paint-bake.ts'
import type { Halos } from './journey-paint-figure.ts'

const themeStyles = {
  light: {
    blend: 'source-over',
    ground: 'rgb(253 250 254)',
    wash: 0.6,
    fill: 0.16,
    lit: 0.3,
    line: 0.62,
    glow: 0.75,
    shine: 0,
  },
  dark: {
    blend: 'lighter',
    ground: 'rgb(40 34 80)',
    wash: 0.28,
    fill: 0.16,
    lit: 0.34,
    line: 0.8,
    glow: 0.8,
    shine: 0.5,
  },
} as const

type ThemeStyle = (typeof themeStyles)[JourneyTheme]

/** Its two petals lie flat, and are small enough not to look like glasses. */
const thirdEye = 6

interface Rosette {
  level: number
  petals: Path2D
  /** Rotation of the second ring, whose petals sit between those of the first. */
  rotation: number
  color: string
}

export function createCenterPainter(
  pen: Pen,
  theme: JourneyTheme,
  shades: readonly Rgb[],
  halos: Halos,
): (frame: JourneyFrame) => void {
  const { context } = pen
  const style = themeStyles[theme]
  const rosettes = Array.from({ length: topLevel + 1 }, (_, level) => createRosette(level, shades))
  return (frame) => {
    for (const rosette of rosettes) {
      const { level } = rosette
      // No Awareness is no center: its ring shows only as Before or After.
      if (level === 0 && frame.before !== 0 && frame.after !== 0) continue
      const light = frame.light[level] ?? 0
      const halo = light > 0 ? halos(level) : null
      const bloom = level === frame.after ? frame.bloom : 0
      context.globalCompositeOperation = style.blend
      if (halo) {
        const reach = 24 + 16 * bloom * (1 + 0.08 * frame.breath)
        context.globalAlpha = style.glow * light * (level === 0 ? 0.4 : 1)
        context.drawImage(halo, -reach, levelHeight(level) - reach, 2 * reach, 2 * reach)
      }
      context.globalCompositeOperation = 'source-over'
      if (level === frame.after) paintRipples(pen, frame, rosette.color)
      paintRosette(pen, rosette, style, light, bloom)
    }
  }
}

function createRosette(level: number, shades: readonly Rgb[]): Rosette {
  const petals = petalsOf(level)
  return {
    level,
    petals: petalsPath(level, petals),
    rotation: level === thirdEye || level === 0 ? 0 : Math.PI / petals.length,
    color: `rgb(${(shades[shadeOf(level)] ?? [0, 0, 0]).join(' ')})`,
  }
}

function paintRipples({ context, line }: Pen, { after, ripple }: JourneyFrame, color: string): void {
  context.strokeStyle = color
  context.lineWidth = line
  for (let index = 0; index < ripple.length; index += 2) {
    context.globalAlpha = 0.8 * (ripple[index + 1] ?? 0)
    context.beginPath()
    context.arc(0, levelHeight(after), ripple[index] ?? 0, 0, 2 * Math.PI)
    context.stroke()
  }
}

/** `light` and `bloom` are 0 to 1: from closed to lit, and from lit to a second open ring. */
function paintRosette(pen: Pen, rosette: Rosette, style: ThemeStyle, light: number, bloom: number): void {
  const { context } = pen
  const { level, rotation, color } = rosette
  const radius = 8 + 3 * light + (level === thirdEye ? 1.5 : 5) * bloom
  context.save()
  context.translate(0, levelHeight(level))
  if (level > 0) {
    // A disc in the background color keeps the particle stream from hiding the petals.
    context.globalAlpha = style.wash * light
    context.fillStyle = style.ground
    paintDisc(context, radius * (level === thirdEye ? 0.42 : 0.9))
  }
  context.fillStyle = color
  context.strokeStyle = color
  context.lineWidth = (0.75 + 0.3 * bloom) * pen.line
  if (bloom > 0 && level > 0) {
    context.save()
    context.rotate(rotation)
    paintPetals(context, rosette, style, light, {
      radius: radius * (1 + 0.42 * bloom),
      strength: 0.45 * bloom,
    })
    context.restore()
  }
  paintPetals(context, rosette, style, light, { radius, strength: 1 })
  paintCore(context, level === 0 ? 0 : light, bloom)
  context.restore()
}

function paintPetals(
  context: CanvasRenderingContext2D,
  { level, petals }: Rosette,
  style: ThemeStyle,
  light: number,
  { radius, strength }: { radius: number; strength: number },
): void {
  context.save()
  context.scale(radius, radius)
  context.lineWidth /= radius
  context.globalAlpha = strength * (style.fill + (style.lit - style.fill) * light)
  if (level > 0) context.fill(petals)
  context.globalAlpha = strength * (style.line + (1 - style.line) * light)
  context.stroke(petals)
  // In the dark theme the lines of a lit center glow.
  context.globalCompositeOperation = style.blend
  context.globalAlpha = strength * style.shine * light
  context.stroke(petals)
  context.restore()
}

/** A point in the fill color at the middle, bright when the center is lit. */
function paintCore(context: CanvasRenderingContext2D, light: number, bloom: number): void {
  context.globalAlpha = 0.7 + 0.3 * light
  paintDisc(context, 1.8 + 1.8 * light + 1.2 * bloom)
  context.globalAlpha = light
  context.fillStyle = 'rgb(255 255 255)'
  paintDisc(context, 2.3 * light + 1.1 * bloom)
}

function paintDisc(context: CanvasRenderingContext2D, radius: number): void {
  context.beginPath()
  context.arc(0, 0, radius, 0, 2 * Math.PI)
  context.fill()
}

function petalsPath(level: number, petals: readonly Petal[]): Path2D {
  const path = new Path2D()
  if (petals.length === 0) path.arc(0, 0, 0.8, 0, 2 * Math.PI)
  if (level === thirdEye) path.arc(0, 0, 0.42, 0, 2 * Math.PI)
  for (const { x, y, length, breadth, rotation } of petals) {
    path.moveTo(x + Math.cos(rotation) * length, y + Math.sin(rotation) * length)
    path.ellipse(x, y, length, breadth, rotation, 0, 2 * Math.PI)
  }
  return path
}
