// The operator's commands, with the server running or not: backup, restore and admin.
import 'temporal-polyfill/global'
import { join, resolve } from 'node:path'
import { createBackup, validateBackup, restoreBackup } from '#server/backup.ts'
import { systemClock } from '#server/clock.ts'
import { readDataLocation, readSettings } from '#server/config.ts'
import { hasDatabase, openDatabase, type OpenDatabase } from '#server/db.ts'
import { adminCommand, adminUsage, parseEmail } from './admin-command.ts'
import { diagnose } from './doctor.ts'
import { formatFinding } from './doctor-finding.ts'
import { productVersion, projectRoot } from '#server/project-root.ts'
import { sendTestMail } from './send-test-mail.ts'

const usage = `npm run backup -- FILE                   writes all data to one file, also while the server runs
npm run restore -- FILE                  restores such a file into an empty database
${adminUsage}`

/** Runs a command; returns a sentence with the result. Throws an Error whose message explains the failure. */
async function runCommand(words: readonly string[]): Promise<string> {
  const [name, ...rest] = words
  const [file] = rest
  if (name === 'admin') return runAdminCommand(rest)
  if (name === 'backup' && file !== undefined && rest.length === 1) {
    return withDatabase(true, async ({ url }) => {
      const rows = await createBackup({ url, file: resolve(file), clock: systemClock })
      return `${formatRowCounts(rows)} written to ${file}.`
    })
  }
  if (name === 'restore' && file !== undefined && rest.length === 1) {
    // Validated before a database is created: a mistyped file name must not leave an empty one behind.
    const checked = await validateBackup(resolve(file))
    return withDatabase(false, async ({ url }) => {
      const rows = await restoreBackup(checked, { url, file: resolve(file), clock: systemClock })
      return `${formatRowCounts(rows)} restored. Everyone must sign in again.`
    })
  }
  throw new Error(usage)
}

async function runAdminCommand(words: readonly string[]): Promise<string> {
  const [verb, to] = words
  // Checked before any database is opened.
  if (verb === undefined || !adminUsage.includes(`admin -- ${verb} `)) throw new Error(adminUsage)
  if (verb === 'test-mail') {
    if (to === undefined || words.length > 2) throw new Error(adminUsage)
    return sendTestMail(readSettings(process.env), systemClock, parseEmail(to))
  }
  if (verb === 'doctor' && to === undefined) return runDoctor()
  const deps = { clock: systemClock, readSettings: () => readSettings(process.env) }
  return withDatabase(true, ({ database }) => adminCommand({ ...deps, database }, words))
}

async function runDoctor(): Promise<string> {
  const findings = await diagnose(process.env, {
    assetsDir: join(projectRoot(), 'assets'),
    product: `Stillwater ${productVersion()}`,
  })
  if (findings.some(({ level }) => level === 'error')) process.exitCode = 1
  return findings.map(formatFinding).join('\n')
}

function formatRowCounts(rows: Readonly<Record<string, number>>): string {
  const counts = Object.values(rows)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return `${total} rows of ${counts.length} tables`
}

/** Opens the database that the settings name. With `isThere` it must already exist. */
async function withDatabase<T>(isThere: boolean, work: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const place = readDataLocation(process.env)
  // The embedded server would create a new one, and the next start would treat that as a database already in use.
  if (isThere && !hasDatabase(place)) {
    throw new Error(
      `There is no database in ${place.dataDir}: set DATA_DIR or DATABASE_URL as for the server.`,
    )
  }
  const opened = await openDatabase(place)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

try {
  console.info(await runCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
