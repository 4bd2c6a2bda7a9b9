// The process: reads the settings, opens the database, puts in what must be there, and listens until told to stop.
import 'temporal-polyfill/global'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createInProcessBus, type Bus } from '#server/bus.ts'
import { openRedisBus } from '#server/bus-redis.ts'
import { systemClock } from '#server/clock.ts'
import { isLoopback, readConfig, type Config } from '#server/config.ts'
import { makePrivate } from '#server/data-dir.ts'
import { openDatabase, type Database, type OpenDatabase } from '#server/db.ts'
import { firstAdminLink } from '#features/users/server/first-admin.ts'
import { pagesWithPlaceholder } from '#server/http-pages.ts'
import { createLog } from '#server/log.ts'
import { outboxFolder } from '#server/mail-outbox.ts'
import { migrate } from '#server/migrate.ts'
import { otherServersWarning, watchOtherServers } from '#server/other-servers.ts'
import {
  checkEncoding,
  checkIndexes,
  checkServer,
  permissionProblem,
  refuseWithoutZones,
} from '#server/preflight.ts'
import { projectRoot } from '#server/project-root.ts'
import { databaseFacts, databaseIdentity, hasSeed } from '#server/sql.ts'
import { isSettingError, settingErrorExitCode, wrong } from '#server/setting-error.ts'
import { createClockCheck } from '#server/upkeep-clock.ts'
import { createApp, type App } from './app.ts'
import { demoAccountsFile, demoPassword } from './demo-accounts.ts'
import { endWell, outliveOutput } from './ending.ts'
import { seedDemo } from './seed-demo.ts'

/** How long the database and the bus may be away while all of it is being started. */
const patienceMs = 60_000

const tokenMinLength = 16

