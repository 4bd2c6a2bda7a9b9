// A fresh database for one test file, on the server of the run.
import { randomBytes } from 'node:crypto'
import {
  connectDatabase,
  createDatabase,
  databaseUrl,
  dropDatabase,
  type Database,
} from '#server/db/database.ts'
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

/** Creates a database: migrated with no rows, or empty. */
export async function createTestDatabase(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const serverUrl = process.env[serverUrlVariable]
  const template = process.env[templateVariable]
  if (serverUrl === undefined || template === undefined) {
    throw new Error('No database server was started for this run: call startTestDatabaseServer in its setup.')
  }
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name, content === 'migrated' ? template : undefined)
  const url = databaseUrl(serverUrl, name)
  const database = connectDatabase(url, { maxConnections: 10, poolWaitMs: loadedPoolWaitMs })
  return {
    url,
    database,
    async drop() {
      const violations = content === 'migrated' ? await findViolations(database.query) : []
      await database.close()
      await dropDatabase(serverUrl, name)
      if (violations.length > 0)
        throw new Error(`This test leaves rows that violate invariants:\n${violations.join('\n')}`)
    },
  }
}
