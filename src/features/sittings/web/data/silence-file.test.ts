// The file of a silence, read sample by sample: by a reader of the tests, and by ffmpeg where it is installed.
import { spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { readFlac } from '#test/sittings/read-flac.ts'
import { flacParts, sampleRate } from '#web/player/flac.ts'
import type { Block } from '../../silence.ts'
import { silenceContent } from './silence-file.ts'

const blocks: Block[] = [
  { kind: 'sit', minutes: 2 },
  { kind: 'walk', minutes: 1, strokes: 2 },
  { kind: 'stand', minutes: 1, strokes: 0 },
  { kind: 'sit', minutes: 1, strokes: 1 },
]
const leadSeconds = 70
const strokes = [0, 128, 133, 248, 308]

/** Six seconds that fall from the loudest sample, as a bell does. */
const bell = Int16Array.from({ length: 6 * sampleRate }, (_, index) =>
  Math.round(20_000 * Math.exp(-index / sampleRate) * Math.cos(index / 9)),
)

let file: Buffer
let samples: Int16Array
beforeAll(() => {
  file = Buffer.concat([...flacParts(silenceContent({ bellSeconds: 8, blocks, leadSeconds }, bell))])
  samples = readFlac(file).samples
})

/** The seconds after the bell at which it becomes louder at once. */
function onsets(): number[] {
  const window = sampleRate / 1_000
  const loudest = Array.from({ length: samples.length / window }, (_, index) =>
    samples
      .subarray(index * window, (index + 1) * window)
      .reduce((max, each) => Math.max(max, Math.abs(each)), 0),
  )
  return loudest.flatMap((level, index) =>
    level - (loudest[index - 1] ?? 0) > 10_000 ? [index / 1_000 - leadSeconds] : [],
  )
}

test('[SEQ-04, SEQ-05] each stroke begins at its millisecond, the second of two sounds into the first', () => {
  expect(onsets()).toEqual(strokes)
  const at = (second: number) => samples[(leadSeconds + second) * sampleRate] ?? 0
  expect(at(133)).toBe(Math.min(32_767, (bell[0] ?? 0) + (bell[5 * sampleRate] ?? 0) + at(-10)))
  expect(samples.length / sampleRate).toBe(leadSeconds + 308 + 12)
})

test('[SEQ-05] no sample between the strokes is digital silence, and none is louder than -66 dB', () => {
  const quiet = samples.subarray(0, leadSeconds * sampleRate)
  expect(new Set(quiet)).toEqual(new Set([16]))
})

const ffmpeg = (input: Buffer) =>
  spawnSync('ffmpeg', ['-v', 'error', '-err_detect', 'explode', '-i', '-', '-f', 's16le', '-'], {
    input,
    maxBuffer: 64 * 1_024 * 1_024,
  })
const isInstalled = spawnSync('ffmpeg', ['-version']).error === undefined

test.skipIf(!isInstalled)(
  '[SEQ-05] ffmpeg, where it is installed, finds the same samples and no wrong checksum',
  () => {
    const { stdout, stderr } = ffmpeg(file)
    expect(stderr.toString()).toBe('')
    expect(Buffer.compare(stdout, Buffer.from(samples.buffer))).toBe(0)
  },
)