async function start(): Promise<void> {
  const config = readConfig(process.env)
  refuseWithoutZones()
  makePrivate(config.dataDir)
  const log = createLog(config)
  // Until it is open, its words are for whoever starts it; from then on they go into the log.
  let isOpen = false
  const say = (line: string): void => (isOpen ? log.warn(line) : console.info(line))
  const serverId = randomBytes(8).toString('hex')
  const opened = await openDatabase({ ...config, patienceMs, log: say, serverId })
  try {
    const app = await openApp(config, opened, log, say)
    isOpen = true
    if (config.busUrl === null) warnOfOtherServers(opened, serverId, log)
    endWell({ log, close: () => closeAll(app, opened) })
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openApp(
  config: Config,
  opened: OpenDatabase,
  log: Logger,
  say: (line: string) => void,
): Promise<App> {
  const { database, url } = opened
  await checkEncoding(database)
  await checkServer(database, config, say)
  const clock = systemClock
  await migrate(database, { clock, log: say })
  await checkIndexes(database)
  await refuseDemoInProduction(config, opened)
  const root = projectRoot()
  const app = await createApp({
    config,
    database,
    databaseUrl: url,
    bus: await openBus(config, database, say),
    clock,
    log,
    assetsDir: join(root, 'assets'),
    webDir: join(root, 'dist/web'),
  })
  const isDemo = config.seed === 'demo' || (config.seed === 'auto' && opened.isNew && !config.production)
  const { accounts } = app.identity
  const seeded = isDemo && (await seedDemo(app.platform, accounts, demoPassword(config)))
  const link = await firstAdminLink(app.platform)
  const itsDatabase = await databaseLine(opened)
  const showsDemo = !isLoopback(config.host) && (await hasSeed(database.query, 'demo'))
  const unfinished = await unfinishedPages(config, root)
  // From here on all is printed at once, before anybody who waits for the server sees it answer.
  const origins = await app.listen()
  app.upkeep.start(createClockCheck(app.platform))
  console.info(openLine(config, origins))
  console.info(itsDatabase)
  if (seeded && accounts) {
    console.info(`Demo accounts: member@example.com, angel@example.com, admin@example.com`)
    console.info(`Their password: ${demoPassword(config)} (kept in ${demoAccountsFile(config.dataDir)})`)
  }
  if (link !== null) {
    console.info(
      `Nobody administers this community yet. Whoever opens this link first, and signs in, will: ${link}`,
    )
    console.info(
      'It is good for a day, and so is every other that a start prints, until one of them is used.',
    )
  }
  if (showsDemo) {
    console.warn(
      'Warning: the demo accounts are in this database, and it can be reached from other machines.',
    )
  }
  warnOfShortToken(config)
  warnOfPlaceholders(config, unfinished)
  warnOfMissingMail(config)
  return app
}

async function databaseLine({ database, embedded }: OpenDatabase): Promise<string> {
  const { version } = await databaseFacts(database.query)
  return `Its database: PostgreSQL ${version}, ${embedded ? 'the bundled one' : 'named by DATABASE_URL'}`
}

function warnOfOtherServers({ database }: OpenDatabase, serverId: string, log: Logger): void {
  watchOtherServers(database, serverId, () => {
    console.warn(`Warning: ${otherServersWarning}`)
    log.warn({ event: 'other-server' }, otherServersWarning)
  })
}

/** Which texts are still the product's; on the operator's own machine nobody else reads them. */
async function unfinishedPages({ host, dataDir, production }: Config, root: string): Promise<string[]> {
  if (!production && isLoopback(host)) return []
  return pagesWithPlaceholder({ assetsDir: join(root, 'assets'), dataDir })
}

function warnOfPlaceholders({ dataDir }: Config, names: readonly string[]): void {
  if (names.length === 0) return
  const files = names.map((name) => join(dataDir, 'pages', `${name}.md`)).join(' and ')
  console.warn(
    `Warning: the ${names.join(' and ')} page still asks you to say who you are. Put your own text into ${files}.`,
  )
}

function warnOfShortToken({ metricsToken }: Config): void {
  if (metricsToken === null || metricsToken.length >= tokenMinLength) return
  console.warn(
    `Warning: METRICS_TOKEN is short enough to be guessed; ${tokenMinLength} characters are better.`,
  )
}

function warnOfMissingMail({ production, smtpUrl, dataDir }: Config): void {
  if (!production || smtpUrl !== null) return
  console.warn(
    `Warning: SMTP_URL is not set: mails go to ${outboxFolder(dataDir)}, and reach nobody. Set it, so that links and notices arrive.`,
  )
}

/** The bus of all nodes where there may be several, else the one within this process. */
async function openBus(
  { busUrl, nodeId }: Config,
  { query }: Database,
  log: (line: string) => void,
): Promise<Bus> {
  if (busUrl === null) return createInProcessBus(nodeId, log)
  const community = await databaseIdentity(query)
  return openRedisBus({ url: busUrl, community, nodeId, log, openWithinMs: patienceMs })
}

/** Where it can be opened. */
function openLine(
  { appName, publicUrl, allowedOrigins, trustsOwnHost }: Config,
  origins: readonly string[],
): string {
  const [listensAt] = origins
  const open = `${appName} is open at ${publicUrl}`
  if (!trustsOwnHost) return publicUrl === listensAt ? open : `${open} (listening at ${listensAt})`
  const others = new Set([...allowedOrigins, ...origins.slice(1)])
  others.delete(publicUrl)
  return others.size === 0 ? open : `${open} (also at ${[...others].join(' and ')})`
}

async function refuseDemoInProduction(config: Config, { database }: OpenDatabase): Promise<void> {
  if (!config.production) return
  if (config.seed === 'demo') throw wrong('SEED', 'demo accounts must not be made in production.')
  if (await hasSeed(database.query, 'demo')) {
    throw wrong('SEED', 'this database holds the demo accounts; it must not be opened in production.')
  }
}

async function closeAll(app: App, opened: OpenDatabase): Promise<void> {
  await app.close()
  await opened.close()
}

function sentenceOf(error: unknown): string {
  const problem = permissionProblem(error)
  if (problem !== null) return problem
  return error instanceof Error ? error.message : String(error)
}

outliveOutput()
try {
  await start()
} catch (error) {
  console.error(`Stillwater doesn't start. ${sentenceOf(error)}`)
  process.exit(isSettingError(error) ? settingErrorExitCode : 1)
}
