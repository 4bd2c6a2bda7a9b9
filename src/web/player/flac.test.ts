// Whatever sounds are written, a reader of its own finds them, and checks every block.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFlac } from '#test/sittings/read-flac.ts'
import { flacParts, sampleRate, type FlacContent } from './flac.ts'

const blockSamples = 4_000

function read(content: FlacContent) {
  return readFlac(Buffer.concat([...flacParts(content)]))
}

const level = fc.integer({ min: -32_768, max: 32_767 })
/** Noise, a tone, or a few steps between the extremes. */
const anySamples = fc
  .record({ length: fc.integer({ min: 1, max: 9_000 }), levels: fc.array(level, { minLength: 1 }) })
  .map(({ length, levels }) => Int16Array.from({ length }, (_, index) => levels[index % levels.length] ?? 0))

test('[SEQ-05] every sound is found sample by sample, at its block, in a level of silence', () => {
  fc.assert(
    fc.property(anySamples, level, fc.integer({ min: 0, max: 100 }), (samples, rest, at) => {
      const blocks = at + 6
      const { sampleRate: rate, samples: found } = read({
        blocks,
        rest,
        sounds: [{ samples, atBlocks: [at, at + 3] }],
      })
      const expected = new Int16Array(blocks * blockSamples).fill(rest)
      for (const begin of [at, at + 3]) expected.set(samples, begin * blockSamples)
      expect(rate).toBe(sampleRate)
      expect(Buffer.compare(Buffer.from(found.buffer), Buffer.from(expected.buffer))).toBe(0)
    }),
    { numRuns: 15 },
  )
})

test('[SEQ-05] hours cost 17 bytes for each eighth of a second, and number their blocks as UTF-8 does characters', () => {
  for (const blocks of [0x80, 0x81, 0x8_00, 0x8_01, 0x1_00_00, 0x1_00_01]) {
    const file = Buffer.concat([...flacParts({ blocks, rest: 16, sounds: [] })])
    const number = Buffer.from(String.fromCodePoint(blocks - 1))
    const frameBytes = 4 + number.length + 3 + 3 + 2
    expect(file.subarray(-frameBytes).subarray(4, 4 + number.length)).toEqual(number)
    expect(file.length / blocks).toBeLessThan(18)
  }
})
