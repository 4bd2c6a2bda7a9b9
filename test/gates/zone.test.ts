// Gate: the community's zone is data. No file of the product or of its scripts names one, and no function has a default.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Paths below the folders, relative to the root. */
const filesIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs|html|css|sql)$/.test(file))
      .map((file) => join(folder, file)),
  )
const filesWith = (pattern: RegExp, files: readonly string[]) =>
  files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** The first era of a new community. */
const firstEra = join('src', 'server/db/migrations/0065-baseline.sql')

test('[TIME-01] only the first era names Chicago, in comments too', () => {
  const files = filesIn('src', 'scripts', 'dev').filter((file) => !isTest(file))
  expect(filesWith(/chicago|producttimezone/i, files)).toEqual([firstEra])
})

test('[TIME-01] tests compute days by the community’s calendar or by named zones', () => {
  const files = filesIn('src', 'test', 'e2e', 'scripts').filter((file) => !file.endsWith('zone.test.ts'))
  expect(filesWith(/\b(chicagoDay|productTimeZone)\b/, files)).toEqual([])
  // A file of the server runs in every zone of the full run, so it names none for its days.
  expect(filesWith(/America\/Chicago/, filesIn('test', 'e2e')).toSorted()).toEqual(['test/community-days.ts'])
})

test('[TIME-01] no function of days has a zone by default', () => {
  const files = filesIn('src').filter((file) => !isTest(file))
  expect(filesWith(/\b(time)?zone(: string( \| null)?)? (=|\?\?) ['"]/i, files)).toEqual([])
})
