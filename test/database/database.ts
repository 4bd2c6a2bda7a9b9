// A fresh database for one test file, on the server of the run.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectDatabase, databaseUrl, type Database } from '#server/db/database.ts'
import { serverUrlVariable, templateVariable } from './database-server.ts'
import { findViolations } from './invariants.ts'

export interface TestDatabase {
  url: string
  database: Database
  /**
   * Closes `database` and deletes the database, even with connections open. Throws if the rows that the test left
   * behind violate an invariant.
   */
  drop: () => Promise<void>
}

/** The machine also runs other tests: a queue for a connection is no fault of the server. */
const loadedPoolWaitMs = 15_000

let serverPool: pg.Pool | null = null

/** Runs a statement on the server, over one connection for all files of this process. */
async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  if (serverPool === null) {
    serverPool = new pg.Pool({
      connectionString: serverUrl,
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    })
    // The server may stop before this process ends.
    serverPool.on('error', () => undefined)
  }
  await serverPool.query(statement)
}

/** Creates a database: migrated with no rows, or empty. */
export async function createTestDatabase(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const serverUrl = process.env[serverUrlVariable]
  const template = process.env[templateVariable]
  if (serverUrl === undefined || template === undefined) {
    throw new Error('No database server was started for this run: call startTestDatabaseServer in its setup.')
  }
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  const source = content === 'migrated' ? ` template ${template} strategy file_copy` : ''
  await runOnServer(serverUrl, `create database ${name}${source}`)
  const url = databaseUrl(serverUrl, name)
  const database = connectDatabase(url, { maxConnections: 10, poolWaitMs: loadedPoolWaitMs })
  return {
    url,
    database,
    async drop() {
      const violations = content === 'migrated' ? await findViolations(database.query) : []
      await database.close()
      await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)
      if (violations.length > 0)
        throw new Error(`This test leaves rows that violate invariants:\n${violations.join('\n')}`)
    },
  }
}
