// The baseline: one file in place of the migrations up to 0065, and the databases and backups from before it.
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
