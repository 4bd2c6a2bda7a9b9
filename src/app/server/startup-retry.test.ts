// Startup while the database or the bus isn't available yet, as when all services start together.
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openRedisBus } from '#server/bus/redis.ts'
import { connectDatabase, databaseUrl, dropDatabase, openDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database/database.ts'
import { describeWithRedis } from '#test/nodes/describe-with-redis.ts'
import { startRedisServer } from '#test/nodes/redis-server.ts'
import { freePort } from '#test/nodes/server-process.ts'
import {
  checkEncoding,
  checkIndexes,
  checkDurabilitySettings,
  encodingProblem,
  permissionProblem,
  assertTimeZoneData,
} from './preflight.ts'

const maxWaitMs = 30_000

/** Makes a database reachable at a local port. */
async function openAt(port: number, url: string): Promise<Server> {
  const { hostname, port: number, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  const server = createServer((client) => {
    const database = folder?.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${number}`)
      : connect(Number(number), hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('waits for a database that is still starting, and logs that @full', async () => {
  const { url, drop } = await createTestDatabase()
  const port = await freePort()
  const unreachable = new URL(url)
  unreachable.searchParams.delete('host')
  unreachable.host = `127.0.0.1:${port}`
  const options = { databaseUrl: unreachable.href, dataDir: 'unused' }
  await expect(openDatabase(options)).rejects.toThrow('DATABASE_URL: connect ECONNREFUSED')

  const lines: string[] = []
  let server: Promise<Server> | null = null
  const opened = await openDatabase({
    ...options,
    maxWaitMs,
    log: (line) => {
      lines.push(line)
      server ??= openAt(port, url)
    },
  })
  expect(await opened.database.isAlive()).toBe(true)
  expect(lines).toEqual([expect.stringContaining('Waiting for the database in DATABASE_URL')])
  await opened.close()
  await drop()
  await new Promise((resolve) => void server?.then((listening) => listening.close(resolve)))
})

test('does not wait for a database that doesn’t exist', async () => {
  const { url, drop } = await createTestDatabase()
  const lines: string[] = []
  const opening = openDatabase({
    databaseUrl: databaseUrl(url, 'no_such_database'),
    dataDir: 'unused',
    maxWaitMs,
    log: (line) => lines.push(line),
  })
  await expect(opening).rejects.toThrow('"no_such_database" does not exist')
  expect(lines).toEqual([])
  await drop()
})

test('refuses a database with unsafe durability in production, and warns elsewhere', async () => {
  const { database, url, drop } = await createTestDatabase()
  // The durability of the test server depends on its operator; this database is surely unsafe.
  const name = sql.id(new URL(url).pathname.slice(1))
  await sql`alter database ${name} set synchronous_commit = off`.execute(database.query)
  const unsafe = connectDatabase(url, { maxConnections: 1 })
  const logged: string[] = []
  await checkDurabilitySettings(unsafe, { production: false }, (line) => logged.push(line))
  expect(logged).toEqual([expect.stringContaining('synchronous_commit off and may lose')])
  const { rows } = await sql<{ fsync: string }>`show fsync`.execute(unsafe.query)
  expect(logged[0]?.includes('fsync')).toBe(rows[0]?.fsync === 'off')
  await expect(checkDurabilitySettings(unsafe, { production: true }, () => {})).rejects.toThrow(
    'synchronous_commit',
  )
  await unsafe.close()
  await drop()
})

test('[OPS-19] refuses a database that isn’t UTF-8, with the remedy', async () => {
  expect(encodingProblem('UTF8')).toBeNull()
  expect(encodingProblem('SQL_ASCII')).toContain("encoding 'UTF8' template template0")
  const { database, url, drop } = await createTestDatabase('empty')
  await checkEncoding(database)
  const name = `${new URL(url).pathname.slice(1)}_latin`
  await sql`create database ${sql.id(name)} encoding 'LATIN1' locale 'C' template template0`.execute(
    database.query,
  )
  const latin = connectDatabase(databaseUrl(url, name), { maxConnections: 1 })
  await expect(checkEncoding(latin)).rejects.toThrow('encoding is LATIN1')
  await latin.close()
  await dropDatabase(url, name)
  await drop()
})

test('[OPS-28] the error for a role without permission to create tables has the remedy', async () => {
  const { database, drop } = await createTestDatabase('empty')
  await sql`revoke create on schema public from pg_database_owner, public`.execute(database.query)
  const denied = sql`create table public.denied ()`
    .execute(database.query)
    .catch((error: unknown) => permissionProblem(error))
  expect(await denied).toContain('permission denied for schema public). Make it the owner')
  expect(permissionProblem(new Error('permission denied'))).toBeNull()
  await drop()
})

test('refuses tables without their unique indexes', async () => {
  const { database, drop } = await createTestDatabase()
  await checkIndexes(database)
  await sql`drop index "users_email_unique"`.execute(database.query)
  await expect(checkIndexes(database)).rejects.toThrow('users_email_unique')
  assertTimeZoneData()
  await drop()
})

describeWithRedis('a bus', () => {
  test('is waited for, but not with a wrong password', async () => {
    const redis = await startRedisServer()
    await redis.kill()
    const lines: string[] = []
    const opening = openRedisBus({
      url: redis.url,
      community: 'ours',
      nodeId: 'one',
      log: (line) => lines.push(line),
      startTimeoutMs: maxWaitMs,
    })
    await redis.startEmpty()
    const bus = await opening
    expect(await bus.isAlive()).toBe(true)
    await bus.close()

    const url = redis.url.replace('redis://', 'redis://ada:wrong@')
    const refused = openRedisBus({
      url,
      community: 'ours',
      nodeId: 'two',
      log: () => {},
      startTimeoutMs: maxWaitMs,
    })
    await expect(refused).rejects.toThrow('WRONGPASS')
    await redis.stop()
  })
})
