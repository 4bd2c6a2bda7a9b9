// Writes long quiet sounds as FLAC (RFC 9639), without a library. An eighth of a second of silence costs 17 bytes, and a
// sound is at its exact sample. Mono, 16 bits, blocks of one size, within the format's streamable subset.

/** An eighth of a second at `sampleRate`. A sound begins with a block, so it is encoded once wherever it is heard. */
const blockSamples = 4_000
export const sampleRate = 32_000
export const blocksPerSecond = sampleRate / blockSamples
const bits = 16

export interface FlacSound {
  samples: Int16Array
  /** The blocks with which it begins. It may not overlap with itself or another sound. */
  atBlocks: readonly number[]
}

export interface FlacContent {
  blocks: number
  /** The value of each sample between the sounds. */
  rest: number
  sounds: readonly FlacSound[]
}

/** So many blocks take some milliseconds. */
const blocksPerPart = 4_000
const encodedPerPart = 8

/** The file in parts, so that a page can pause between them; while sounds are encoded, the parts are empty. */
export function* flacParts({ blocks, rest, sounds }: FlacContent): Generator<Uint8Array<ArrayBuffer>> {
  const silence = constantSubframe(rest)
  const loud = new Map<number, Uint8Array>()
  for (const { samples, atBlocks } of sounds) {
    if (atBlocks.length === 0) continue
    for (let index = 0; index * blockSamples < samples.length; index += 1) {
      const subframe = soundSubframe(samples.subarray(index * blockSamples, (index + 1) * blockSamples), rest)
      for (const at of atBlocks) loud.set(at + index, subframe)
      if (index % encodedPerPart === 0) yield new Uint8Array(0)
    }
  }
  const subframeOf = (number: number) => loud.get(number) ?? silence
  const offsets = new Float64Array(blocks + 1)
  for (let number = 0; number < blocks; number += 1)
    offsets[number + 1] = offsetAt(offsets, number) + frameBytes(number, subframeOf(number))
  yield header(blocks, offsets)
  for (let from = 0; from < blocks; from += blocksPerPart) {
    const to = Math.min(blocks, from + blocksPerPart)
    const begin = offsetAt(offsets, from)
    const part = new Uint8Array(offsetAt(offsets, to) - begin)
    for (let number = from; number < to; number += 1) {
      const frame = part.subarray(offsetAt(offsets, number) - begin, offsetAt(offsets, number + 1) - begin)
      writeFrame(frame, number, subframeOf(number))
    }
    yield part
  }
}

function offsetAt(offsets: Float64Array, number: number): number {
  return offsets[number] ?? 0
}

/** Sync code, block size and sample rate as codes, one channel, 16 bits. */
const frameStart = [0xff, 0xf8, 0x70, 0x08]
const blockSizeBytes = [(blockSamples - 1) >> 8, (blockSamples - 1) & 0xff]
const crc8Bytes = 1
const crc16Bytes = 2

function frameBytes(number: number, subframe: Uint8Array): number {
  return (
    frameStart.length +
    codedNumber(number).length +
    blockSizeBytes.length +
    crc8Bytes +
    subframe.length +
    crc16Bytes
  )
}

function writeFrame(frame: Uint8Array, number: number, subframe: Uint8Array): void {
  frame.set([...frameStart, ...codedNumber(number), ...blockSizeBytes])
  const subframeAt = frame.length - crc16Bytes - subframe.length
  const headerEnd = subframeAt - crc8Bytes
  frame[headerEnd] = crc8(frame.subarray(0, headerEnd))
  frame.set(subframe, subframeAt)
  const bodyEnd = frame.length - crc16Bytes
  const check = crc16(frame.subarray(0, bodyEnd))
  frame.set([check >> 8, check & 0xff], bodyEnd)
}

/** A block's number, coded as UTF-8 codes a character. */
function codedNumber(number: number): number[] {
  if (number < 0x80) return [number]
  const following: number[] = []
  let rest = number
  let firstMax = 0x3f
  while (rest > firstMax) {
    following.unshift(0x80 | (rest & 0x3f))
    rest >>= 6
    firstMax >>= 1
  }
  return [((~firstMax << 1) & 0xff) | rest, ...following]
}

const streamInfoBytes = 34
const seekPointBytes = 18
const blockHeaderBytes = 4
/** A player finds any second after reading at most this much. */
const blocksPerSeekPoint = 10 * blocksPerSecond
const lastBlockFlag = 0x80
const seekTableType = 3

