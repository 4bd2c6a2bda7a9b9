// Databases from before the baseline (docs/decisions/0094): made by the migrations that it replaced.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Database } from '#server/db/database.ts'
import { knownMigrations, migrate } from '#server/db/migrate.ts'

/** The files 0001 to 0065, unchanged: a JSON object of texts by name. */
const archive = new URL('../data/migrations-before-baseline.json.gz', import.meta.url)
const baseline = '0065-baseline.sql'

/** Migrates a database from before the baseline up to a number such as '0064', by the old files and those that follow the baseline. */
export async function migrateBeforeBaseline(database: Database, last: string): Promise<void> {
  const later = (await knownMigrations()).filter(({ name }) => name > baseline)
  const files: Record<string, string> = {
    ...(JSON.parse(gunzipSync(await readFile(archive)).toString()) as Record<string, string>),
    ...Object.fromEntries(later.map(({ name, text }) => [name, text])),
  }
  const names = Object.keys(files).filter((name) => name.slice(0, 4) <= last)
  const directory = await mkdtemp(path.join(tmpdir(), 'stillwater-before-baseline-'))
  try {
    for (const name of names) await writeFile(path.join(directory, name), files[name] ?? '')
    await migrate(database, { directory })
  } finally {
    await rm(directory, { recursive: true })
  }
}
