// Stock picture seed: adds the pictures that ship with the app at the first start (PIC-13).
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from '#server/context.ts'
import { claimSeed, hasSeed } from '#server/db/sql.ts'
import { insertStockPictures, type NewStockPicture } from './sql.ts'

const seedName = 'stock-pictures'
// 04-still-water.jpg is the picture, 04-still-water.256.jpg its thumbnail.
const fileNamePattern = /^\d+-([a-z0-9-]+)\.jpg$/

/**
 * Adds the pictures below `assetsDir` once, so that pictures deleted by an administrator don't return. Safe for
 * concurrent starts: one process adds them, the others wait.
 */
export async function ensureStockPictures(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  assetsDir: string,
): Promise<void> {
  if (await hasSeed(database.query, seedName)) return
  const pictures = await readStockPictures(join(assetsDir, 'stock-pictures'))
  const now = new Date(clock.now())
  await database.transaction(async (transaction) => {
    if (await claimSeed(transaction, seedName, now)) await insertStockPictures(transaction, pictures, now)
  })
}

async function readStockPictures(folder: string): Promise<NewStockPicture[]> {
  const names = (await readdir(folder)).filter((name) => fileNamePattern.test(name)).toSorted()
  if (names.length === 0) throw new Error(`No stock pictures found in ${folder}.`)
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name))
      const small = await readFile(join(folder, name.replace(/jpg$/, '256.jpg')))
      return {
        name: titleOf(name),
        sha256: createHash('sha256').update(content).digest('hex'),
        content,
        imageData: `data:image/jpeg;base64,${small.toString('base64')}`,
      }
    }),
  )
}

/** 'Still Water' for 04-still-water.jpg. */
function titleOf(fileName: string): string {
  const words = fileNamePattern.exec(fileName)?.[1]?.split('-') ?? []
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
