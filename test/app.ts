// A whole server for a test: on a free port, with its own database and a clock that the test sets.
import 'temporal-polyfill/global'
import { appendFileSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type App, type AppOptions } from '#app/server/app.ts'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { createBusHub, type Bus, type BusHub } from '#server/bus/bus.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import { connectDatabase, type Database } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database/database.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { testZone } from './community-days.ts'

export interface TestApp {
  /** Such as http://127.0.0.1:34567; also the only allowed Origin. */
  url: string
  app: App
  config: Config
  database: Database
  databaseUrl: string
  bus: Bus
  /** The in-process bus hub, if the bus is one: further nodes connect to it. */
  hub: BusHub
  /** The community's days, and today. */
  calendar: Calendar
  clock: TestClock
  close(): Promise<void>
}

interface TestAppOptions {
  clock?: TestClock
  /** The zone of its first era; by default the run's. */
  zone?: string
  config?: Partial<Config>
  /** Exempts this machine from rate limits. */
  isUnlimited?: boolean
  bus?: Bus
  enabledGuards?: AppOptions['enabledGuards']
  /** Where the server logs to; nowhere when absent. */
  log?: AppOptions['log']
  sessionTimings?: AppOptions['sessionTimings']
  /** Defaults to `clock`. */
  roomClock?: AppOptions['roomClock']
  /** Addresses of the fakes of Firebase and Google. */
  externalProviders?: AppOptions['externalProviderUrls']
  /** The built web client, for tests in a browser. */
  webDir?: string
  /** How addresses that someone typed are asked; over http to a test's server. */
  requestPublic?: AppOptions['requestPublic']
  /** Another node of the same community, whose database, clock and bus this one shares. Close this one first. */
  peerOf?: TestApp
  /** How to reach the other node's database, if not directly. */
  databaseUrl?: string
}

const assetsDir = join(import.meta.dirname, '../assets')
const reportsDir = join(import.meta.dirname, '../.reports')
const respondedCalls = new Set<string>()

/** Records requests and responses for the gate that checks that every call was made. */
function recordResponses(app: App): void {
  app.server.on('request', (request, response) => {
    response.on('finish', () => {
      const path = request.url?.split('?', 1)[0] ?? ''
      if (path.startsWith('/api/')) respondedCalls.add(`${request.method} ${path} ${response.statusCode}`)
    })
  })
}

function writeResponses(): void {
  mkdirSync(reportsDir, { recursive: true })
  appendFileSync(join(reportsDir, 'responded.log'), `${[...respondedCalls].join('\n')}\n`)
  respondedCalls.clear()
}

let startedCount = 0

/** A database of its own, or new connections to the other node's database. */
async function openTestDatabase({ peerOf, databaseUrl }: TestAppOptions): Promise<TestDatabase> {
  if (!peerOf) return createTestDatabase()
  const url = databaseUrl ?? peerOf.databaseUrl
  const database = connectDatabase(url, { maxConnections: 5 })
  return { url, database, drop: () => database.close() }
}

/** Writes the community's first era. */
async function setFirstZone({ query }: Database, zone: string): Promise<void> {
  await query.updateTable('community_zones').set({ zone }).where('fromDay', '=', '0001-01-01').execute()
}

/** Starts a server; `close` stops it and drops its database. Rate limits are on. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillwater-'))
  const { url: databaseUrl, database, drop } = await openTestDatabase(options)
  const clock = options.clock ?? options.peerOf?.clock ?? createTestClock()
  if (!options.peerOf) await setFirstZone(database, options.zone ?? testZone)
  const hub = options.peerOf?.hub ?? createBusHub()
  startedCount += 1
  const bus = options.bus ?? hub.connect(options.peerOf ? `app-${startedCount}` : 'app')
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    port: 0,
    ...(options.isUnlimited ? { limitsExempt: parseRanges('127.0.0.0/8') } : {}),
    ...options.config,
  }
  const app = await createApp({
    config,
    database,
    bus,
    clock,
    assetsDir,
    webDir: options.webDir ?? null,
    checkResponses: true,
    ...(options.enabledGuards ? { enabledGuards: options.enabledGuards } : {}),
    ...(options.requestPublic ? { requestPublic: options.requestPublic } : {}),
    ...(options.log ? { log: options.log } : {}),
    ...(options.roomClock ? { roomClock: options.roomClock } : {}),
    ...(options.sessionTimings ? { sessionTimings: options.sessionTimings } : {}),
    ...(options.externalProviders ? { externalProviderUrls: options.externalProviders } : {}),
  })
  recordResponses(app)
  const [url = ''] = await app.listen()
  // The system chose the port, so the URL is known only now.
  config.publicUrl = url
  config.allowedOrigins = [url]
  return {
    url,
    app,
    config,
    database,
    databaseUrl,
    bus,
    hub,
    calendar: app.platform.calendar,
    clock,
    close: async () => {
      await app.close()
      writeResponses()
      await rm(dataDir, { recursive: true, force: true })
      await drop()
    },
  }
}
