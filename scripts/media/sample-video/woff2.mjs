// Reads a WOFF2 font's tables and simple glyphs, so that words can be drawn without an installed font.
import { brotliDecompressSync } from 'node:zlib'

const KNOWN_TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH ' +
  'PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc ' +
  'bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
).split(' ')

/** A cursor over a buffer; every read advances it. */
export function reader(buffer, at = 0) {
  const cursor = {
    at,
    u8: () => buffer[cursor.at++],
    i8: () => buffer.readInt8(cursor.at++),
    i16: () => buffer.readInt16BE((cursor.at += 2) - 2),
    u16: () => buffer.readUInt16BE((cursor.at += 2) - 2),
    u32: () => buffer.readUInt32BE((cursor.at += 4) - 4),
    tag: () => buffer.toString('latin1', cursor.at, (cursor.at += 4)),
    base128: () => {
      let value = 0
      for (;;) {
        const byte = cursor.u8()
        value = value * 128 + (byte & 127)
        if (byte < 128) return value
      }
    },
    packedU16: () => {
      const code = cursor.u8()
      if (code === 253) return cursor.u16()
      if (code === 254) return 506 + cursor.u8()
      return code === 255 ? 253 + cursor.u8() : code
    },
  }
  return cursor
}

/** The tables of a WOFF2 file by tag; `glyf` stays in its transformed form. */
export function woff2Tables(file) {
  const head = reader(file, 12)
  const count = head.u16()
  head.at = 20
  const compressedBytes = head.u32()
  head.at = 48
  const entries = []
  for (let i = 0; i < count; i++) {
    const flags = head.u8()
    const tag = (flags & 63) === 63 ? head.tag() : KNOWN_TAGS[flags & 63]
    const plainBytes = head.base128()
    const isOutline = tag === 'glyf' || tag === 'loca'
    const transformed = isOutline ? flags >> 6 === 0 : flags >> 6 !== 0
    entries.push({ tag, bytes: transformed ? head.base128() : plainBytes })
  }
  const data = brotliDecompressSync(file.subarray(head.at, head.at + compressedBytes))
  const tables = new Map()
  let offset = 0
  for (const { tag, bytes } of entries) {
    tables.set(tag, data.subarray(offset, offset + bytes))
    offset += bytes
  }
  return tables
}

/** One point's delta, coded as WOFF2 triplets (W3C WOFF2, 5.2). */
function readStep(flag, stream) {
  const code = flag & 127
  const signed = (bit, value) => (bit & 1 ? value : -value)
  if (code < 10) return [0, signed(code, ((code & 14) << 7) + stream.u8())]
  if (code < 20) return [signed(code, (((code - 10) & 14) << 7) + stream.u8()), 0]
  if (code < 84) {
    const both = stream.u8()
    const dx = 1 + ((code - 20) & 0x30) + (both >> 4)
    const dy = 1 + (((code - 20) & 0x0c) << 2) + (both & 15)
    return [signed(code, dx), signed(code >> 1, dy)]
  }
  if (code < 120) {
    const dx = 1 + (Math.floor((code - 84) / 12) << 8) + stream.u8()
    const dy = 1 + ((((code - 84) % 12) >> 2) << 8) + stream.u8()
    return [signed(code, dx), signed(code >> 1, dy)]
  }
  if (code < 124) {
    const [first, second, third] = [stream.u8(), stream.u8(), stream.u8()]
    return [signed(code, (first << 4) + (second >> 4)), signed(code >> 1, ((second & 15) << 8) + third)]
  }
  return [signed(code, stream.u16()), signed(code >> 1, stream.u16())]
}

/** The offsets of the seven streams of a transformed `glyf` table. */
function glyphStreams(glyf) {
  const head = reader(glyf, 4)
  const glyphCount = head.u16()
  head.u16()
  const sizes = Array.from({ length: 7 }, () => head.u32())
  let offset = head.at
  const [contours, points, flags, steps] = sizes.map((size) => {
    offset += size
    return reader(glyf, offset - size)
  })
  return { glyphCount, contours, points, flags, steps }
}

/** All simple glyphs as contours of `{ x, y, onCurve }` in font units; composite glyphs are `null`. */
export function woff2Glyphs(glyf) {
  const { glyphCount, contours, points, flags, steps } = glyphStreams(glyf)
  return Array.from({ length: glyphCount }, () => {
    const contourCount = contours.i16()
    if (contourCount < 0) return null
    const lengths = Array.from({ length: contourCount }, () => points.packedU16())
    let [x, y] = [0, 0]
    const outline = lengths.map((length) =>
      Array.from({ length }, () => {
        const flag = flags.u8()
        const [dx, dy] = readStep(flag, steps)
        x += dx
        y += dy
        return { x, y, onCurve: flag < 128 }
      }),
    )
    if (contourCount > 0) steps.packedU16()
    return outline
  })
}
