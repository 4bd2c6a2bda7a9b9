// Picture worker pool: output, rejected files, and the lifecycle of processes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  corruptUploads,
  cameraJpeg,
  twoColorImage,
  animatedGif,
  largeJpeg,
  noiseJpeg,
  oversizedUploads,
  solidColorPng,
  validUploads,
  svgFile,
} from '#test/data/pictures.ts'
import { createDrawingPool, createPictureWorkerPool, type PictureWorkerPool } from './picture-worker-pool.ts'
import { TooManyPixelsError } from './picture-worker-process.ts'

const patienceMs = 30_000

/** The number of child processes still running. */
const childCount = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

/** The color at a position (0 to 1 in both directions), in steps coarse enough for a JPEG. */
async function colourAt(picture: Buffer | null, x: number, y: number): Promise<string> {
  const place = { left: Math.round(x * 511), top: Math.round(y * 511), width: 1, height: 1 }
  const pixel = await sharp(picture ?? undefined)
    .extract(place)
    .raw()
    .toBuffer()
  return [...pixel].map((part) => Math.round(part / 64)).join(' ')
}
const [red, blue, white, black] = ['4 0 0', '0 0 4', '4 4 4', '0 0 0']

describe('the result', () => {
  const pool = createPictureWorkerPool({ cpuMs: patienceMs })
  afterAll(() => pool.close())

  test('[PROF-18, PROF-20, T27] is a square JPEG without metadata, from any valid file @full', async () => {
    for (const { what, content } of await validUploads()) {
      const picture = await pool.reencode(content)
      const { format, width, height, exif, xmp, iptc, icc, orientation } = await sharp(
        picture ?? undefined,
      ).metadata()
      const left = { exif, xmp, iptc, icc, orientation }
      expect({ what, format, width, height, left }).toEqual({
        what,
        format: 'jpeg',
        width: 512,
        height: 512,
        left: {},
      })
      // Ends with the JPEG end marker.
      expect(picture?.subarray(-2).toString('hex')).toBe('ffd9')
      expect(picture?.includes('<script>')).toBe(false)
    }
  })

  test('[PROF-20] is upright, although orientation and location were removed with the metadata', async () => {
    const sent = await cameraJpeg()
    expect((await sharp(sent).metadata()).orientation).toBe(6)
    expect(sent.includes('Camera of Mia')).toBe(true)
    const picture = await pool.reencode(sent)
    expect([await colourAt(picture, 0.5, 0.1), await colourAt(picture, 0.5, 0.9)]).toEqual([red, blue])
    expect(picture?.includes('Camera of Mia')).toBe(false)
  })

  test('[PROF-18] is made of a picture of 20 megapixels too @full', async () => {
    expect(await sharp((await pool.reencode(await largeJpeg())) ?? undefined).metadata()).toMatchObject({
      width: 512,
      height: 512,
    })
  })

  test('[PIC-09] has the requested size, for consecutive files in one process', async () => {
    const sent = await twoColorImage().png().toBuffer()
    for (const edgePx of [256, 64, 512]) {
      const picture = await pool.reencode(sent, edgePx)
      expect(await sharp(picture ?? undefined).metadata()).toMatchObject({ width: edgePx, height: edgePx })
    }
  })

  test('is the center of a wide picture, on white if transparent, and the first frame of an animation', async () => {
    const wide = await pool.reencode(await twoColorImage(1024, 128).png().toBuffer())
    expect([await colourAt(wide, 0.05, 0.5), await colourAt(wide, 0.95, 0.5)]).toEqual([red, blue])
    expect(await colourAt(await pool.reencode(await solidColorPng('rgba(0, 0, 0, 0)')), 0.5, 0.5)).toBe(white)
    expect(await colourAt(await pool.reencode(await solidColorPng('#000000')), 0.5, 0.5)).toBe(black)
    expect(await colourAt(await pool.reencode(await animatedGif()), 0.5, 0.5)).toBe(red)
  })

  test('[PROF-19, T27] is null for a broken file, a decompression bomb and any other type', async () => {
    for (const { what, content } of await corruptUploads()) {
      expect({ what, picture: await pool.reencode(content) }).toEqual({ what, picture: null })
    }
    for (const { content } of await oversizedUploads()) {
      await expect(pool.reencode(content)).rejects.toThrow(TooManyPixelsError)
    }
    const foreign = {
      svg: svgFile,
      webp: await twoColorImage().webp().toBuffer(),
      tiff: await twoColorImage().tiff().toBuffer(),
      'svg from a file': Buffer.from(`<?xml version="1.0"?>${svgFile.toString()}`),
    }
    for (const [what, content] of Object.entries(foreign)) {
      expect({ what, picture: await pool.reencode(content) }).toEqual({ what, picture: null })
    }
    expect(await pool.reencode(await solidColorPng('#123456'))).not.toBeNull()
  })
})

