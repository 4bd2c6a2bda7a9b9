// Prerendered layers of the journey: aura, halos, sparks and the grain of the sky.
import { type JourneyTheme, type Rgb, shadeCount, shadesPerLevel } from '../../colors.ts'
import { bodyPath, figure, levelAtHeight, outlinePath } from '../../figure.ts'
import { mulberry32 } from '../../frame.ts'

/** The shared drawing context of all painters. */
export interface Pen {
  context: CanvasRenderingContext2D
  /** The factor for all line widths. */
  line: number
}

/** An offscreen canvas and its context; null when the browser provides none. */
export function createLayer(
  width: number,
  height: number,
  settings?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil(width))
  canvas.height = Math.max(1, Math.ceil(height))
  return canvas.getContext('2d', settings)
}

/** The aura's bounds in figure units. */
export const auraBox = {
  x: figure.left - 10,
  y: figure.top - 10,
  width: figure.right - figure.left + 20,
  height: figure.bottom - figure.top + 20,
}

/** Pixels per figure unit: half a pixel is enough for a soft glow. */
export const auraDetail = 0.5
const auraWidth = auraBox.width * auraDetail
const auraHeight = auraBox.height * auraDetail

/** Three glows along the outline, from a thin rim to a wide veil that leaves out the openings; in pixels. */
const glows = [
  { path: bodyPath, radius: 2, strength: 0.18 },
  { path: bodyPath, radius: 5, strength: 0.3 },
  { path: outlinePath, radius: 13, strength: 0.36 },
] as const

/** The glow around the figure: its blurred shape, in the color of each height. */
export function bakeAura(shades: readonly Rgb[]): HTMLCanvasElement | null {
  const layer = createLayer(auraWidth, auraHeight, { willReadFrequently: true })
  if (!layer) return null
  const glow = new Float32Array(auraWidth * auraHeight)
  for (const { path, radius, strength } of glows) {
    const shape = shapeOf(layer, path)
    for (let pass = 0; pass < 3; pass += 1) blur(shape, auraWidth, auraHeight, radius)
    for (let at = 0; at < glow.length; at += 1) {
      const share = shape[at] ?? 0
      // Brightest on the outline, where half of the neighborhood is body.
      glow[at] = (glow[at] ?? 0) + strength * 4 * share * (1 - share)
    }
  }
  const image = layer.createImageData(auraWidth, auraHeight)
  colorAura(image.data, glow, shades)
  layer.putImageData(image, 0, 0)
  return layer.canvas
}

/** A path's coverage of the aura's box, 0 to 1. */
function shapeOf(layer: CanvasRenderingContext2D, path: string): Float32Array {
  const { x, y, width, height } = auraBox
  layer.setTransform(auraDetail, 0, 0, auraDetail, -x * auraDetail, -y * auraDetail)
  layer.clearRect(x, y, width, height)
  layer.fill(new Path2D(path), 'evenodd')
  const { data } = layer.getImageData(0, 0, auraWidth, auraHeight)
  const shape = new Float32Array(auraWidth * auraHeight)
  for (let at = 0; at < shape.length; at += 1) shape[at] = (data[at * 4 + 3] ?? 0) / 255
  return shape
}

function colorAura(pixels: Uint8ClampedArray, glow: Float32Array, shades: readonly Rgb[]): void {
  const random = mulberry32(7)
  for (let y = 0; y < auraHeight; y += 1) {
    const level = levelAtHeight(auraBox.y + (y + 0.5) / auraDetail)
    const [red, green, blue] = colorAt(shades, Math.max(1, level))
    for (let x = 0; x < auraWidth; x += 1) {
      const at = y * auraWidth + x
      pixels[at * 4] = red
      pixels[at * 4 + 1] = green
      pixels[at * 4 + 2] = blue
      // Dithering: random rounding avoids banding.
      pixels[at * 4 + 3] = Math.floor(255 * (glow[at] ?? 0) + random())
    }
  }
}

