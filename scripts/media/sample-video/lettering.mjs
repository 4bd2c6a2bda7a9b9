// Sets words in the product's title face (Fraunces 340) as vector outlines, taken from the installed font package.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { axisPlace, glyphAt } from './font-weight.mjs'
import { reader, woff2Glyphs, woff2Tables } from './woff2.mjs'

const FONT = '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'
const WEIGHT = 340

/** Maps character codes to glyphs, from the font's first format 4 `cmap`. */
function characterMap(cmap) {
  const head = reader(cmap, 2)
  const starts = Array.from({ length: head.u16() }, () => [head.u32(), head.u32()][1])
  const start = starts.find((at) => cmap.readUInt16BE(at) === 4)
  const segments = cmap.readUInt16BE(start + 6) / 2
  const at = (list, i) => start + 14 + list * segments * 2 + (list > 0 ? 2 : 0) + i * 2
  return (code) => {
    for (let i = 0; i < segments; i++) {
      if (code > cmap.readUInt16BE(at(0, i))) continue
      const first = cmap.readUInt16BE(at(1, i))
      if (code < first) return 0
      const range = cmap.readUInt16BE(at(3, i))
      const direct = range === 0 ? code : cmap.readUInt16BE(at(3, i) + range + (code - first) * 2)
      return (direct + cmap.readUInt16BE(at(2, i))) & 0xffff
    }
    return 0
  }
}

/** One TrueType contour as SVG path data; `place` maps font units to the picture. */
function contourPath(points, place) {
  const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, onCurve: true })
  const full = points.flatMap((point, i) => {
    const next = points[(i + 1) % points.length]
    return point.onCurve || next.onCurve ? [point] : [point, middle(point, next)]
  })
  const first = full.findIndex((point) => point.onCurve)
  const ring = [...full.slice(first), ...full.slice(0, first), full[first]]
  const data = [`M${place(ring[0])}`]
  for (let i = 1; i < ring.length; i++) {
    if (ring[i].onCurve) data.push(`L${place(ring[i])}`)
    else data.push(`Q${place(ring[i])} ${place(ring[++i])}`)
  }
  return `${data.join('')}Z`
}

/** Opens the font; the returned function sets a line of text and returns its path data and width in px. */
export function openLettering() {
  const tables = woff2Tables(readFileSync(createRequire(import.meta.url).resolve(FONT)))
  const outlines = woff2Glyphs(tables.get('glyf'))
  const glyphOf = characterMap(tables.get('cmap'))
  const unitsPerEm = tables.get('head').readUInt16BE(18)
  const lastMetric = tables.get('hhea').readUInt16BE(34) - 1
  const place = axisPlace(tables, WEIGHT)
  const advanceOf = (glyph) => tables.get('hmtx').readUInt16BE(Math.min(glyph, lastMetric) * 4)
  return (text, sizePx, trackingEm = 0) => {
    const scale = sizePx / unitsPerEm
    let pen = 0
    let path = ''
    for (const character of text) {
      const glyph = glyphOf(character.codePointAt(0))
      const outline = outlines[glyph]
      if (!outline) throw new Error(`The title face has no plain glyph for "${character}".`)
      const shape = glyphAt(tables, glyph, outline, advanceOf(glyph), place)
      const toPicture = (p) => `${(pen + p.x * scale).toFixed(2)} ${(-p.y * scale).toFixed(2)}`
      path += shape.contours.map((contour) => contourPath(contour, toPicture)).join('')
      pen += shape.advance * scale + trackingEm * sizePx
    }
    return { path, widthPx: pen - trackingEm * sizePx }
  }
}
