// The static parts of the picture: hills, trees, shore and reeds, stars, clouds, lines on the water.
import sharp from 'sharp'
import { seededRandom } from '../random.mjs'
import { ease, heightPx, widthPx } from './timeline.mjs'

export const horizonY = 470
const SUBCOLUMNS = 4

/** Smooth noise over a line: value noise with an eased step, in −1..1. */
function lineNoise(seed, period) {
  const random = seededRandom(seed)
  const values = Array.from({ length: 512 }, () => random() * 2 - 1)
  return (x) => {
    const place = x / period + 256
    const i = Math.floor(place)
    const f = place - i
    const step = f * f * f * (f * (f * 6 - 15) + 10)
    return values[i & 511] * (1 - step) + values[(i + 1) & 511] * step
  }
}

const bump = (x, middle, width) => Math.exp(-(((x - middle) / width) ** 2))

function ridges() {
  const [slow, quick, fine] = [lineNoise(11, 90), lineNoise(12, 37), lineNoise(13, 15)]
  const rough = (x, size) => slow(x) * size + quick(x) * size * 0.4 + fine(x) * size * 0.14
  return {
    far: (x) =>
      404 -
      74 * bump(x, 150, 190) -
      30 * bump(x, 420, 130) -
      46 * bump(x, 905, 140) -
      92 * bump(x, 1165, 190) +
      rough(x, 5),
    mid: (x) =>
      440 -
      78 * bump(x, 300, 170) -
      26 * bump(x, 20, 130) -
      56 * bump(x, 1010, 190) -
      22 * bump(x, 1300, 120) +
      rough(x + 900, 4.5),
    near: (x) =>
      466 - 62 * bump(x, 40, 210) - 66 * bump(x, 1260, 230) - 9 * bump(x, 420, 150) + rough(x + 2000, 2.2),
  }
}

/** The tops of the firs on the far bank above the waterline, as a height line. */
function treeLine() {
  const random = seededRandom(77)
  const stand = lineNoise(21, 58)
  const trees = []
  for (let x = -10; x < widthPx + 10; x += 1.6 + random() * 4.6) {
    const room = Math.max(0, (Math.abs(x - 640) / 640 - 0.44) / 0.56)
    const thick = room * 1.1 + stand(x) * 0.42
    if (room < 0.04 || random() > thick * 1.5) continue
    const height = 3.5 + (4 + 15 * room) * (0.3 + 0.45 * random() + 0.3 * Math.max(0, stand(x * 1.7)))
    trees.push({ x, height, half: 2 + height * 0.17 + random() })
  }
  const bank = (x) => 3.6 * ease(190, 420, Math.abs(x - 640))
  return (x) => {
    let top = bank(x)
    for (const tree of trees) {
      const away = Math.abs(x - tree.x) / tree.half
      if (away < 1) top = Math.max(top, bank(tree.x) + tree.height * (1 - away ** 0.72))
    }
    return horizonY - top
  }
}

/** Coverage (0–1) of everything below a height line, with smoothed edges. */
function coverBelow(line) {
  const cover = new Float32Array(widthPx * horizonY)
  for (let x = 0; x < widthPx; x++) {
    const tops = Array.from({ length: SUBCOLUMNS }, (_, i) => line(x + (i + 0.5) / SUBCOLUMNS))
    for (let y = Math.max(0, Math.floor(Math.min(...tops)) - 1); y < horizonY; y++) {
      let sum = 0
      for (const top of tops) sum += Math.min(1, Math.max(0, y + 1 - top))
      cover[y * widthPx + x] = sum / SUBCOLUMNS
    }
  }
  return cover
}

/** Two-dimensional smooth noise that repeats every `repeat` cells. */
function planeNoise(seed, repeat) {
  const random = seededRandom(seed)
  const values = Float32Array.from({ length: repeat * repeat }, random)
  const at = (x, y) =>
    values[(((y % repeat) + repeat) % repeat) * repeat + (((x % repeat) + repeat) % repeat)]
  const step = (f) => f * f * f * (f * (f * 6 - 15) + 10)
  return (x, y) => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)]
    const [fx, fy] = [step(x - ix), step(y - iy)]
    const top = at(ix, iy) * (1 - fx) + at(ix + 1, iy) * fx
    return top * (1 - fy) + (at(ix, iy + 1) * (1 - fx) + at(ix + 1, iy + 1) * fx) * fy
  }
}

export const cloudWidthPx = 2048

