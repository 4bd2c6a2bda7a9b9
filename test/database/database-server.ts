// One PostgreSQL server for a whole test run, with a migrated template database; also Vitest's global setup.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { connectDatabase, createDatabase, databaseUrl, dropDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { fastestTmpDir, tmpDirs } from './tmp-dir.ts'

/** The environment variable that names the server to the workers of the run. */
export const serverUrlVariable = 'STILLWATER_TEST_SERVER_URL'
export const templateVariable = 'STILLWATER_TEST_TEMPLATE'

const folderPrefix = 'stillwater-test-'
const abandonedAfterMs = 60 * 60 * 1000

/**
 * Starts a server for this run, or uses the one in TEST_DATABASE_URL, and passes its address to the workers
 * (processes started from now on). For the global setup of every test runner.
 */
export async function startTestDatabaseServer(): Promise<{ stop(): Promise<void> }> {
  const externalUrl = process.env['TEST_DATABASE_URL']
  const server =
    externalUrl === undefined ? await startOwnServer() : { url: externalUrl, stop: async () => undefined }
  const template = `template_${process.pid}_${randomBytes(4).toString('hex')}`
  try {
    await createDatabase(server.url, template)
    const database = connectDatabase(databaseUrl(server.url, template), { maxConnections: 1 })
    await migrate(database)
    await database.close()
  } catch (error) {
    await server.stop()
    throw error
  }
  process.env[serverUrlVariable] = server.url
  process.env[templateVariable] = template
  return {
    async stop() {
      if (externalUrl !== undefined) await dropDatabase(externalUrl, template)
      await server.stop()
    },
  }
}

async function startOwnServer(): Promise<{ url: string; stop(): Promise<void> }> {
  await removeAbandonedServers()
  const dataDir = await mkdtemp(path.join(await fastestTmpDir(), folderPrefix))
  const server = await startEmbeddedPostgres({ dataDir, durability: 'off' })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Stops servers left behind by a killed run: attaching as the last client and closing stops the server. */
async function removeAbandonedServers(): Promise<void> {
  for (const folder of tmpDirs) await removeAbandonedIn(folder)
}

async function removeAbandonedIn(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(folderPrefix))
  for (const name of names) {
    const dataDir = path.join(folder, name)
    const stats = await stat(dataDir).catch(() => null)
    if (stats === null || stats.uid !== process.getuid?.() || Date.now() - stats.mtimeMs < abandonedAfterMs) {
      continue
    }
    const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid')
    if (existsSync(pidFile)) await (await startEmbeddedPostgres({ dataDir, durability: 'off' })).stop()
    if (!existsSync(pidFile)) await rm(dataDir, { recursive: true, force: true })
  }
}

/** Vitest calls this before the workers start, and the returned function after they have ended. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startTestDatabaseServer()
  return () => server.stop()
}