test('[T93] [LETTER-04] a drawing is a JPEG of its own size, and no upload gets to the process that draws', async () => {
  const drawings = createDrawingPool({ cpuMs: patienceMs })
  const uploads = createPictureWorkerPool({ cpuMs: patienceMs })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>'
  const picture = await drawings.draw(svg)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20 })
  // One at a time, so one process.
  await Promise.all([svg, svg, svg].map(drawings.draw))
  expect(childCount()).toBe(1)
  expect(await uploads.reencode(Buffer.from(svg))).toBeNull()
  const upload = (await solidColorPng('#123456')).toString('latin1')
  await expect(drawings.draw(upload)).rejects.toMatchObject({ errorResponse: { status: 503 } })
  await Promise.all([drawings.close(), uploads.close()])
})

describe('worker processes', () => {
  const makers: PictureWorkerPool[] = []
  const makerWith = (limits: Parameters<typeof createPictureWorkerPool>[0]) => {
    const pool = createPictureWorkerPool(limits)
    makers.push(pool)
    return pool
  }
  afterEach(async () => {
    await Promise.all(makers.splice(0).map((pool) => pool.close()))
    await vi.waitUntil(() => childCount() === 0)
  })

  test('[T27] a process that exceeds its CPU or wall-clock limit is killed, and the next file gets a new one @full', async () => {
    const long = await noiseJpeg(3_000, 3_000)
    for (const limits of [{ cpuMs: 1 }, { fileMs: 1 }]) {
      expect(await makerWith(limits).reencode(long)).toBeNull()
      await expect.poll(childCount).toBe(0)
    }
    const patientPool = makerWith({ cpuMs: patienceMs })
    expect(await patientPool.reencode(await noiseJpeg(1_000, 1_000))).not.toBeNull()
  })

  test('[T27] a process that exceeds its memory limit ends, and the next file gets a new one @full', async () => {
    // The rotation forces the decoder to hold the whole picture in memory.
    const create = { width: 3_000, height: 3_000, channels: 4 as const, background: '#808080' }
    const largePicture = await sharp({ create })
      .withMetadata({ orientation: 6 })
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    const small = makerWith({ cpuMs: patienceMs, memoryMaxMb: 130 })
    expect(await small.reencode(largePicture)).toBeNull()
    expect(await small.reencode(await solidColorPng('#123456'))).not.toBeNull()
    const large = makerWith({ cpuMs: patienceMs })
    expect(await large.reencode(largePicture)).not.toBeNull()
  }, 60_000)

  test('[F21] two run at once, a limited number waits, and the rest is rejected @full', async () => {
    const busyPool = makerWith({ cpuMs: patienceMs })
    const file = await noiseJpeg(1_000, 1_000)
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, childCount())), 1)
    const made = await Promise.allSettled(Array.from({ length: 50 }, () => busyPool.reencode(file)))
    clearInterval(watch)
    expect(most).toBe(2)
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(22)
    for (const turned of made.filter((one) => one.status === 'rejected')) {
      expect(turned.reason).toMatchObject({ errorResponse: { status: 503, retryAfterMs: 2_000 } })
    }
  })

  test('don’t exist before the first file, after the idle timeout, or after close @full', async () => {
    const shortIdlePool = makerWith({ idleMs: 20 })
    expect(childCount()).toBe(0)
    expect(await shortIdlePool.reencode(await solidColorPng('#123456'))).not.toBeNull()
    await expect.poll(childCount).toBe(0)
    expect(await shortIdlePool.reencode(await solidColorPng('#123456'))).not.toBeNull()
    const under = shortIdlePool.reencode(await noiseJpeg(1_000, 1_000)).catch(() => null)
    await shortIdlePool.close()
    expect(await under).toBeNull()
    await expect.poll(childCount).toBe(0)
    await expect(shortIdlePool.reencode(await solidColorPng('#123456'))).rejects.toMatchObject({
      errorResponse: { status: 503 },
    })
  })

  test('end when the parent process is gone @full', async () => {
    const worker = fork(join(import.meta.dirname, 'picture-worker.ts'), ['512', '5000', '64000000'], {
      execArgv: ['--import', 'tsx'],
      env: {},
      serialization: 'advanced',
    })
    await once(worker, 'message')
    worker.send({ content: await noiseJpeg(1_000, 1_000), edgePx: 512 })
    worker.disconnect()
    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL'])
  })

  test('a failed start is not reported as an unreadable picture', async () => {
    const hurried = makerWith({ startMs: 1 })
    await expect(hurried.reencode(await solidColorPng('#123456'))).rejects.toThrow('did not start')
  })
})
