// The process: reads the settings, opens the database, puts in what must be there, and listens until told to stop.
import 'temporal-polyfill/global'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInProcessBus, type Bus } from '#server/bus.ts'
import { openRedisBus } from '#server/bus-redis.ts'
import { systemClock } from '#server/clock.ts'
import { isLoopback, readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database, type OpenDatabase } from '#server/db.ts'
import { migrate } from '#server/migrate.ts'
import { databaseIdentity, hasSeed } from '#server/sql.ts'
import { createApp, type App } from './app.ts'
import { demoAccountsFile, demoPassword } from './demo-accounts.ts'
import { seedDemo } from './seed-demo.ts'

/** How long requests under way may take to finish after a signal. */
const stopMs = 10_000

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log: (line) => console.info(line),
  })
  try {
    const app = await openApp(config, opened)
    stopOnSignal(app, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openApp(config: Config, opened: OpenDatabase): Promise<App> {
  const { database, url } = opened
  const clock = systemClock
  await migrate(database, { clock })
  await refuseDemoInProduction(config, opened)
  const root = projectRoot()
  const app = await createApp({
    config,
    database,
    databaseUrl: url,
    bus: await openBus(config, database),
    clock,
    assetsDir: join(root, 'assets'),
    webDir: join(root, 'dist/web'),
  })
  const isDemo = config.seed === 'demo' || (config.seed === 'auto' && opened.isNew && !config.production)
  const { accounts } = app.identity
  const seeded = isDemo && (await seedDemo(app.platform, accounts, demoPassword(config)))
  const address = await app.listen()
  console.info(`${config.appName} is open at ${config.publicUrl}${sameAddress(config, address)}`)
  if (seeded && accounts) {
    console.info(`Demo accounts: member@example.com, angel@example.com, admin@example.com`)
    console.info(`Their password: ${demoPassword(config)} (kept in ${demoAccountsFile(config.dataDir)})`)
  }
  if (!isLoopback(config.host) && (await hasSeed(database.query, 'demo'))) {
    console.warn(
      'Warning: the demo accounts are in this database, and it can be reached from other machines.',
    )
  }
  return app
}

/** The bus of all nodes where there may be several, else the one within this process. */
async function openBus({ busUrl, nodeId }: Config, { query }: Database): Promise<Bus> {
  const log = (line: string): void => console.warn(line)
  if (busUrl === null) return createInProcessBus(nodeId, log)
  return openRedisBus({ url: busUrl, community: await databaseIdentity(query), nodeId, log })
}

/** The address it really listens at, where that isn't what PUBLIC_URL says. */
function sameAddress({ publicUrl }: Config, address: string): string {
  return publicUrl === address ? '' : ` (listening at ${address})`
}

async function refuseDemoInProduction(config: Config, { database }: OpenDatabase): Promise<void> {
  if (!config.production) return
  if (config.seed === 'demo') throw new Error('SEED: demo accounts must not be made in production.')
  if (await hasSeed(database.query, 'demo')) {
    throw new Error('SEED: this database holds the demo accounts; it must not be opened in production.')
  }
}

function stopOnSignal(app: App, opened: OpenDatabase): void {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopMs).unref()
    await app.close()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  return isTaken ? 'PORT: something else listens there already.' : error.message
}

try {
  await start()
} catch (error) {
  console.error(`Stillwater doesn't start. ${sentenceOf(error)}`)
  process.exit(1)
}