/** The color of a level, interpolated between shades. */
function colorAt(shades: readonly Rgb[], level: number): Rgb {
  const shade = Math.floor(level * shadesPerLevel)
  const part = level * shadesPerLevel - shade
  const from = shades[Math.min(shade, shades.length - 1)] ?? [0, 0, 0]
  const to = shades[shade + 1] ?? from
  return [
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
    from[2] + (to[2] - from[2]) * part,
  ]
}

/** Box blur of one channel in place: the mean of 2 × radius + 1 pixels, by rows, then by columns. */
function blur(channel: Float32Array, width: number, height: number, radius: number): void {
  const line = new Float32Array(Math.max(width, height))
  for (let y = 0; y < height; y += 1) blurLine(channel, y * width, 1, width, radius, line)
  for (let x = 0; x < width; x += 1) blurLine(channel, x, width, height, radius, line)
}

function blurLine(
  channel: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
  line: Float32Array,
): void {
  let sum = 0
  for (let at = 0; at < count; at += 1) line[at] = channel[start + at * step] ?? 0
  for (let at = 0; at < Math.min(radius, count); at += 1) sum += line[at] ?? 0
  for (let at = 0; at < count; at += 1) {
    sum += at + radius < count ? (line[at + radius] ?? 0) : 0
    sum -= at > radius ? (line[at - radius - 1] ?? 0) : 0
    channel[start + at * step] = sum / (2 * radius + 1)
  }
}

const haloSize = 192

/** A radial glow that is transparent at its edge. */
export function bakeHalo([red, green, blue]: Rgb): HTMLCanvasElement | null {
  const layer = createLayer(haloSize, haloSize)
  if (!layer) return null
  const image = layer.createImageData(haloSize, haloSize)
  const random = mulberry32(11)
  for (let at = 0; at < haloSize * haloSize; at += 1) {
    const x = ((at % haloSize) + 0.5) / (haloSize / 2) - 1
    const y = (Math.floor(at / haloSize) + 0.5) / (haloSize / 2) - 1
    const distance = Math.hypot(x, y)
    const strength = distance < 1 ? Math.exp(-4.5 * distance * distance) * (1 - distance ** 4) : 0
    image.data[at * 4] = red
    image.data[at * 4 + 1] = green
    image.data[at * 4 + 2] = blue
    image.data[at * 4 + 3] = Math.floor(255 * 0.6 * strength + (strength > 0 ? random() : 0))
  }
  layer.putImageData(image, 0, 0)
  return layer.canvas
}

/** Edge length of a spark in the sprite strip. */
export const sparkSize = 32

/** A sprite strip of light points, one per shade. */
export function bakeSparks(theme: JourneyTheme, shades: readonly Rgb[]): HTMLCanvasElement | null {
  const layer = createLayer(sparkSize * shadeCount, sparkSize)
  if (!layer) return null
  const middle = sparkSize / 2
  shades.forEach((rgb, shade) => {
    const color = rgb.join(' ')
    const x = shade * sparkSize + middle
    const glow = layer.createRadialGradient(x, middle, 0, x, middle, middle - 1)
    const isWhite = theme === 'dark' && shade >= shadesPerLevel
    glow.addColorStop(0, isWhite ? 'rgb(255 255 255)' : `rgb(${color})`)
    glow.addColorStop(0.22, `rgb(${color})`)
    glow.addColorStop(0.32, `rgb(${color} / 0.42)`)
    glow.addColorStop(0.58, `rgb(${color} / 0.12)`)
    glow.addColorStop(1, `rgb(${color} / 0)`)
    layer.fillStyle = glow
    layer.fillRect(shade * sparkSize, 0, sparkSize, sparkSize)
  })
  return layer.canvas
}

const grainSize = 128

/** A noise tile: it hides the banding of slow 8-bit gradients. */
export function bakeGrain(): HTMLCanvasElement | null {
  const layer = createLayer(grainSize, grainSize)
  if (!layer) return null
  const image = layer.createImageData(grainSize, grainSize)
  const random = mulberry32(5)
  for (let at = 0; at < grainSize * grainSize; at += 1) {
    const tone = random() < 0.5 ? 0 : 255
    image.data.fill(tone, at * 4, at * 4 + 3)
    image.data[at * 4 + 3] = Math.floor(random() * 2)
  }
  layer.putImageData(image, 0, 0)
  return layer.canvas
}