/** Long thin clouds, thickest in the lower half of the sky; wider than the picture so that they can drift. */
function cloudCover() {
  const noise = planeNoise(41, 64)
  const cover = new Float32Array(cloudWidthPx * horizonY)
  for (let y = 0; y < horizonY; y++) {
    const band = bump(y, 250, 90) * 0.9 + bump(y, 120, 60) * 0.55
    for (let x = 0; x < cloudWidthPx; x++) {
      const u = x / 256
      const v = y / 26
      const warp = noise(u * 1.5 + 9, v * 0.4 + 3) * 1.6
      const sum =
        noise(u, v + warp) * 0.55 + noise(u * 2.5, v * 2.1 + warp) * 0.3 + noise(u * 5.5, v * 4 + warp) * 0.15
      const thick = Math.min(1, Math.max(0, (sum - 0.5) / 0.34))
      cover[y * cloudWidthPx + x] = thick * thick * (3 - 2 * thick) * band
    }
  }
  return cover
}

function stars() {
  const random = seededRandom(5)
  return Array.from({ length: 120 }, () => ({
    x: random() * widthPx,
    y: 8 + random() ** 1.4 * 330,
    radius: 0.62 + random() ** 4 * 0.75,
    bright: 0.22 + 0.7 * random() ** 2.4,
    phase: random() * 6.283,
    rate: 0.35 + random() * 0.6,
  }))
}

/** The bright lines under the sun, and faint ones over the whole water. */
function waterLines() {
  const random = seededRandom(29)
  const line = (y, x, half, bright) => ({
    y,
    x,
    half,
    bright,
    thick: 0.8 + (y - horizonY) / 150,
    phase: random() * 6.283,
    rate: 0.42 + random() * 0.5,
  })
  const glitter = Array.from({ length: 30 }, (_, i) => {
    const y = horizonY + 6 + i * 2.1 + i * i * 0.205
    const half = 24 + i * 3.1 + random() * 36
    return line(y, 640 + (random() - 0.5) * (26 + i * 1.5), half, 0.72 - i * 0.0175)
  })
  const calm = Array.from({ length: 46 }, () => {
    const y = horizonY + 8 + random() ** 1.5 * 230
    return line(y, random() * widthPx, 30 + random() * (40 + (y - horizonY) * 0.5), 0.05 + random() * 0.06)
  })
  return { glitter, calm }
}

function reedPath(random, x, heightReed, lean) {
  const base = 726
  const [tipX, tipY] = [x + lean, base - heightReed]
  const half = 1.6 + random() * 1.3
  const bend = `${x + lean * 0.2} ${base - heightReed * 0.55}`
  return `<path d="M${x - half} ${base}Q${bend} ${tipX} ${tipY}Q${x + lean * 0.2 + half} ${base - heightReed * 0.5} ${x + half} ${base}Z"/>`
}

function cattail(x, heightReed, lean) {
  const base = 726
  const [tipX, tipY] = [x + lean, base - heightReed]
  const angle = (Math.atan2(lean * 0.8, heightReed * 0.45) * 180) / Math.PI
  return (
    `<path d="M${x} ${base}Q${x + lean * 0.2} ${base - heightReed * 0.55} ${tipX} ${tipY}" fill="none" stroke="#fff" stroke-width="2"/>` +
    `<g transform="translate(${tipX} ${tipY}) rotate(${angle})"><rect x="-3.6" y="-6" width="7.2" height="30" rx="3.6"/><rect x="-.7" y="-20" width="1.4" height="16" rx=".7"/></g>`
  )
}

/** The near shore and its reeds as coverage (0–1) over the whole picture. */
async function shoreCover() {
  const random = seededRandom(63)
  const clump = (from, to, count, tall, lean) =>
    Array.from({ length: count }, () => {
      const x = from + (to - from) * random()
      return reedPath(
        random,
        x,
        tall * (0.45 + 0.55 * random()),
        lean * (0.3 + random()) + (random() - 0.5) * 36,
      )
    }).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" fill="#fff">
    <path d="M0 720V652c70-22 150-14 238 12s190 40 330 26 250-16 372 2 210 2 340-40v68z"/>
    ${clump(-10, 190, 46, 210, 22)}${clump(60, 300, 18, 110, 18)}${clump(1120, 1290, 34, 170, -20)}
    ${cattail(92, 246, 26)}${cattail(140, 204, 34)}${cattail(48, 190, 10)}${cattail(1196, 196, -26)}${cattail(1238, 226, -16)}
  </svg>`
  const { data } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Float32Array.from(data, (v) => v / 255)
}

/** Makes the scenery once; deterministic. */
export async function makeScenery() {
  const { far, mid, near } = ridges()
  return {
    layers: {
      far: coverBelow(far),
      mid: coverBelow(mid),
      near: coverBelow(near),
      trees: coverBelow(treeLine()),
    },
    clouds: cloudCover(),
    stars: stars(),
    ...waterLines(),
    shore: await shoreCover(),
  }
}
