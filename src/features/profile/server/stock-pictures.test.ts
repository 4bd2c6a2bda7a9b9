// Stock picture seed: added once, at the first start.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { connectDatabase, type Database } from '#server/db/database.ts'
import { withLocale } from '#server/i18n/locale.ts'
import { createTestClock } from '#test/clock.ts'
import { createTestDatabase } from '#test/database/database.ts'
import { listActivePictureUrls, listActivePictures, readMedia } from './sql.ts'
import { ensureStockPictures } from './stock-pictures.ts'

const assetsDir = join(import.meta.dirname, '../../../../assets')
const clock = createTestClock()
const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function openDatabase(): Promise<{ url: string; database: Database }> {
  const { url, database, drop } = await createTestDatabase()
  cleanUps.push(drop)
  return { url, database }
}

test('[PIC-13] twelve ship, each with a name, a file and a thumbnail @full', async () => {
  const { database } = await openDatabase()
  await ensureStockPictures({ database, clock }, assetsDir)
  const pictures = await listActivePictures(database.query)
  expect(pictures).toHaveLength(12)
  expect(new Set(pictures.map(({ url }) => url)).size).toBe(12)
  const files = (await readdir(join(assetsDir, 'stock-pictures')))
    .filter((name) => !name.includes('.256.'))
    .toSorted()
  for (const [index, { name, url, imageData }] of pictures.entries()) {
    expect(name).toMatch(/^[A-Z][A-Za-z]*( [A-Z][A-Za-z]*)*$/)
    const content = await readFile(join(assetsDir, 'stock-pictures', files[index] ?? ''))
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(url).toBe(`/media/${sha256}.jpg`)
    expect(await readMedia(database.query, sha256)).toEqual(content)
    expect(imageData.length).toBeLessThan(48 * 1024)
  }
  expect(await listActivePictureUrls(database.query)).toEqual(pictures.map(({ url }) => url))
})

test('[PIC-13] [LANG-01] members read their names in their language', async () => {
  const { database } = await openDatabase()
  await ensureStockPictures({ database, clock }, assetsDir)
  const pictures = await withLocale('es', () => listActivePictures(database.query))
  expect(pictures.map(({ name }) => name).join(' ')).toBe(
    'Loto Luna Montaña Hoja Ola Sol Piedras Pluma Grulla Árbol Nube Concha',
  )
})

test('[PIC-13] several processes that start at once insert them once', async () => {
  const { url, database } = await openDatabase()
  const processes = Array.from({ length: 4 }, () => connectDatabase(url, { maxConnections: 2 }))
  cleanUps.push(async () => {
    await Promise.all(processes.map((one) => one.close()))
  })
  await Promise.all(processes.map((one) => ensureStockPictures({ database: one, clock }, assetsDir)))
  expect(await listActivePictures(database.query)).toHaveLength(12)
})

test('a deleted one does not return at the next start', async () => {
  const { database } = await openDatabase()
  await ensureStockPictures({ database, clock }, assetsDir)
  await database.query.deleteFrom('profile_pictures').execute()
  await ensureStockPictures({ database, clock }, assetsDir)
  expect(await listActivePictures(database.query)).toEqual([])
})

test('without the files the start fails with a message, and the next start tries again', async () => {
  const { database } = await openDatabase()
  await expect(ensureStockPictures({ database, clock }, join(assetsDir, 'icons'))).rejects.toThrow(
    /stock-pictures/,
  )
  await ensureStockPictures({ database, clock }, assetsDir)
  expect(await listActivePictures(database.query)).toHaveLength(12)
})
