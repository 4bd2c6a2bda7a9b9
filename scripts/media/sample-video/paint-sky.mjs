// Paints everything above the water: sky, clouds, stars, sun and hills; and the breathing ring.
import { cloudWidthPx, horizonY } from './scenery.mjs'
import { breathAt, dawnAt, ringAt, widthPx } from './timeline.mjs'

const middleX = 640
const RING_Y = 214
const SUN_RADIUS_PX = 45
const GLOW_STEPS = 1024
const GLOW_REACH_PX = 1024

const clamp01 = (v) => (v < 0 ? 0 : v > 1 ? 1 : v)

/** The position of the sun and the phase of the breath at a time. */
export function momentAt(timeS) {
  const dawn = dawnAt(timeS)
  const breath = breathAt(timeS)
  const rise = clamp01((dawn - 0.12) / 0.88)
  return { timeS, dawn, breath, ring: ringAt(timeS), sunY: 486 - (486 - RING_Y) * rise ** 0.92 }
}

/** The strength of the sun's glow by distance: a warm core and a wide veil that grows with the breath. */
function glowTable({ dawn, breath, sunY }) {
  const shown = clamp01((470 - sunY) / 120)
  const core = (0.3 + 0.42 * shown) * (0.72 + 0.28 * breath)
  const veil = (0.16 + 0.3 * Math.min(1, dawn * 1.6)) * (0.7 + 0.3 * breath)
  const coreWide = 66 + 34 * breath + 40 * shown
  const veilWide = 260 + 80 * breath + 60 * shown
  return Float32Array.from({ length: GLOW_STEPS + 2 }, (_, i) => {
    const d = (i / GLOW_STEPS) * GLOW_REACH_PX
    const rim = (0.34 + 0.2 * breath) * shown * Math.exp(-Math.max(0, d - SUN_RADIUS_PX) / (24 + 12 * breath))
    const heart = core * Math.exp(-((d / coreWide) ** 1.35))
    return 1 - (1 - rim) * (1 - heart) * (1 - veil * Math.exp(-((d / veilWide) ** 1.6)))
  })
}

/** Sky, clouds and sun of one row. */
function paintSkyRow(plane, y, moment, palette, scenery, glow) {
  const [r0, g0, b0] = palette.sky.subarray(y * 3, y * 3 + 3)
  const [sunR, sunG, sunB] = palette.sun
  const [discR, discG, discB] = palette.sun.map((v) => v + (1 - v) * 0.4)
  const [cloudR, cloudG, cloudB] = palette.cloud
  const drift = moment.timeS * 2.1
  const whole = Math.floor(drift)
  const part = drift - whole
  const cloudRow = scenery.clouds.subarray(y * cloudWidthPx, (y + 1) * cloudWidthPx)
  const cloudStrength = 0.2 + 0.34 * Math.min(1, moment.dawn * 1.7)
  const dy2 = ((y - moment.sunY) * 1.08) ** 2
  const sunRow2 = (y - moment.sunY) ** 2
  for (let x = 0; x < widthPx; x++) {
    const dx = x - middleX
    const reach = Math.min(GLOW_STEPS, Math.sqrt(dx * dx * 0.86 + dy2))
    const step = reach | 0
    const light = glow[step] + (glow[step + 1] - glow[step]) * (reach - step)
    const from = x + whole
    const cloudA = cloudRow[from & 2047]
    const cloud = (cloudA + (cloudRow[(from + 1) & 2047] - cloudA) * part) * cloudStrength
    let r = r0 + (cloudR - r0) * cloud
    let g = g0 + (cloudG - g0) * cloud
    let b = b0 + (cloudB - b0) * cloud
    r += (0.72 * (sunR - r) + 0.28 * (1 - r) * sunR) * light
    g += (0.72 * (sunG - g) + 0.28 * (1 - g) * sunG) * light
    b += (0.72 * (sunB - b) + 0.28 * (1 - b) * sunB) * light
    const disc2 = dx * dx + sunRow2
    if (disc2 < 2500) {
      const disc = clamp01((SUN_RADIUS_PX + 1.6 - Math.sqrt(disc2)) / 3.2)
      r += (discR - r) * disc
      g += (discG - g) * disc
      b += (discB - b) * disc
    }
    const at = (y * widthPx + x) * 3
    plane[at] = r
    plane[at + 1] = g
    plane[at + 2] = b
  }
}

