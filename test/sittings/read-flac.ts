// Reads the FLAC files that a page writes, and checks what a player relies on: numbers, checksums, the seek table. It
// knows the two kinds of blocks in them, no more.

interface FlacFile {
  sampleRate: number
  samples: Int16Array
}

/** Throws an error for a file that isn't sound. */
export function readFlac(bytes: Uint8Array): FlacFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  check(String.fromCodePoint(...bytes.subarray(0, 4)) === 'fLaC', 'its mark')
  const format = view.getBigUint64(18)
  const sampleRate = Number(format >> 44n)
  check(((format >> 41n) & 7n) === 0n && ((format >> 36n) & 31n) === 15n, 'one channel of 16 bits')
  const samples = new Int16Array(Number(format & 0xf_ff_ff_ff_ffn))
  const blockSamples = view.getUint16(8)
  const seekTableAt = 46
  const framesAt = seekTableAt + view.getUint16(seekTableAt - 2) + (view.getUint8(seekTableAt - 3) << 16)
  const frameStarts: number[] = []
  const bits = new BitReader(bytes, framesAt)
  for (let number = 0; number * blockSamples < samples.length; number += 1) {
    const start = bits.at
    frameStarts.push(start - framesAt)
    check(bits.read(16) === 0xff_f8, 'the sync code')
    check(bits.read(16) === 0x70_08, 'the codes of the format')
    check(readNumber(bits) === number, `block ${number}`)
    check(bits.read(16) + 1 === blockSamples, 'the size of the block')
    check(crc(bytes.subarray(start, bits.at), 0x07, 8) === bits.read(8), 'the checksum of the header')
    samples.set(readSubframe(bits, blockSamples), number * blockSamples)
    check(crc(bytes.subarray(start, bits.at), 0x80_05, 16) === bits.read(16), 'the checksum of the block')
  }
  check(bits.at === bytes.length, 'its length')
  for (let at = seekTableAt; at < framesAt; at += 18) {
    const number = Number(view.getBigUint64(at)) / blockSamples
    check(Number(view.getBigUint64(at + 8)) === frameStarts[number], 'the seek table')
  }
  return { sampleRate, samples }
}

function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`The FLAC file is wrong: ${what}.`)
}

function readNumber(bits: BitReader): number {
  const first = bits.read(8)
  if (first < 0x80) return first
  const following = Math.clz32(~(first << 24)) - 1
  let value = first & (0x3f >> following)
  for (let index = 0; index < following; index += 1) value = (value << 6) | (bits.read(8) & 0x3f)
  return value
}

function readSubframe(bits: BitReader, length: number): Int16Array {
  const kind = bits.read(8)
  if (kind === 0) return new Int16Array(length).fill(bits.read(16))
  check(kind === 0b0001_0100, 'the kind of a block')
  const samples = Int16Array.from([bits.read(16), bits.read(16)])
  const values = [...samples]
  check(bits.read(6) === 0b01_0100, 'its partitions')
  for (let partition = 0; partition < 16; partition += 1) {
    const rice = bits.read(5)
    while (values.length < ((partition + 1) * length) / 16) {
      const code = bits.readUnary() * 2 ** rice + bits.read(rice)
      const difference = code % 2 === 0 ? code / 2 : -(code + 1) / 2
      values.push(difference + 2 * (values.at(-1) ?? 0) - (values.at(-2) ?? 0))
    }
  }
  bits.align()
  return Int16Array.from(values)
}

class BitReader {
  readonly #bytes: Uint8Array
  #bit: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#bit = at * 8
  }

  /** The next byte; only between whole bytes. */
  get at(): number {
    return this.#bit / 8
  }

  read(count: number): number {
    let value = 0
    for (let left = count; left > 0;) {
      const inByte = this.#bit & 7
      const taken = Math.min(left, 8 - inByte)
      const byte = this.#bytes[this.#bit >> 3] ?? 0
      value = value * 2 ** taken + ((byte >> (8 - inByte - taken)) & (2 ** taken - 1))
      this.#bit += taken
      left -= taken
    }
    return value
  }

  /** How many zeros come before a one. */
  readUnary(): number {
    let zeros = 0
    while (this.read(1) === 0) zeros += 1
    return zeros
  }

  align(): void {
    this.#bit = Math.ceil(this.#bit / 8) * 8
  }
}

/** Bit by bit, unlike the writer. */
function crc(bytes: Uint8Array, polynomial: number, width: number): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit += 1) {
      const isSet = (value >> (width - 1)) & 1
      value = ((value << 1) ^ (isSet ? polynomial : 0)) & (2 ** width - 1)
    }
  }
  return value
}
