// Fuzz of the pictures: broken and mislabelled files yield a picture or none, and the next file still works.
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createPictureWorkerPool } from '#features/profile/server/picture-worker-pool.ts'
import { TooManyPixelsError } from '#features/profile/server/picture-worker-process.ts'
import { twoColorImage, animatedGif, noiseJpeg, solidColorPng } from '#test/data/pictures.ts'
import { tryPropertyAsync } from './property.ts'

const maker = createPictureWorkerPool({ cpuMs: 30_000 })
afterAll(() => maker.close())

type Damage = (file: Buffer) => Buffer

const overwrite = fc
  .tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 }))
  .map(([at, bytes]): Damage => (file) => {
    const damaged = Buffer.from(file)
    // A truncated file may be shorter than the bytes written over it.
    const over = bytes.subarray(0, file.length)
    damaged.set(over, at % (file.length - over.length + 1))
    return damaged
  })
/** The first bytes contain the sizes and types. */
const overwriteHead = fc
  .tuple(fc.nat(60), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.integer({ min: 1, max: 4 }))
  .map(([at, byte, count]): Damage => (file) => {
    const damaged = Buffer.from(file)
    damaged.fill(byte, Math.min(at, file.length), Math.min(at + count, file.length))
    return damaged
  })
const cut = fc.nat().map(
  (at): Damage =>
    (file) =>
      file.subarray(0, at % (file.length + 1)),
)
const drop = fc.tuple(fc.nat(), fc.nat(200)).map(
  ([at, count]): Damage =>
    (file) =>
      Buffer.concat([file.subarray(0, at % file.length), file.subarray((at % file.length) + count)]),
)
const repeat = fc.tuple(fc.nat(), fc.nat(2_000)).map(
  ([at, count]): Damage =>
    (file) =>
      Buffer.concat([
        file.subarray(0, at % file.length),
        file.subarray(Math.max(0, (at % file.length) - count)),
      ]),
)
const append = fc.uint8Array({ maxLength: 400 }).map(
  (bytes): Damage =>
    (file) =>
      Buffer.concat([file, bytes]),
)

test('[T27] a damaged file gives a normal picture or an error, and never a crash', async () => {
  const files = await Promise.all([
    twoColorImage(120, 90).jpeg().toBuffer(),
    twoColorImage(120, 90).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    twoColorImage(120, 90).png().toBuffer(),
    twoColorImage(120, 90).png({ palette: true, progressive: true }).toBuffer(),
    noiseJpeg(40, 40),
    animatedGif(),
  ])
  const damages = fc.array(fc.oneof(overwrite, overwrite, overwriteHead, cut, drop, repeat, append), {
    minLength: 1,
    maxLength: 3,
  })
  const damaged = fc.oneof(
    fc
      .tuple(fc.constantFrom(...files), damages)
      .map(([file, all]) => all.reduce((remaining, damage) => damage(remaining), file)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  )
  await tryPropertyAsync('pictures', { runs: 500, concurrency: 4 }, damaged, async (file) => {
    const picture = await maker.reencode(file, 64).catch((error: unknown) => {
      if (error instanceof TooManyPixelsError) return null
      throw error
    })
    const { format, width, height } = picture
      ? await sharp(picture).metadata()
      : { format: 'jpeg', width: 64, height: 64 }
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 64, height: 64 })
  })
  expect(await maker.reencode(await solidColorPng('#123456'))).not.toBeNull()
})
