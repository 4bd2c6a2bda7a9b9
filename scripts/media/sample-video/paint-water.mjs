// Paints everything below the horizon: the mirrored scene, lines of light on the water, and the near shore.
import { horizonY } from './scenery.mjs'
import { heightPx, widthPx } from './timeline.mjs'

const clamp01 = (v) => (v < 0 ? 0 : v > 1 ? 1 : v)

/** How far a water row's mirror image is shifted sideways and upwards, in px: less towards the horizon. */
function rippleAt(depth, timeS) {
  const far = 1 / (0.05 + depth)
  const calm = depth ** 0.7
  return {
    dx: 5.5 * calm * (Math.sin(far * 2.3 - timeS * 0.9) + 0.6 * Math.sin(far * 5.1 + timeS * 0.63 + 1.3)),
    dy: 5 * calm * Math.sin(far * 3.7 - timeS * 0.74) + 2.4 * calm * Math.sin(depth * 61 + timeS * 0.5),
  }
}

/** Interpolates between four pixels of the plane; `a` is the upper left one. */
function mirrored(plane, a, part, mixRow) {
  const b = a + widthPx * 3
  const upper = plane[a] + (plane[a + 3] - plane[a]) * part
  return upper + (plane[b] + (plane[b + 3] - plane[b]) * part - upper) * mixRow
}

/** One water row: two blended rows of the mirror image, deeper in colour the nearer it is. */
function paintWaterRow(plane, y, moment, palette) {
  const depth = (y - horizonY) / (heightPx - horizonY)
  const { dx, dy } = rippleAt(depth, moment.timeS)
  const source = Math.min(horizonY - 2, Math.max(0, horizonY - 2 - (y - horizonY) * 1.28 - dy))
  const [row, mixRow] = [Math.floor(source), source - Math.floor(source)]
  const deep = clamp01(0.1 + 0.8 * depth ** 1.15)
  const bright = 1 - 0.1 * Math.exp(-depth * 40)
  const [whole, part] = [Math.floor(dx), dx - Math.floor(dx)]
  const keep = bright * (1 - deep)
  const [deepR, deepG, deepB] = palette.deep.map((v) => v * deep)
  for (let x = 0; x < widthPx; x++) {
    const a = (row * widthPx + Math.min(widthPx - 2, Math.max(0, x + whole))) * 3
    const at = (y * widthPx + x) * 3
    plane[at] = mirrored(plane, a, part, mixRow) * keep + deepR
    plane[at + 1] = mirrored(plane, a + 1, part, mixRow) * keep + deepG
    plane[at + 2] = mirrored(plane, a + 2, part, mixRow) * keep + deepB
  }
}

/** A soft horizontal stroke of light with round, fading ends. */
function paintStroke(plane, line, half, strength, color, sway) {
  const reachY = line.thick * 1.6 + 1
  for (let y = Math.floor(line.y - reachY); y <= line.y + reachY; y++) {
    if (y <= horizonY || y >= heightPx) continue
    const across = Math.exp(-(((y - line.y) / line.thick) ** 2))
    const middle = line.x + sway
    for (let x = Math.max(0, Math.floor(middle - half)); x <= Math.min(widthPx - 1, middle + half); x++) {
      const along = Math.abs(x - middle) / half
      const fade = along < 0.55 ? 1 : 1 - ((along - 0.55) / 0.45) ** 2
      const shine = strength * across * Math.max(0, fade)
      const at = (y * widthPx + x) * 3
      for (let k = 0; k < 3; k++) plane[at + k] += (color[k] - plane[at + k]) * shine
    }
  }
}

function paintLines(plane, moment, palette, { glitter, calm }) {
  const { timeS, breath, dawn } = moment
  const sunUp = clamp01((468 - moment.sunY) / 90)
  const strength = (0.16 * Math.min(1, dawn * 3) + 0.84 * sunUp) * (0.7 + 0.3 * breath)
  for (const line of glitter) {
    const swell = Math.sin(timeS * line.rate + line.phase)
    const half = line.half * (0.8 + 0.16 * swell + 0.2 * breath)
    const shine = line.bright * strength * (0.8 + 0.2 * Math.sin(timeS * line.rate * 0.7 + line.phase * 2))
    paintStroke(plane, line, half, shine, palette.sun, 5 * Math.sin(timeS * line.rate * 0.5 + line.phase))
  }
  for (const line of calm) {
    const shine = line.bright * (0.5 + 0.5 * Math.sin(timeS * line.rate * 0.5 + line.phase)) * (0.5 + dawn)
    paintStroke(plane, line, line.half, shine, palette.horizon, 9 * Math.sin(timeS * 0.11 + line.phase))
  }
}

/** The dark near shore; its reeds lean a little with the air. */
function paintShore(plane, moment, palette, cover) {
  const [r, g, b] = palette.shore
  for (let y = horizonY - 6; y < heightPx; y++) {
    const high = clamp01((690 - y) / 220)
    const lean = 5 * high * high * Math.sin(moment.timeS * 0.52 + y * 0.004)
    const [whole, part] = [Math.floor(lean), lean - Math.floor(lean)]
    for (let x = 0; x < widthPx; x++) {
      const from = y * widthPx + Math.min(widthPx - 2, Math.max(0, x + whole))
      const shown = cover[from] + (cover[from + 1] - cover[from]) * part
      if (shown === 0) continue
      const at = (y * widthPx + x) * 3
      plane[at] += (r - plane[at]) * shown
      plane[at + 1] += (g - plane[at + 1]) * shown
      plane[at + 2] += (b - plane[at + 2]) * shown
    }
  }
}

/** Paints the rows below the horizon, mirroring the rows already painted above it in `plane`. */
export function paintWater(plane, moment, palette, scenery) {
  for (let y = horizonY; y < heightPx; y++) paintWaterRow(plane, y, moment, palette)
  paintLines(plane, moment, palette, scenery)
  paintShore(plane, moment, palette, scenery.shore)
}