/** Blends white at a strength over one pixel. */
function lighten(plane, x, y, strength) {
  const at = (y * widthPx + x) * 3
  plane[at] += (1 - plane[at]) * strength
  plane[at + 1] += (0.985 - plane[at + 1]) * strength
  plane[at + 2] += (0.95 - plane[at + 2]) * strength
}

function paintStars(plane, moment, stars) {
  const night = 1 - clamp01(moment.dawn / 0.42)
  if (night === 0) return
  for (const star of stars) {
    const shine = star.bright * night * (0.78 + 0.22 * Math.sin(moment.timeS * star.rate + star.phase))
    for (let y = Math.max(0, (star.y | 0) - 3); y <= star.y + 3; y++) {
      for (let x = Math.max(0, (star.x | 0) - 3); x <= Math.min(widthPx - 1, star.x + 3); x++) {
        const d2 = (x - star.x) ** 2 + (y - star.y) ** 2
        lighten(plane, x, y, shine * Math.exp(-d2 / (2 * star.radius ** 2)))
      }
    }
  }
}

/** Blends the ring of light over the picture: it grows and shrinks with the breath. */
export function paintRing(plane, moment) {
  if (moment.ring === 0) return
  const radius = 84 + 56 * moment.breath
  const fill = 0.05 + 0.1 * moment.breath
  for (let y = Math.max(0, RING_Y - 200); y < RING_Y + 200; y++) {
    for (let x = middleX - 200; x < middleX + 200; x++) {
      const d = Math.sqrt((x - middleX) ** 2 + (y - RING_Y) ** 2)
      const off = d - radius
      const inside = clamp01((radius - d) / 3) * fill * (0.35 + 0.65 * clamp01(d / radius) ** 2)
      const line = 0.86 * Math.exp(-((off / 1.5) ** 2))
      const halo = (0.13 + 0.11 * moment.breath) * Math.exp(-Math.abs(off) / 13)
      const strength = 1 - (1 - inside) * (1 - line) * (1 - halo)
      if (strength > 0.001) lighten(plane, x, y, strength * moment.ring)
    }
  }
}

const HILLS = [
  { layer: 'far', haze: 0.62, glowing: 0.5 },
  { layer: 'mid', haze: 0.42, glowing: 0.3 },
  { layer: 'near', haze: 0.3, glowing: 0.16 },
  { layer: 'trees', haze: 0.06, glowing: 0.08 },
]

/** One range of hills: darker at the ridge, lost in mist at its foot, touched by the sun's glow. */
function paintHill(plane, moment, palette, cover, { layer, haze, glowing }, glow) {
  const [r, g, b] = palette[layer]
  const [mistR, mistG, mistB] = palette.horizon
  const [sunR, sunG, sunB] = palette.sun
  for (let y = 300; y < horizonY; y++) {
    const foot = haze * clamp01((y - 375) / 95) ** 1.7 * (0.55 + 0.45 * Math.min(1, moment.dawn * 2))
    const [footR, footG, footB] = [r + (mistR - r) * foot, g + (mistG - g) * foot, b + (mistB - b) * foot]
    const dy2 = (y - moment.sunY) ** 2
    for (let x = 0; x < widthPx; x++) {
      const shown = cover[y * widthPx + x]
      if (shown === 0) continue
      const reach = Math.min(GLOW_STEPS, Math.sqrt((x - middleX) ** 2 + dy2))
      const step = reach | 0
      const light = glowing * (glow[step] + (glow[step + 1] - glow[step]) * (reach - step))
      const at = (y * widthPx + x) * 3
      plane[at] += (footR + (sunR - footR) * light - plane[at]) * shown
      plane[at + 1] += (footG + (sunG - footG) * light - plane[at + 1]) * shown
      plane[at + 2] += (footB + (sunB - footB) * light - plane[at + 2]) * shown
    }
  }
}

/** Paints rows 0 to the horizon of `plane` (RGB floats, 0–1). */
export function paintSky(plane, moment, palette, scenery) {
  const glow = glowTable(moment)
  for (let y = 0; y < horizonY; y++) paintSkyRow(plane, y, moment, palette, scenery, glow)
  paintStars(plane, moment, scenery.stars)
  for (const hill of HILLS) paintHill(plane, moment, palette, scenery.layers[hill.layer], hill, glow)
}
