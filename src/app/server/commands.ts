// The operator's commands, with the server running or not: backup, restore and admin.
import 'temporal-polyfill/global'
import { join, resolve } from 'node:path'
import { recordBackup } from '#server/backup/backup-marks.ts'
import { createBackup, validateBackup, restoreBackup } from '#server/backup/backup.ts'
import { systemClock } from '#server/clock.ts'
import { findSettings } from '#server/community/sql.ts'
import { readDataLocation, readSettings } from '#server/config/config.ts'
import { productName, projectRoot } from '#server/config/project-root.ts'
import { hasDatabase, openDatabase, type OpenDatabase } from '#server/db/database.ts'
import { startI18n } from '#server/i18n/locale.ts'
import { adminCommand, adminUsage, describeSettings, parseEmail } from './admin-command.ts'
import { formatFinding } from './doctor-finding.ts'
import { diagnose } from './doctor.ts'
import { mailSiteOf } from './mail-site.ts'
import { sendTestMail } from './send-test-mail.ts'

const usage = `npm run backup -- FILE                   writes all data to one file, also while the server runs
npm run restore -- FILE                  restores such a file into an empty database
${adminUsage}`

/** Runs a command; returns a sentence with the result. Throws an Error whose message explains the failure. */
async function runCommand(args: readonly string[]): Promise<string> {
  const [name, ...rest] = args
  const [file] = rest
  if (name === 'admin') return runAdminCommand(rest)
  if (name === 'backup' && file !== undefined && rest.length === 1) {
    return withDatabase(true, async ({ url }) => {
      const rows = await createBackup({ url, file: resolve(file), clock: systemClock })
      await recordBackup(readDataLocation(process.env).dataDir, systemClock.now())
      return `${formatRowCounts(rows)} written to ${file}.`
    })
  }
  if (name === 'restore' && file !== undefined && rest.length === 1) {
    // Validated before a database is created: a mistyped file name must not leave an empty one behind.
    const validated = await validateBackup(resolve(file))
    return withDatabase(false, async ({ url }) => {
      const rows = await restoreBackup(validated, { url, file: resolve(file), clock: systemClock })
      return `${formatRowCounts(rows)} restored. Everyone must sign in again.`
    })
  }
  throw new Error(usage)
}

async function runAdminCommand(args: readonly string[]): Promise<string> {
  const [command, to] = args
  // Checked before any database is opened.
  if (command === undefined || !adminUsage.includes(`admin -- ${command} `)) throw new Error(adminUsage)
  if (command === 'test-mail') {
    if (to === undefined || args.length > 2) throw new Error(adminUsage)
    const address = parseEmail(to)
    const settings = readSettings(process.env)
    const site = mailSiteOf(await communityLook(settings.appName), settings)
    return sendTestMail(settings, systemClock, { site, to: address })
  }
  if (command === 'doctor' && to === undefined) return runDoctor()
  if (command === 'settings' && to === undefined) return runSettings()
  if (command === 'export') assertPlainOutput()
  const deps = { clock: systemClock, readSettings: () => readSettings(process.env) }
  return withDatabase(true, ({ database }) => adminCommand({ ...deps, database }, args))
}

/** As stored; a name alone where no database can be read, so that mail can be tested before the first start. */
async function communityLook(fallback: string): Promise<Parameters<typeof mailSiteOf>[0]> {
  const plain = { name: fallback, language: 'en', logoId: null, hue: null } as const
  try {
    return await withDatabase(true, async ({ database }) => {
      const settings = await findSettings(database.query)
      return settings.name === '' ? plain : settings
    })
  } catch {
    return plain
  }
}

/** Throws if npm's own lines would precede the output in a file. */
function assertPlainOutput(): void {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env
  if (process.stdout.isTTY || script === undefined || level === 'silent') return
  throw new Error(
    'Use npm run --silent admin -- export EMAIL > FILE: otherwise the file begins with lines of npm.',
  )
}

async function runDoctor(): Promise<string> {
  const findings = await diagnose(process.env, {
    assetsDir: join(projectRoot(), 'assets'),
    product: productName(),
  })
  if (findings.some(({ level }) => level === 'error')) process.exitCode = 1
  return findings.map(formatFinding).join('\n')
}

function runSettings(): string {
  const { text, isValid } = describeSettings(process.env)
  if (!isValid) process.exitCode = 1
  return text
}

function formatRowCounts(rows: Readonly<Record<string, number>>): string {
  const counts = Object.values(rows)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return `${total} rows of ${counts.length} tables`
}

/** Opens the database that the settings name. With `mustExist` it must already exist. */
async function withDatabase<T>(mustExist: boolean, work: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const location = readDataLocation(process.env)
  // The embedded server would create a new one, and the next start would treat that as a database already in use.
  if (mustExist && !hasDatabase(location)) {
    throw new Error(
      `There is no database in ${location.dataDir}: set DATA_DIR or DATABASE_URL as for the server.`,
    )
  }
  const opened = await openDatabase(location)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

startI18n()
try {
  console.info(await runCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