function header(blocks: number, offsets: Float64Array): Uint8Array<ArrayBuffer> {
  const points = Math.ceil(blocks / blocksPerSeekPoint)
  const streamInfoAt = 4 + blockHeaderBytes
  const seekTableAt = streamInfoAt + streamInfoBytes + blockHeaderBytes
  const bytes = new Uint8Array(seekTableAt + points * seekPointBytes)
  const view = new DataView(bytes.buffer)
  bytes.set([0x66, 0x4c, 0x61, 0x43]) // fLaC
  view.setUint32(4, streamInfoBytes)
  view.setUint16(streamInfoAt, blockSamples)
  view.setUint16(streamInfoAt + 2, blockSamples)
  // Frame sizes (48 bits) and the checksum of all samples stay 0: unknown.
  const format = (BigInt(sampleRate) << 44n) | (BigInt(bits - 1) << 36n) | BigInt(blocks * blockSamples)
  view.setBigUint64(streamInfoAt + 10, format)
  view.setUint32(seekTableAt - blockHeaderBytes, points * seekPointBytes)
  bytes[seekTableAt - blockHeaderBytes] = lastBlockFlag | seekTableType
  for (let point = 0; point < points; point += 1) {
    const number = point * blocksPerSeekPoint
    const at = seekTableAt + point * seekPointBytes
    view.setBigUint64(at, BigInt(number * blockSamples))
    view.setBigUint64(at + 8, BigInt(offsetAt(offsets, number)))
    view.setUint16(at + 16, blockSamples)
  }
  return bytes
}

function constantSubframe(sample: number): Uint8Array {
  return Uint8Array.of(0, (sample >> 8) & 0xff, sample & 0xff)
}

function soundSubframe(samples: Int16Array, rest: number): Uint8Array {
  const block = new Int16Array(blockSamples).fill(rest)
  block.set(samples)
  return fixedSubframe(block)
}

const order = 2
const partitionOrder = 4
const partitionSamples = blockSamples >> partitionOrder
/** Enough for the second differences of any samples. */
const riceMax = 20

/** The differences between the differences of the samples, as Rice codes in 16 partitions. */
function fixedSubframe(samples: Int16Array): Uint8Array {
  const sampleAt = (index: number) => samples[index] ?? 0
  const out = new BitWriter()
  out.write((0b001000 | order) << 1, 8)
  for (let index = 0; index < order; index += 1) out.write(sampleAt(index) & 0xffff, bits)
  out.write(0b01, 2) // Rice parameters of 5 bits
  out.write(partitionOrder, 4)
  for (let from = 0; from < blockSamples; from += partitionSamples) {
    const codes: number[] = []
    for (let index = Math.max(order, from); index < from + partitionSamples; index += 1) {
      const value = sampleAt(index) - 2 * sampleAt(index - 1) + sampleAt(index - 2)
      codes.push(value < 0 ? -2 * value - 1 : 2 * value)
    }
    const mean = codes.reduce((sum, code) => sum + code, 0) / codes.length
    const rice = Math.min(riceMax, Math.max(0, Math.floor(Math.log2(Math.max(mean, 1)))))
    out.write(rice, 5)
    for (const code of codes) {
      out.writeUnary(code >> rice)
      out.write(code & ((1 << rice) - 1), rice)
    }
  }
  return out.bytes()
}

class BitWriter {
  readonly #bytes = new Uint8Array(blockSamples * 4)
  #length = 0
  #held = 0
  #heldBits = 0

  /** Up to 24 bits. */
  write(value: number, count: number): void {
    this.#held = (this.#held << count) | value
    this.#heldBits += count
    while (this.#heldBits >= 8) {
      this.#heldBits -= 8
      this.#bytes[this.#length] = this.#held >>> this.#heldBits
      this.#length += 1
    }
    this.#held &= (1 << this.#heldBits) - 1
  }

  /** So many zeros, and a one. */
  writeUnary(zeros: number): void {
    for (let left = zeros; left > 0; left -= 24) this.write(0, Math.min(24, left))
    this.write(1, 1)
  }

  /** Padded to whole bytes. */
  bytes(): Uint8Array {
    if (this.#heldBits > 0) this.write(0, 8 - this.#heldBits)
    return this.#bytes.slice(0, this.#length)
  }
}

/** The checksums of all bytes, for a polynomial of so many bits. */
function checksumTable(polynomial: number, width: number): Uint16Array {
  const highest = 1 << (width - 1)
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (width - 8)
    for (let bit = 0; bit < 8; bit += 1) value = value & highest ? (value << 1) ^ polynomial : value << 1
    return value & ((1 << width) - 1)
  })
}
const table8 = checksumTable(0x07, 8)
const table16 = checksumTable(0x80_05, 16)

function crc8(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = table8[value ^ byte] ?? 0
  return value
}

function crc16(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = ((value << 8) & 0xff_ff) ^ (table16[(value >> 8) ^ byte] ?? 0)
  return value
}
