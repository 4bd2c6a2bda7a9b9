// Helpers for drawing in SVG: gradients, shapes and a finished picture.

const num = (v) => String(Math.round(v * 100) / 100)

/** Joins numbers and text into path data, rounded to a hundredth. */
export function path(strings, ...values) {
  return strings.reduce(
    (out, text, i) => out + (typeof values[i - 1] === 'number' ? num(values[i - 1]) : values[i - 1]) + text,
  )
}

const stops = (colors) =>
  colors
    .map((color, i) => {
      const [hex, opacity = '1', at = String(i / (colors.length - 1))] = color.split(' ')
      return `<stop offset="${at}" stop-color="${hex}" stop-opacity="${opacity}"/>`
    })
    .join('')

/** A linear gradient; each colour is '#hex opacity offset', the last two may be left out. Direction in box units. */
export function linear(id, colors, [x1, y1, x2, y2] = [0, 0, 0, 1]) {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(colors)}</linearGradient>`
}

/** A radial gradient; middle and radius in box units. */
export function radial(id, colors, [cx, cy, r] = [0.5, 0.5, 0.5]) {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(colors)}</radialGradient>`
}

/** A blur filter, deviation in px. */
export function blur(id, px) {
  return `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${px}"/></filter>`
}

/** A whole picture: definitions, ground and drawing. */
export function picture([width, height], defs, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`
}

/** A full-bleed rectangle. */
export function ground([width, height], fill) {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`
}

/** A pointed petal or leaf from a base point: length and half width in px, direction in degrees (0 is up). */
export function petal(x, y, length, half, degrees, attributes = '') {
  const d = path`M0 0C${half * 1.15} ${-length * 0.22} ${half * 1.05} ${-length * 0.66} 0 ${-length}C${-half * 1.05} ${-length * 0.66} ${-half * 1.15} ${-length * 0.22} 0 0Z`
  return `<path transform="translate(${num(x)} ${num(y)}) rotate(${num(degrees)})" d="${d}" ${attributes}/>`
}

/** Horizontal strokes of light on water, wider and fainter the nearer they are. */
export function glitter({ x, y, rows, gap, grow, width, color, opacity }, random) {
  let out = ''
  for (let i = 0; i < rows; i++) {
    const long = width + i * grow + random() * grow * 3
    const at = y + i * gap + i * i * gap * 0.06
    const left = x - long / 2 + (random() - 0.5) * long * 0.3
    const thick = 1.6 + i * 0.22
    out += `<rect x="${num(left)}" y="${num(at)}" width="${num(long)}" height="${num(thick)}" rx="${num(thick / 2)}" fill="${color}" opacity="${num(opacity * (1 - (i / rows) * 0.75))}"/>`
  }
  return out
}

/** Rows of numbers written as 'x,y x,y …'. */
export function points(text) {
  return text.split(' ').map((row) => row.split(',').map(Number))
}

/** A smooth ridge as path data, closed at the bottom: places are [x, y]. */
export function ridge(places, width, bottom) {
  let d = path`M${places[0][0]} ${places[0][1]}`
  for (let i = 0; i < places.length - 1; i++) {
    const [before, from, to, after] = [
      places[i - 1] ?? places[i],
      places[i],
      places[i + 1],
      places[i + 2] ?? places[i + 1],
    ]
    const c1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const c2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    d += path`C${c1[0]} ${c1[1]} ${c2[0]} ${c2[1]} ${to[0]} ${to[1]}`
  }
  return `${d}L${width} ${bottom}L0 ${bottom}Z`
}
