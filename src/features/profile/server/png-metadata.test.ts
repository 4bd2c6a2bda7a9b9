// Compressed metadata of a PNG: its unpacked size, up to a bound.
import { expect, test } from 'vitest'
import { animatedGif, pngWithTexts, solidColorPng } from '#test/data/pictures.ts'
import { countUnpackedMetadata } from './png-metadata.ts'

const bound = 1_000_000
const png = await solidColorPng('#123456')

test('[T27] [PROF-19] the unpacked texts of a PNG add up, and no further than the bound', async () => {
  expect(await countUnpackedMetadata(png, bound)).toBe(0)
  expect(await countUnpackedMetadata(await animatedGif(), bound)).toBe(0)
  expect(await countUnpackedMetadata(pngWithTexts(png, 1_000, 3), bound)).toBe(3_000)
  const count = await countUnpackedMetadata(pngWithTexts(png, 300_000, 20), bound)
  expect([count > bound, count < 2 * bound]).toEqual([true, true])
})

test('[T27] broken chunks end the count', async () => {
  const file = pngWithTexts(png, 1_000, 2)
  for (const length of [9, 40, 60, file.length - 5])
    expect(await countUnpackedMetadata(file.subarray(0, length), bound)).toBeLessThanOrEqual(2_000)
  const broken = Buffer.from(file)
  broken.fill(0xff, 50, 60)
  expect(await countUnpackedMetadata(broken, bound)).toBeLessThanOrEqual(1_000)
})
