// Compressed metadata of a PNG: decoders unpack it with the header, whatever its size, before anyone sees the picture.
import { createInflate } from 'node:zlib'

const signatureHex = '89504e470d0a1a0a'
const chunkHeadBytes = 8
const checksumBytes = 4

/**
 * The bytes that the texts and the color profile of a PNG unpack to; stops above `max`. 0 for any other file, whose
 * metadata isn't compressed.
 */
export async function countUnpackedMetadata(content: Buffer, max: number): Promise<number> {
  if (content.toString('hex', 0, signatureHex.length / 2) !== signatureHex) return 0
  let count = 0
  for (let at = signatureHex.length / 2; at + chunkHeadBytes <= content.length && count <= max;) {
    const start = at + chunkHeadBytes
    const end = start + content.readUInt32BE(at)
    const stream = compressedPart(content.toString('latin1', at + 4, start), content.subarray(start, end))
    if (stream) count += await countUnpacked(stream, max - count)
    at = end + checksumBytes
  }
  return count
}

/** The compressed part of a chunk; null if it has none. */
function compressedPart(type: string, data: Buffer): Buffer | null {
  const afterKeyword = data.indexOf(0) + 1
  // The compression method follows.
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(afterKeyword + 1)
  if (type !== 'iTXt' || data[afterKeyword] !== 1) return null
  const afterLanguage = data.indexOf(0, afterKeyword + 2) + 1
  return data.subarray(data.indexOf(0, afterLanguage) + 1)
}

async function countUnpacked(stream: Buffer, max: number): Promise<number> {
  let count = 0
  const inflate = createInflate({ chunkSize: 64 * 1024 })
  inflate.end(stream)
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      count += part.length
      if (count > max) break
    }
  } catch {
    // Broken data: decoders stop there, too.
  }
  return count
}
