// Painter of sky and water, rendered once per size and theme.
import type { JourneyTheme } from '../../journey-colors.ts'
import type { Placement } from '../../journey-figure.ts'
import { bakeGrain, createLayer } from './journey-paint-bake.ts'

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

export function bakeSky(
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
