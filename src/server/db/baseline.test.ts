// The baseline against the migrations that it replaced, and databases that ran those.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateBeforeBaseline } from '#test/database/before-baseline.ts'
import { readCatalog } from '#test/database/catalog.ts'
import { createTestDatabase, type TestDatabase } from '#test/database/database.ts'
import { dumpRows } from '#test/database/dump-rows.ts'
import { hasUnknownRemoval, knownMigrations, migrate, pendingMigrations } from './migrate.ts'

const baseline = '0065-baseline.sql'
const tooOld =
  'This database is older than migration 0065: start commit 03dfc590 once, which brings it up to date.'

let old: TestDatabase
let fresh: TestDatabase

beforeEach(async () => {
  old = await createTestDatabase('empty')
  fresh = await createTestDatabase('empty')
})
afterEach(async () => {
  await old.drop()
  await fresh.drop()
})

const contentOf = async ({ database: { query } }: TestDatabase) => ({
  catalog: await readCatalog(query),
  rows: await dumpRows(query, ['migrations']),
})
const appliedIn = ({ database }: TestDatabase) =>
  database.query.selectFrom('migrations').select(['name', 'sha256', 'appliedAt']).orderBy('name').execute()
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

test('[OPS-48] the baseline makes the schema and rows of the files before it; a database that ran those continues with it', async () => {
  await migrateBeforeBaseline(old.database, '0065')
  await migrate(fresh.database, { only: [baseline] })
  const content = await contentOf(old)
  expect(content.catalog.tables.length).toBeGreaterThan(50)
  expect(await contentOf(fresh)).toEqual(content)

  const before = await appliedIn(old)
  const later = names(await knownMigrations()).slice(1)
  expect(names(await pendingMigrations(old.database))).toEqual(later)
  expect(await appliedIn(old)).toEqual(before)
  expect(await migrate(old.database)).toEqual(later)
  expect(await migrate(old.database)).toEqual([])
  await migrate(fresh.database)
  expect(await contentOf(old)).toEqual(await contentOf(fresh))
  const after = await appliedIn(old)
  expect(after[0]).toMatchObject({ name: baseline, appliedAt: before.at(-1)?.appliedAt })
  const files = (rows: typeof after) => rows.map(({ name, sha256 }) => ({ name, sha256 }))
  expect(files(after)).toEqual(files(await appliedIn(fresh)))
})

test('[OPS-13] [OPS-48] a database with later files keeps their rows, and running servers of the version before stay ready', async () => {
  await migrateBeforeBaseline(old.database, '9999')
  const before = await appliedIn(old)
  const content = await contentOf(old)
  expect(await pendingMigrations(old.database)).toEqual([])
  expect(await migrate(old.database)).toEqual([])
  expect((await appliedIn(old)).slice(1)).toEqual(before.filter(({ name }) => name > '0066'))
  expect(await contentOf(old)).toEqual(content)
  const known = before.map((row) => ({ ...row, text: '', removes: null }))
  expect(await hasUnknownRemoval(old.database.query, known)).toBe(false)
})

test('[OPS-48] an older state, or another file in place of the last one, is refused before any change', async () => {
  const { database } = old
  const expectRefusal = async () => {
    const [before, content] = [await appliedIn(old), await contentOf(old)]
    await expect(migrate(database)).rejects.toThrow(tooOld)
    await expect(pendingMigrations(database)).rejects.toThrow(tooOld)
    expect(await appliedIn(old)).toEqual(before)
    expect(await contentOf(old)).toEqual(content)
  }
  await migrateBeforeBaseline(database, '0064')
  await expectRefusal()
  await migrateBeforeBaseline(database, '0065')
  await sql`update migrations set sha256 = 'x' where name like '0065-%'`.execute(database.query)
  await expectRefusal()
})
