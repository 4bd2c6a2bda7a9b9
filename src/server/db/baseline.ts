// The baseline: one file in place of the migrations up to 0065, and the databases and backups from before it.
import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type AppliedMigration = Pick<Tables['migrations'], 'name' | 'sha256'>

const baselineName = '0065-baseline.sql'
/** The last of the files that the baseline replaced. */
const lastReplaced: AppliedMigration = {
  name: '0065-community-translations.sql',
  sha256: '612c47ab1268cd8d36de7cc7efd4c12dce7a15fc231e2c4835a01e331bb80e3d',
}

const isBaseline = ({ name }: AppliedMigration) => name === baselineName
/** The numbers have four digits, so names sort by them. */
const isReplaced = (row: AppliedMigration) => row.name <= lastReplaced.name && !isBaseline(row)

/**
 * The applied migrations of a database or a backup, with the baseline in place of the files that it replaced. Null for
 * an older state, without the last of them: its schema isn't the baseline's. Unchanged if there is nothing to replace.
 */
export function withBaseline(
  applied: readonly AppliedMigration[],
  files: readonly AppliedMigration[],
): AppliedMigration[] | null {
  const baseline = files.find(isBaseline)
  if (baseline === undefined || applied.some(isBaseline) || !applied.some(isReplaced)) return [...applied]
  const isComplete = applied.some(
    ({ name, sha256 }) => name === lastReplaced.name && sha256 === lastReplaced.sha256,
  )
  return isComplete ? [baseline, ...applied.filter((row) => !isReplaced(row))] : null
}

/**
 * Stores the result of {@link withBaseline}, if it isn't null; the baseline gets the time of the last replaced file.
 * One statement, so that a crash leaves the old rows or the new one.
 */
export async function adoptBaseline(
  connection: Kysely<Tables>,
  files: readonly AppliedMigration[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  const baseline = files.find(isBaseline)
  const replaced = applied.filter(isReplaced).map(({ name }) => name)
  if (baseline === undefined || replaced.length === 0) return
  await sql`
    with replaced as (delete from migrations where name = any (${replaced}) returning name, "appliedAt")
    insert into migrations (name, sha256, "appliedAt")
    select ${baseline.name}, ${baseline.sha256}, "appliedAt" from replaced where name = ${lastReplaced.name}`.execute(
    connection,
  )
}
