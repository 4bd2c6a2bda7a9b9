// One PostgreSQL server for a whole test run, with a migrated template database; also Vitest's global setup.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connectDatabase, createDatabase, databaseUrl, dropDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts'
import { makeGuardedFolder, removeAbandonedFolders } from './run-guard.ts'

/** The environment variable that names the server to the workers of the run. */
export const serverUrlVariable = 'STILLWATER_TEST_SERVER_URL'
export const templateVariable = 'STILLWATER_TEST_TEMPLATE'

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
  await removeAbandonedFolders()
  const dataDir = await makeGuardedFolder('test')
  const server = await startEmbeddedPostgres({ dataDir, durability: 'off' })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Vitest calls this before the workers start, and the returned function after they have ended. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startTestDatabaseServer()
  return () => server.stop()
}
