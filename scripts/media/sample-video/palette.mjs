// The colours of the dawn: key colours of night, first light, dawn and morning, interpolated.

const KEY_PLACES = [0, 0.36, 0.7, 1]
const KEYS = {
  skyTop: ['#12122c', '#1f1c4a', '#5a67a6', '#8fabd4'],
  skyHigh: ['#1b1a40', '#352e6b', '#8f8cc4', '#bfc4e6'],
  skyMid: ['#2c2656', '#6a4a82', '#cda3c0', '#e3d0e2'],
  skyLow: ['#453565', '#b0718a', '#f0bfb0', '#f6d9cf'],
  horizon: ['#66486f', '#e3a187', '#fcd6aa', '#fee6c6'],
  sun: ['#ffb98a', '#ffcf9c', '#ffeccb', '#fff9e6'],
  cloud: ['#4a3a68', '#d58f8f', '#fbd3bd', '#fff3e6'],
  far: ['#2e2850', '#6a4c7e', '#b593b8', '#b9b4d8'],
  mid: ['#221e42', '#46376c', '#8a77a8', '#9794c4'],
  near: ['#171430', '#2b2352', '#5c5288', '#7773ab'],
  trees: ['#0e0c22', '#1b1638', '#3c3564', '#524d85'],
  deep: ['#100f26', '#1e1841', '#322d5c', '#3c3a6e'],
  shore: ['#08071a', '#100c26', '#201b41', '#2d2952'],
}

const toLinear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)

function toOklab(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => toLinear(parseInt(hex.slice(at, at + 2), 16) / 255))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((v) => toGamma(Math.min(1, Math.max(0, v))))
}

const LAB_KEYS = Object.fromEntries(Object.entries(KEYS).map(([name, hexes]) => [name, hexes.map(toOklab)]))

/** A smooth curve through evenly or unevenly spaced values (monotone where the values are). */
function curve(places, values, at) {
  let i = 0
  while (i < places.length - 2 && at > places[i + 1]) i++
  const slope = (k) => (values[k + 1] - values[k]) / (places[k + 1] - places[k])
  const tangent = (k) => {
    if (k === 0) return slope(0)
    if (k === places.length - 1) return slope(k - 1)
    const [before, after] = [slope(k - 1), slope(k)]
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  }
  const span = places[i + 1] - places[i]
  const x = Math.min(1, Math.max(0, (at - places[i]) / span))
  const [x2, x3] = [x * x, x * x * x]
  return (
    (2 * x3 - 3 * x2 + 1) * values[i] +
    (x3 - 2 * x2 + x) * span * tangent(i) +
    (3 * x2 - 2 * x3) * values[i + 1] +
    (x3 - x2) * span * tangent(i + 1)
  )
}

const blend = (places, labs, at) =>
  [0, 1, 2].map((k) =>
    curve(
      places,
      labs.map((lab) => lab[k]),
      at,
    ),
  )

/** Every named colour at a moment of the dawn, as Oklab. */
function labsAt(dawn) {
  return Object.fromEntries(
    Object.entries(LAB_KEYS).map(([name, labs]) => [name, blend(KEY_PLACES, labs, dawn)]),
  )
}

const SKY_STOPS = [0, 0.3, 0.58, 0.82, 1]

/**
 * The colours at a moment: named sRGB triples (0–1) and `sky`, one triple for each row above the horizon.
 */
export function paletteAt(dawn, skyRows) {
  const labs = labsAt(dawn)
  const stops = [labs.skyTop, labs.skyHigh, labs.skyMid, labs.skyLow, labs.horizon]
  const sky = new Float32Array(skyRows * 3)
  for (let y = 0; y < skyRows; y++) sky.set(fromOklab(blend(SKY_STOPS, stops, y / (skyRows - 1))), y * 3)
  const named = Object.fromEntries(Object.entries(labs).map(([name, lab]) => [name, fromOklab(lab)]))
  return { ...named, sky }
}
