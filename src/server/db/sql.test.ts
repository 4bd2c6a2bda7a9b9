// The identity of a database as its nodes see it.
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/database/database.ts'
import { connectDatabase } from './database.ts'
import { databaseIdentity } from './sql.ts'

test('the database id is the same for every connection, and differs between copies of one template', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const identity = await databaseIdentity(one.database.query)
  expect(identity).toMatch(/^\d{15,}-\d+$/)
  expect(await databaseIdentity(other.database.query)).not.toBe(identity)

  const again = connectDatabase(one.url.replace('127.0.0.1', 'localhost'))
  expect(await databaseIdentity(again.query)).toBe(identity)
  await again.close()
  await one.drop()
  await other.drop()
})
