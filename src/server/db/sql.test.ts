// The identity of a database as its nodes see it.
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/database/database.ts'
import { connectDatabase, createDatabase, databaseUrl, dropDatabase } from './database.ts'
import { databaseIdentity } from './sql.ts'

test('the database id is the same for every connection, and differs for a copy', async () => {
  const one = await createTestDatabase()
  const name = new URL(one.url).pathname.slice(1)
  const identity = await databaseIdentity(one.database.query)
  expect(identity).toMatch(/^\d{15,}-\d+$/)

  const again = connectDatabase(one.url.replace('127.0.0.1', 'localhost'))
  expect(await databaseIdentity(again.query)).toBe(identity)
  await again.close()

  await one.database.close()
  await createDatabase(databaseUrl(one.url, 'postgres'), `${name}_copy`, name)
  const copy = connectDatabase(databaseUrl(one.url, `${name}_copy`))
  expect(await databaseIdentity(copy.query)).not.toBe(identity)
  await copy.close()
  await dropDatabase(databaseUrl(one.url, 'postgres'), `${name}_copy`)
  await dropDatabase(databaseUrl(one.url, 'postgres'), name)
})
