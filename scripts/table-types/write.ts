// npm run db:types: generates the types of the tables from a database with all migrations.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestDatabaseServer } from '#test/database/database-server.ts'
import { createTestDatabase } from '#test/database/database.ts'
import { renderTableTypes, tableTypesFile } from './render.ts'

const server = await startTestDatabaseServer()
try {
  const { database, drop } = await createTestDatabase()
  try {
    writeFileSync(join(import.meta.dirname, '../..', tableTypesFile), await renderTableTypes(database.query))
  } finally {
    await drop()
  }
} finally {
  await server.stop()
}
