// The pictures of the sky in letters: their address, what is stored of them, and what is not found.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { appError } from '#server/app-error.ts'
import { setErrorHandlers } from '#server/http/errors.ts'
import { skyPicturePath } from '#shared/scene/sky-picture.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { mountSkyPictures, skyPicturesFolder } from './sky-pictures.ts'

const app = await openTestApp()
const folder = skyPicturesFolder(app.config.dataDir)
const evening = { bell: 76, at: 75 }

async function read(path: string) {
  const response = await fetch(app.url + path)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

const storedNames = () => readdirSync(folder).toSorted()

async function setHue(hue: number | null) {
  await app.database.query
    .updateTable('community_settings')
    .set((row) => ({ hue, version: row.eb('version', '+', 1) }))
    .execute()
  await app.app.platform.community.refresh()
}

beforeEach(() => rmSync(folder, { recursive: true, force: true }))

test('[LETTER-04] a picture is a JPEG of 1120 × 360, the same for all, kept by browsers and on disk', async () => {
  const path = skyPicturePath(evening, null)
  expect(path).toBe('/pictures/sky/76-75.jpg')
  const { status, headers, bytes } = await read(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect([headers.get('set-cookie'), headers.get('vary')]).toEqual([null, null])
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1120, height: 360 })
  expect(bytes.length).toBeLessThan(20_000)
  expect(storedNames()).toEqual(['76-75.jpg'])
  // From the disk, not drawn again.
  writeFileSync(join(folder, '76-75.jpg'), 'stored')
  expect((await read(path)).bytes.toString()).toBe('stored')
})

test('[LETTER-04] the address of the hue that the community has is found, and no other', async () => {
  const [plain, teal] = [skyPicturePath(evening, null), skyPicturePath(evening, 205)]
  const { bytes } = await read(plain)
  expect((await read(teal)).status).toBe(404)
  await setHue(205)
  const tinted = await read(teal)
  expect(tinted.status).toBe(200)
  expect(tinted.bytes.equals(bytes)).toBe(false)
  expect((await read(plain)).status).toBe(404)
  await setHue(null)
  expect((await read(plain)).status).toBe(200)
  expect((await read(teal)).status).toBe(404)
})

test.each([
  '96-0',
  '0-96',
  '076-75',
  '76-075',
  '76',
  '76-75-',
  '76--75',
  '-1-75',
  '76-75-0',
  '76-75-400',
  '7.0-75',
  '1e1-75',
  '../76-75',
  '%2e%2e%2f76-75',
  '76-75.jpg',
])('[LETTER-04] [T93] %s is no picture, and stores nothing', async (name) => {
  expect((await read(`/pictures/sky/${name}.jpg`)).status).toBe(404)
  expect(readdirSync(app.config.dataDir)).not.toContain('sky-pictures')
})

test('[LETTER-04] [T93] at most 400 are stored: the oldest go', async () => {
  mkdirSync(folder, { recursive: true })
  const names = Array.from({ length: 400 }, (_, index) => `${Math.floor(index / 96)}-${index % 96}.jpg`)
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), 1_000 + index, 1_000 + index)
  }
  await read(skyPicturePath(evening, null))
  expect(storedNames()).toEqual(['76-75.jpg', ...names.slice(1)].toSorted())
})

/** The route alone, with a count of what is drawn. */
async function mountAlone({ limitReads = async () => {} }: { limitReads?: () => Promise<void> } = {}) {
  const http = Fastify()
  setErrorHandlers(http, [])
  onTestFinished(() => http.close())
  const draw = vi.fn<(svg: string) => Promise<Buffer>>(async () => Buffer.from('drawn'))
  const { config, app: own } = app
  mountSkyPictures(http, { config, community: own.platform.community, draw, limitReads })
  const statusOf = async (path: string) => (await http.inject(path)).statusCode
  return { draw, statusOf }
}

test('[LETTER-04] [T93] one drawing serves all who ask for it meanwhile, and later ones', async () => {
  const { draw, statusOf } = await mountAlone()
  const path = skyPicturePath(evening, null)
  expect(await Promise.all([path, path, path].map(statusOf))).toEqual([200, 200, 200])
  expect(await statusOf(path)).toBe(200)
  expect(draw).toHaveBeenCalledTimes(1)
  await statusOf(skyPicturePath({ bell: 25, at: 26 }, null))
  expect(draw).toHaveBeenCalledTimes(2)
  expect(storedNames()).toEqual(['25-26.jpg', '76-75.jpg'])
})

test('[LETTER-04] [T93] a read beyond the limit of its address draws nothing', async () => {
  const { draw, statusOf } = await mountAlone({
    limitReads: async () => {
      throw appError('rate_limited')
    },
  })
  expect(await statusOf(skyPicturePath(evening, null))).toBe(429)
  expect(draw).not.toHaveBeenCalled()
})

test('[LETTER-04] where none can be stored, it is drawn all the same', async () => {
  writeFileSync(folder, 'a file in place of the folder')
  expect(statSync(folder).isFile()).toBe(true)
  const { status, bytes } = await read(skyPicturePath(evening, null))
  expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 1120])
})
