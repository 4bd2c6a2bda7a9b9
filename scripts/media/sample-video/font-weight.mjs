// Moves the points of a variable font's glyph to a chosen weight (the `gvar` table, one axis).
import { reader } from './woff2.mjs'

/** The normalized position of a weight on the font's one axis, −1 to 1, after the `avar` map. */
export function axisPlace(tables, weight) {
  const axis = reader(tables.get('fvar'), 4)
  axis.at = axis.u16() + 4
  const [min, standard, max] = [axis.u32() / 65536, axis.u32() / 65536, axis.u32() / 65536]
  const plain =
    weight < standard ? (weight - standard) / (standard - min) : (weight - standard) / (max - standard || 1)
  const avar = tables.get('avar')
  if (!avar) return plain
  const map = reader(avar, 8)
  const pairs = Array.from({ length: map.u16() }, () => [map.i16() / 16384, map.i16() / 16384])
  const above = pairs.findIndex(([from]) => from >= plain)
  if (above <= 0) return plain
  const [[fromA, toA], [fromB, toB]] = [pairs[above - 1], pairs[above]]
  return toA + ((plain - fromA) / (fromB - fromA)) * (toB - toA)
}

function readPoints(data, pointCount) {
  const first = data.u8()
  if (first === 0) return null
  const count = first & 128 ? ((first & 127) << 8) + data.u8() : first
  const points = []
  let at = 0
  while (points.length < count) {
    const run = data.u8()
    for (let i = 0; i <= (run & 127); i++) points.push((at += run & 128 ? data.u16() : data.u8()))
  }
  return points.filter((point) => point < pointCount)
}

function readDeltas(data, count) {
  const deltas = []
  while (deltas.length < count) {
    const run = data.u8()
    for (let i = 0; i <= (run & 63); i++) deltas.push(run & 128 ? 0 : run & 64 ? data.i16() : data.i8())
  }
  return deltas
}

/** The scalar of a tuple at a position: 1 at its peak, 0 outside its range. */
function strength(place, peak, start, end) {
  if (peak === 0) return 1
  if (place === peak) return 1
  if (place <= start || place >= end) return 0
  return place < peak ? (place - start) / (peak - start) : (end - place) / (end - peak)
}

function readTuples(gvar, glyph) {
  const head = reader(gvar, 4)
  head.u16()
  const sharedCount = head.u16()
  const sharedAt = head.u32()
  head.u16()
  const wide = head.u16() & 1
  const dataAt = head.u32()
  const offset = (i) => (wide ? gvar.readUInt32BE(20 + i * 4) : gvar.readUInt16BE(20 + i * 2) * 2)
  if (offset(glyph) === offset(glyph + 1)) return null
  const tuple = reader(gvar, dataAt + offset(glyph))
  const base = tuple.at
  const flags = tuple.u16()
  const data = reader(gvar, base + tuple.u16())
  const headers = Array.from({ length: flags & 0xfff }, () => {
    const [bytes, index] = [tuple.u16(), tuple.u16()]
    const peak = (index & 0x8000 ? tuple.i16() : gvar.readInt16BE(sharedAt + (index & 0xfff) * 2)) / 16384
    const reach =
      index & 0x4000 ? [tuple.i16() / 16384, tuple.i16() / 16384] : [Math.min(peak, 0), Math.max(peak, 0)]
    return { bytes, peak, reach, ownPoints: (index & 0x2000) !== 0 }
  })
  return { headers, data, sharedPoints: (flags & 0x8000) !== 0 && sharedCount >= 0 }
}

/** Interpolates the deltas of points that a tuple leaves out, between their neighbours on the contour. */
function interpolateContour(original, moved, from, to) {
  const known = []
  for (let i = from; i <= to; i++) if (moved[i] !== undefined) known.push(i)
  if (known.length === 0) return
  for (let i = from; i <= to; i++) {
    if (moved[i] !== undefined) continue
    const before = known.findLast((k) => k < i) ?? known[known.length - 1]
    const after = known.find((k) => k > i) ?? known[0]
    moved[i] = between(original[i], [original[before], original[after]], [moved[before], moved[after]])
  }
}

function between(at, [a, b], [moveA, moveB]) {
  if (a === b) return moveA === moveB ? moveA : 0
  const [low, high, moveLow, moveHigh] = a < b ? [a, b, moveA, moveB] : [b, a, moveB, moveA]
  if (at <= low) return moveLow
  if (at >= high) return moveHigh
  return moveLow + ((at - low) / (high - low)) * (moveHigh - moveLow)
}

function completeDeltas(coords, contourEnds, points, deltas) {
  if (!points) return deltas
  const moved = Array(coords.length)
  points.forEach((point, i) => (moved[point] = deltas[i]))
  let from = 0
  for (const to of contourEnds) {
    interpolateContour(coords, moved, from, to)
    from = to + 1
  }
  return Array.from(moved, (step) => step ?? 0)
}

/** A glyph's contours and advance (font units) at a position on the axis. */
export function glyphAt(tables, glyph, outline, advance, place) {
  const flat = outline.flat()
  let end = -1
  const contourEnds = outline.map((contour) => (end += contour.length))
  const xs = [...flat.map((p) => p.x), 0, advance, 0, 0]
  const ys = [...flat.map((p) => p.y), 0, 0, 0, 0]
  const [sumX, sumY] = [[...xs], [...ys]]
  const tuples = readTuples(tables.get('gvar'), glyph)
  if (tuples) {
    const shared = tuples.sharedPoints ? readPoints(tuples.data, xs.length) : null
    for (const { bytes, peak, reach, ownPoints } of tuples.headers) {
      const next = tuples.data.at + bytes
      const points = ownPoints ? readPoints(tuples.data, xs.length) : shared
      const count = points ? points.length : xs.length
      const dx = completeDeltas(xs, contourEnds, points, readDeltas(tuples.data, count))
      const dy = completeDeltas(ys, contourEnds, points, readDeltas(tuples.data, count))
      const factor = strength(place, peak, reach[0], reach[1])
      for (let i = 0; i < xs.length; i++) {
        sumX[i] += factor * dx[i]
        sumY[i] += factor * dy[i]
      }
      tuples.data.at = next
    }
  }
  let i = -1
  const contours = outline.map((contour) =>
    contour.map((p) => ({ x: sumX[++i], y: sumY[i], onCurve: p.onCurve })),
  )
  return { contours, advance: sumX[flat.length + 1] - sumX[flat.length] }
}
