// Fragmented MP4, by its first bytes.

const initBoxes = new Set(['ftyp'])
const segmentBoxes = new Set(['styp', 'sidx', 'prft', 'emsg', 'moof'])

/** Whether bytes begin as the first part of a fragmented MP4 does. */
export function isInit(bytes: Uint8Array): boolean {
  return initBoxes.has(firstBox(bytes))
}

/** Whether bytes begin as a segment of a fragmented MP4 does. */
export function isSegment(bytes: Uint8Array): boolean {
  return segmentBoxes.has(firstBox(bytes))
}

/** The type of the first box; '' if it can't be one. A box is its length in four bytes, then its type. */
function firstBox(bytes: Uint8Array): string {
  if (bytes.length < 8) return ''
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (length < 8 || length > bytes.length) return ''
  return String.fromCharCode(...bytes.subarray(4, 8))
}
