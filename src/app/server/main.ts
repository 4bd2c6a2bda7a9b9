// The server process: reads the settings, opens the database, seeds it, and listens until a signal arrives.
import 'temporal-polyfill/global'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { legalPagesWithPlaceholder } from '#features/legal/server/service.ts'
import { createFirstAdminLink } from '#features/members/server/first-admin.ts'
import { createInProcessBus, type Bus } from '#server/bus/bus.ts'
import { openRedisBus } from '#server/bus/redis.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import { restrictToOwner } from '#server/config/data-dir.ts'
import { ConfigError, configErrorExitCode, configError } from '#server/config/error.ts'
import { isLoopback } from '#server/config/local-addresses.ts'
import { findMisspelledSettings } from '#server/config/misspelled-settings.ts'
import { productName, projectRoot } from '#server/config/project-root.ts'
import { openDatabase, type Database, type OpenDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { otherServersWarning, watchOtherServers } from '#server/db/other-servers.ts'
import { databaseState, databaseIdentity, hasSeed } from '#server/db/sql.ts'
import { startI18n } from '#server/i18n/locale.ts'
import { createClockSanityCheck } from '#server/jobs/clock-sanity-check.ts'
import { createLog } from '#server/log.ts'
import { outboxFolder } from '#server/mail/outbox.ts'
import { createRoomClock } from '#server/room-clock.ts'
import { describeMisspelledSetting } from './admin-command.ts'
import { createApp, type App } from './app.ts'
import {
  createDemoPassword,
  demoAccountsFile,
  demoPasswordWarning,
  readDemoPassword,
} from './demo-accounts.ts'
import { handleShutdown, ignoreStdioErrors } from './graceful-shutdown.ts'
import {
  checkEncoding,
  checkIndexes,
  checkDurabilitySettings,
  permissionProblem,
  assertTimeZoneData,
} from './preflight.ts'
import { seedDemo } from './seed-demo.ts'

/** How long to wait for the database, and then for the bus: they may be starting at the same time. */
const startupWaitMs = 60_000

/** A shorter METRICS_TOKEN causes a warning. */
const metricsTokenMinLength = 16

async function start(): Promise<void> {
  warnOfMisspelledSettings()
  const config = readConfig(process.env)
  assertTimeZoneData()
  restrictToOwner(config.dataDir)
  const log = createLog(config)
  // During startup, messages go to the operator's console; afterwards to the log.
  let hasStarted = false
  const report = (line: string): void => (hasStarted ? log.warn(line) : console.info(line))
  const serverId = randomBytes(8).toString('hex')
  const openedDatabase = await openDatabase({ ...config, maxWaitMs: startupWaitMs, log: report, serverId })
  try {
    const app = await openApp(config, openedDatabase, log, report)
    hasStarted = true
    if (config.busUrl === null) warnOfOtherServers(openedDatabase, serverId, log)
    handleShutdown({ log, close: () => closeAll(app, openedDatabase) })
  } catch (error) {
    await openedDatabase.close()
    throw error
  }
}

async function openApp(
  config: Config,
  openedDatabase: OpenDatabase,
  log: Logger,
  report: (line: string) => void,
): Promise<App> {
  const { database } = openedDatabase
  await checkEncoding(database)
  await checkDurabilitySettings(database, config, report)
  const clock = systemClock
  await migrate(database, { clock, log: report })
  await checkIndexes(database)
  await assertNoDemoInProduction(config, openedDatabase)
  const root = projectRoot()
  const app = await createApp({
    config,
    database,
    bus: await openBus(config, database, report),
    clock,
    roomClock: await createRoomClock({ clock, database, log }),
    log,
    assetsDir: join(root, 'assets'),
    webDir: join(root, 'dist/web'),
  })
  try {
    await startApp(app, config, openedDatabase)
  } catch (error) {
    // Other nodes learn at once that this one is gone.
    await app.close().catch((failure: unknown) => log.error({ err: failure }, 'Shutdown failed.'))
    throw error
  }
  return app
}

/** Seeds and listens, then prints what the operator needs to know. */
async function startApp(app: App, config: Config, openedDatabase: OpenDatabase): Promise<void> {
  const { database } = openedDatabase
  const isDemo =
    config.seed === 'demo' || (config.seed === 'auto' && openedDatabase.isNew && !config.production)
  const { accounts } = app.identity
  const seeded = isDemo && (await seedDemo(app.platform, accounts, () => createDemoPassword(config)))
  const firstAdminLink = await createFirstAdminLink(app.platform)
  const databaseInfo = await databaseLine(openedDatabase)
  const isDemoReachable = !isLoopback(config.host) && (await hasSeed(database.query, 'demo'))
  const pagesWithPlaceholder = await findPagesWithPlaceholder(config, database)
  // Nothing below awaits, so the startup lines are printed before the first response.
  const origins = await app.listen()
  app.startScheduledJobs(createClockSanityCheck(app.platform))
  console.info(listeningLine(app.platform.community.settings().name, config, origins))
  console.info(`Version: ${productName()}`)
  console.info(databaseInfo)
  if (seeded && accounts) {
    console.info(`Demo accounts: member@example.com, angel@example.com, admin@example.com`)
    console.info(
      'Sign in as angel@example.com and choose "Begin together…" under "Host" to see a whole sitting now.',
    )
    console.info(`Demo password: ${readDemoPassword(config)} (also in ${demoAccountsFile(config.dataDir)})`)
  }
  const passwordWarning = seeded ? null : demoPasswordWarning(config)
  if (passwordWarning !== null) console.warn(passwordWarning)
  if (firstAdminLink !== null) {
    console.info(
      `No administrator yet. Open this link and sign in to become the first one: ${firstAdminLink}`,
    )
    console.info('The link works once, within 24 hours, as do links printed by earlier starts.')
  }
  if (isDemoReachable) {
    console.warn('Warning: this database has demo accounts, and other machines can reach this server.')
  }
  warnOfShortToken(config)
  warnOfPlaceholders(pagesWithPlaceholder)
  warnOfMissingMail(config)
  warnOfMailScheme(config)
}

async function databaseLine({ database, embedded }: OpenDatabase): Promise<string> {
  const { version } = await databaseState(database.query)
  return `Database: PostgreSQL ${version}, ${embedded ? 'bundled' : 'from DATABASE_URL'}`
}

function warnOfOtherServers({ database }: OpenDatabase, serverId: string, log: Logger): void {
  watchOtherServers(database, serverId, () => {
    console.warn(`Warning: ${otherServersWarning}`)
    log.warn({ event: 'second-server' }, otherServersWarning)
  })
}

/** The names of the legal pages that still contain a placeholder; none if only this machine can read them. */
async function findPagesWithPlaceholder(
  { host, production }: Config,
  { query }: Database,
): Promise<string[]> {
  if (!production && isLoopback(host)) return []
  return legalPagesWithPlaceholder(query, join(projectRoot(), 'assets'))
}

function warnOfPlaceholders(names: readonly string[]): void {
  if (names.length === 0) return
  console.warn(
    `Warning: the legal pages still have a placeholder for the operator (${names.join(' and ')}). Fill in "Who is responsible" in Admin › Community.`,
  )
}

function warnOfShortToken({ metricsToken }: Config): void {
  if (metricsToken === null || metricsToken.length >= metricsTokenMinLength) return
  console.warn(
    `Warning: METRICS_TOKEN is short enough to guess; use at least ${metricsTokenMinLength} characters.`,
  )
}

function warnOfMisspelledSettings(): void {
  for (const setting of findMisspelledSettings(process.env))
    console.warn(`Warning: ${describeMisspelledSetting(setting)}`)
}

/** Port 465 takes TLS from the first byte, which smtp:// doesn't speak. */
function warnOfMailScheme({ smtpUrl }: Config): void {
  if (smtpUrl === null || !smtpUrl.startsWith('smtp:') || new URL(smtpUrl).port !== '465') return
  console.warn(
    'Warning: SMTP_URL has smtp:// with port 465, which takes TLS from the first byte: use smtps://.',
  )
}

function warnOfMissingMail({ production, smtpUrl, dataDir }: Config): void {
  if (!production || smtpUrl !== null) return
  console.warn(
    `Warning: SMTP_URL isn't set: mails are written to ${outboxFolder(dataDir)} and not delivered. Set it, so that links and notifications reach members.`,
  )
}

/** The Redis bus if BUS_URL is set, else the bus within this process. */
async function openBus(
  { busUrl, nodeId }: Config,
  { query }: Database,
  log: (line: string) => void,
): Promise<Bus> {
  if (busUrl === null) return createInProcessBus(nodeId, log)
  const community = await databaseIdentity(query)
  return openRedisBus({ url: busUrl, community, nodeId, log, startTimeoutMs: startupWaitMs })
}

/** The startup line with the addresses at which members can open the app. */
function listeningLine(
  name: string,
  { publicUrl, allowedOrigins, trustsOwnHost }: Config,
  origins: readonly string[],
): string {
  const [listeningOrigin] = origins
  const listening = `${name} is open at ${publicUrl}`
  if (!trustsOwnHost)
    return publicUrl === listeningOrigin ? listening : `${listening} (listening at ${listeningOrigin})`
  const others = new Set([...allowedOrigins, ...origins.slice(1)])
  others.delete(publicUrl)
  return others.size === 0 ? listening : `${listening} (also at ${[...others].join(' and ')})`
}

async function assertNoDemoInProduction(config: Config, { database }: OpenDatabase): Promise<void> {
  if (!config.production) return
  if (config.seed === 'demo') throw configError('SEED', 'must not be demo in production.')
  if (await hasSeed(database.query, 'demo')) {
    throw configError('SEED', 'this database has demo accounts and must not be used in production.')
  }
}

async function closeAll(app: App, openedDatabase: OpenDatabase): Promise<void> {
  await app.close()
  await openedDatabase.close()
}

function startErrorMessage(error: unknown): string {
  const problem = permissionProblem(error)
  if (problem !== null) return problem
  return error instanceof Error ? error.message : String(error)
}

ignoreStdioErrors()
startI18n()
try {
  await start()
} catch (error) {
  const message = startErrorMessage(error)
  console.error(`Stillwater failed to start.${message.includes('\n') ? '\n' : ' '}${message}`)
  process.exit(error instanceof ConfigError ? configErrorExitCode : 1)
}
