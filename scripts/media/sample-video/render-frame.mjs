// Renders one frame of the film: float RGB, then dithered 8-bit YUV 4:2:0 (BT.709, limited range).
import { momentAt, paintRing, paintSky } from './paint-sky.mjs'
import { paintWater } from './paint-water.mjs'
import { paletteAt } from './palette.mjs'
import { horizonY, makeScenery } from './scenery.mjs'
import { heightPx, pictureFadeAt, widthPx, wordsAt } from './timeline.mjs'
import { drawWords } from './words.mjs'
import { seededRandom } from '../random.mjs'

const PIXELS = widthPx * heightPx
const TILE = 64

/** Triangular noise, the same in every frame: it prevents banding and, being static, costs few bits. */
function ditherTile() {
  const random = seededRandom(3)
  return Float32Array.from({ length: TILE * TILE }, () => (random() + random() - 1) * 0.5)
}

/** Darkens the corners a little, so that the eye rests in the middle. */
function vignette() {
  return Float32Array.from({ length: PIXELS }, (_, i) => {
    const x = ((i % widthPx) - widthPx / 2) / (widthPx / 2)
    const y = (Math.floor(i / widthPx) - heightPx * 0.48) / (heightPx / 2)
    return 1 - 0.13 * Math.min(1, (x * x * 0.62 + y * y * 0.5) ** 1.5)
  })
}

function paintWords(plane, words, timeS) {
  for (const line of words) {
    const shown = wordsAt(line, timeS)
    if (shown === 0) continue
    for (let y = 0; y < line.height; y++) {
      for (let x = 0; x < line.width; x++) {
        const from = y * line.width + x
        const ink = line.ink[from] * shown * 0.96
        const shade = 1 - line.shade[from] * shown * 0.42
        const at = ((line.top + y) * widthPx + line.left + x) * 3
        plane[at] = plane[at] * shade * (1 - ink) + ink
        plane[at + 1] = plane[at + 1] * shade * (1 - ink) + 0.985 * ink
        plane[at + 2] = plane[at + 2] * shade * (1 - ink) + 0.955 * ink
      }
    }
  }
}

function writeLuma(plane, shade, fade, dither, out) {
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = (y % TILE) * TILE
    for (let x = 0; x < widthPx; x++, i++) {
      const at = i * 3
      const luma = 0.2126 * plane[at] + 0.7152 * plane[at + 1] + 0.0722 * plane[at + 2]
      out[i] = 16 + 219 * luma * shade[i] * fade + dither[row + (x % TILE)] + 0.5
    }
  }
}

function writeChroma(plane, shade, fade, dither, out) {
  const chromaPixels = PIXELS / 4
  for (let y = 0, i = 0; y < heightPx; y += 2) {
    const row = ((y / 2) % TILE) * TILE
    for (let x = 0; x < widthPx; x += 2, i++) {
      const a = (y * widthPx + x) * 3
      const b = a + widthPx * 3
      const light = (shade[y * widthPx + x] * fade) / 4
      const red = (plane[a] + plane[a + 3] + plane[b] + plane[b + 3]) * light
      const green = (plane[a + 1] + plane[a + 4] + plane[b + 1] + plane[b + 4]) * light
      const blue = (plane[a + 2] + plane[a + 5] + plane[b + 2] + plane[b + 5]) * light
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      const noise = dither[row + ((x / 2) % TILE)] * 0.6 + 0.5
      out[PIXELS + i] = 128 + (224 * (blue - luma)) / 1.8556 + noise
      out[PIXELS + chromaPixels + i] = 128 + (224 * (red - luma)) / 1.5748 + noise
    }
  }
}

/** Prepares the data shared by all frames; the result renders frames at a time in seconds. */
export async function openRenderer() {
  const scenery = await makeScenery()
  const words = await drawWords()
  const shade = vignette()
  const dither = ditherTile()
  const plane = new Float32Array(PIXELS * 3)
  const paint = (timeS, withWords) => {
    const moment = momentAt(timeS)
    const palette = paletteAt(moment.dawn, horizonY)
    paintSky(plane, moment, palette, scenery)
    paintWater(plane, moment, palette, scenery)
    paintRing(plane, moment)
    if (withWords) paintWords(plane, words, timeS)
  }
  return {
    /** One frame as planar YUV 4:2:0. */
    yuv: (timeS) => {
      const out = new Uint8ClampedArray((PIXELS * 3) / 2)
      paint(timeS, true)
      const fade = pictureFadeAt(timeS)
      writeLuma(plane, shade, fade, dither, out)
      writeChroma(plane, shade, fade, dither, out)
      return out
    },
    /** One frame as 8-bit RGB, for the poster: no fade, words only with `withWords`. */
    rgb: (timeS, withWords = false) => {
      paint(timeS, withWords)
      return Uint8ClampedArray.from(plane, (v, i) => {
        const pixel = Math.floor(i / 3)
        const noise = dither[(Math.floor(pixel / widthPx) % TILE) * TILE + ((pixel % widthPx) % TILE)]
        return v * shade[pixel] * 255 + noise
      })
    },
  }
}
