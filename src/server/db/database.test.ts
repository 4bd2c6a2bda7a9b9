// Database access: DATABASE_URL or the bundled server.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#test/database/database.ts'
import { describeDatabase } from '#test/suites/db.suite.ts'
import {
  connectDatabase,
  createDatabase,
  isDatabaseUnavailable,
  openDatabase,
  isCommitUncertain,
} from './database.ts'
import { sessionSettings } from './session-settings.ts'
import { deviatingSettings } from './sql.ts'

const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

describeDatabase('a database at DATABASE_URL', async () => {
  const { url, drop } = await createTestDatabase('empty')
  cleanUps.push(drop)
  return openDatabase({ databaseUrl: url, dataDir: '/nowhere' })
})

describeDatabase('the bundled database', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'stillwater-door-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  return openDatabase({ databaseUrl: null, dataDir })
})

describe('opening', () => {
  it('[OPS-07] stores everything in DATA_DIR and reopens existing data @full', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'stillwater-door-'))
    cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
    const lines: string[] = []
    const first = await openDatabase({ databaseUrl: null, dataDir, log: (line) => lines.push(line) })
    expect(first).toMatchObject({ embedded: true, isNew: true })
    expect(lines.join('\n')).toContain(path.join(dataDir, 'postgres'))
    const schema = first.database.query.schema
    await schema.createTable('kept').addColumn('id', 'integer').execute()
    await first.close()
    expect(await first.database.isAlive()).toBe(false)

    const second = await openDatabase({ databaseUrl: null, dataDir })
    expect(second).toMatchObject({ embedded: true, isNew: false, url: first.url })
    const tables = await second.database.query.introspection.getTables()
    await second.close()
    expect(tables.map(({ name }) => name)).toEqual(['kept'])
  })

  it('[OPS-07] uses the database at DATABASE_URL and leaves it running on close', async () => {
    const { url, database, drop } = await createTestDatabase()
    const opened = await openDatabase({ databaseUrl: url, dataDir: '/nowhere' })
    expect(opened).toMatchObject({ embedded: false, isNew: false, url })
    await opened.close()
    expect(await database.isAlive()).toBe(true)
    await drop()
  })

  it('[OPS-07] names the setting when the database is unreachable', async () => {
    const databaseUrl = 'postgres://app:secret@127.0.0.1:1/stillwater'
    const opening = openDatabase({ databaseUrl, dataDir: '/nowhere' })
    const error = await opening.catch((reason: unknown) => reason as Error)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).toMatch(/^Can't connect to the database in DATABASE_URL: .+ECONNREFUSED/)
    expect((error as Error).message).not.toContain('secret')
  })

  it('[OPS-07] reads and writes the same whatever the settings of the database and its role are', async () => {
    const { url, drop } = await createTestDatabase('empty')
    const name = new URL(url).pathname.slice(1)
    const odd = {
      timezone: 'Asia/Kolkata',
      datestyle: 'German, DMY',
      intervalstyle: 'iso_8601',
      bytea_output: 'escape',
      extra_float_digits: '-3',
      standard_conforming_strings: 'off',
      transform_null_equals: 'on',
      statement_timeout: '40ms',
    }
    const setting = connectDatabase(url)
    for (const [key, value] of Object.entries(odd))
      await sql`alter database ${sql.id(name)} set ${sql.id(key)} = ${sql.lit(value)}`.execute(setting.query)
    await setting.close()
    const database = connectDatabase(url)
    const settings = async () => {
      const { rows } = await sql<Record<string, string>>`
        select name, current_setting(name) as value from unnest(${Object.keys(sessionSettings)}::text[]) as name`.execute(
        database.query,
      )
      return Object.fromEntries<string | undefined>(rows.map(({ name: key, value }) => [key ?? '', value]))
    }
    expect(await settings()).toEqual(sessionSettings)
    expect(await deviatingSettings(database.query)).toEqual([])
    const { rows } = await sql`
      select timestamptz '2026-12-12 12:32:44.655Z' as at, date '2026-12-13' as day`.execute(database.query)
    expect(rows).toEqual([{ at: '2026-12-12T12:32:44.655Z', day: '2026-12-13' }])
    const sleep = sql`select pg_sleep(0.15)`
    await database.withoutTimeLimits((connection) => sleep.execute(connection))
    await database.close()
    await drop()
  })

  it('[OPS-07] says what to do about a pooler that rejects the settings of the connection, and waits for none', async () => {
    const pooler = createServer((socket) => {
      const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(4 + fields.length, 1)
      socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])))
    }).listen(0, '127.0.0.1')
    await once(pooler, 'listening')
    const { port } = pooler.address() as AddressInfo
    const databaseUrl = `postgres://app@127.0.0.1:${port}/stillwater`
    const opening = openDatabase({ databaseUrl, dataDir: '/nowhere', maxWaitMs: 60_000 })
    await expect(opening).rejects.toThrow(/PgBouncer.*unsupported startup parameter: statement_timeout/)
    pooler.close()
  })

  it('reports a missing server as not alive and unavailable', async () => {
    const database = connectDatabase('postgres://app@127.0.0.1:1/stillwater')
    expect(await database.isAlive()).toBe(false)
    const error = await database.query.introspection.getTables().catch((reason: unknown) => reason)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(isDatabaseUnavailable(new Error('a mistake of ours'))).toBe(false)
    // Nothing was sent.
    expect(isCommitUncertain(error)).toBe(false)
    await database.close()
    await database.close()
  })
})

describe('an exhausted pool', () => {
  it('rejects after two seconds without a free connection, and recovers @full', async () => {
    const { url, drop } = await createTestDatabase('empty')
    const database = connectDatabase(url, { maxConnections: 1 })
    const startedAt = performance.now()
    let refused: unknown
    await database.transaction(async (transaction) => {
      await sql`select 1`.execute(transaction)
      refused = await sql`select 1`.execute(database.query).catch((reason: unknown) => reason)
    })
    expect(isDatabaseUnavailable(refused)).toBe(true)
    expect(isCommitUncertain(refused)).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(3_500)
    expect(await database.isAlive()).toBe(true)
    await database.close()
    await drop()
  })
})

describe('a test database', () => {
  it('is a fast copy with all tables and no rows', async () => {
    const startedAt = performance.now()
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
    const tookMs = performance.now() - startedAt
    const names = (await one.database.query.introspection.getTables()).map(({ name }) => name)
    expect(names).toContain('migrations')
    const appliedAt = '2026-11-21T02:45:00.000Z'
    await one.database.query.insertInto('seeds').values({ name: 'demo', appliedAt }).execute()
    expect(await one.database.query.selectFrom('seeds').selectAll().execute()).toEqual([
      { name: 'demo', appliedAt },
    ])
    expect(await two.database.query.selectFrom('seeds').selectAll().execute()).toEqual([])
    await Promise.all([one.drop(), two.drop()])
    expect(await two.database.isAlive()).toBe(false)
    // Far above the usual 100 ms: only something other than a plain copy takes so long.
    expect(tookMs).toBeLessThan(5_000)
  })

  it('reports an existing name without an error', async () => {
    const { url, drop } = await createTestDatabase('empty')
    expect(await createDatabase(url, new URL(url).pathname.slice(1))).toBe(false)
    await drop()
  })
})
