// Migrations: in order, once, with concurrent starts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database/database.ts'
import { countLockWaiters } from '#test/database/lock-race.ts'
import { insertJobs } from '../jobs/sql.ts'
import { connectDatabase } from './database.ts'
import { knownMigrations, migrate } from './migrate.ts'

const first = 'create table things (id integer primary key);\ninsert into things values (1);\n'
const second = "alter table things add column name text not null default 'é;';\n"
const clock = { now: () => Date.UTC(2026, 10, 21, 2, 45) }

let test: TestDatabase
let directory: string

beforeEach(async () => {
  test = await createTestDatabase('empty')
  directory = await mkdtemp(path.join(tmpdir(), 'stillwater-migrations-'))
  await write('0001-first.sql', first)
  await write('0002-names.sql', second)
})
afterEach(async () => {
  await test.drop()
  await rm(directory, { recursive: true })
})

const write = (name: string, text: string) => writeFile(path.join(directory, name), text)
const run = () => migrate(test.database, { directory, clock })
const things = async () => (await sql`select * from things order by id`.execute(test.database.query)).rows

it('runs the files in order, once, and records the time of the given clock', async () => {
  expect(await run()).toEqual(['0001-first.sql', '0002-names.sql'])
  expect(await run()).toEqual([])
  expect(await things()).toEqual([{ id: 1, name: 'é;' }])
  const rows = await test.database.query.selectFrom('migrations').selectAll().orderBy('name').execute()
  expect(rows).toMatchObject([
    { name: '0001-first.sql', appliedAt: '2026-11-21T02:45:00.000Z' },
    { name: '0002-names.sql', appliedAt: '2026-11-21T02:45:00.000Z' },
  ])
  expect(rows[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
})

it('runs only new migrations', async () => {
  await run()
  await write('0003-more.sql', 'insert into things values (3);')
  await write('notes.txt', 'not a migration')
  expect(await migrate(test.database, { directory: pathToFileURL(`${directory}/`) })).toEqual([
    '0003-more.sql',
  ])
  expect(await things()).toMatchObject([{ id: 1 }, { id: 3 }])
})

it('[OPS-13] records what a migration removes, for servers of older versions', async () => {
  await write('0003-removals.sql', 'alter table migrations add column removes text;')
  await write('0004-drops.sql', '-- removes: things.name\nalter table things drop column name;')
  await run()
  const rows = await test.database.query.selectFrom('migrations').select('removes').orderBy('name').execute()
  expect(rows.map(({ removes }) => removes)).toEqual([null, null, null, 'things.name'])
})

it('lets one process migrate while the others wait @full', async () => {
  await write('0003-slow.sql', 'select pg_sleep(0.3); insert into things values (3);')
  const databases = Array.from({ length: 4 }, () => connectDatabase(test.url))
  const ran = await Promise.all(databases.map((database) => migrate(database, { directory })))
  await Promise.all(databases.map((database) => database.close()))
  expect(ran.filter((names) => names.length === 3)).toHaveLength(1)
  expect(ran.filter((names) => names.length === 0)).toHaveLength(3)
  expect(await things()).toHaveLength(2)
})

it('retries a table locked by a backup, without blocking readers @full', async () => {
  await run()
  await write('0003-more.sql', 'alter table things add column more text;')
  const [backup, migrating] = [connectDatabase(test.url), connectDatabase(test.url)]
  const logged: string[] = []
  let ran: string[] | null = null
  let migration = Promise.resolve()
  await backup.query.transaction().execute(async (held) => {
    await sql`select from things`.execute(held)
    migration = migrate(migrating, { directory, log: (line) => logged.push(line) }).then((names) => {
      ran = names
    })
    await expect.poll(() => countLockWaiters(test.database.query), { timeout: 10_000 }).toBeGreaterThan(0)
    expect(await things()).toHaveLength(1)
    expect(ran).toBeNull()
  })
  await migration
  expect(ran).toEqual(['0003-more.sql'])
  expect(logged).toEqual(['Migration 0003-more.sql is waiting for a table lock, possibly held by a backup.'])
  await backup.query.transaction().execute(async (held) => {
    await sql`select from things`.execute(held)
    await write('0004-less.sql', 'alter table things drop column more;')
    await expect(migrate(migrating, { directory, triesMax: 1 })).rejects.toThrow(
      'Migration 0004-less.sql failed and was rolled back: canceling statement due to lock timeout',
    )
  })
  for (const { close } of [backup, migrating]) await close()
})

it('stops at a changed migration, but ignores line endings', async () => {
  await run()
  await write('0001-first.sql', first.replaceAll('\n', '\r\n'))
  expect(await run()).toEqual([])
  await write('0001-first.sql', `${first}-- one word more`)
  await write('0003-more.sql', 'insert into things values (3);')
  await expect(run()).rejects.toThrow('Migration 0001-first.sql was changed after it was applied')
  expect(await things()).toHaveLength(1)
})

it('rolls back a failed migration and keeps those before it', async () => {
  await write('0003-wrong.sql', 'insert into things values (3); insert into nowhere values (1);')
  await expect(run()).rejects.toThrow(
    'Migration 0003-wrong.sql failed and was rolled back: relation "nowhere"',
  )
  expect(await things()).toEqual([{ id: 1, name: 'é;' }])
  await write('0003-wrong.sql', 'insert into things values (3);')
  expect(await run()).toEqual(['0003-wrong.sql'])
})

it('refuses a database that a newer version has used', async () => {
  await run()
  await rm(path.join(directory, '0002-names.sql'))
  await expect(run()).rejects.toThrow('a newer version has used')
})

it.each([
  ['0002-names-too.sql', 'Another migration has the same number as 0002-names-too.sql'],
  ['three.sql', 'Migration three.sql must be named like'],
])('refuses the name %s', async (name, sentence) => {
  await write(name, 'select 1')
  await expect(run()).rejects.toThrow(sentence)
})

it('refuses a migration numbered before an applied one', async () => {
  await rm(path.join(directory, '0001-first.sql'))
  await write('0002-names.sql', first)
  await run()
  await write('0001-late.sql', 'select 1')
  await expect(run()).rejects.toThrow('0001-late.sql comes before 0002-names.sql')
})

it('[REM-02] gives chosen times the community’s clock, and each chosen kind its time @full', async () => {
  const { query } = test.database
  const names = (await knownMigrations()).map(({ name }) => name)
  await migrate(test.database, { only: names.filter((name) => name < '0067') })
  await sql`insert into users (name, "createdAt") values ('Mia', now()), ('Mo', now())`.execute(query)
  await sql`
    insert into reminder_choices ("userId", "dayBefore", times, "chosenAt") values
      (1, 'mail', array['06:30', '18:00'], '2026-11-21Z'), (2, null, null, '2026-11-22Z')`.execute(query)
  const now = new Date()
  const hours = { weekdays: [6, 0], times: ['06:30', '20:00'] }
  await insertJobs(query, [
    { kind: 'reminders', key: 'a', payload: { bell: 1, ...hours }, now },
    { kind: 'bulk-mail', key: 'b', payload: { userIds: [1] }, now },
  ])
  expect(await migrate(test.database)).toContain('0067-reminder-choices.sql')
  const columns = ['times', 'tenMinutesChosenAt', 'dayBeforeChosenAt', 'changesChosenAt'] as const
  const none = { tenMinutesChosenAt: null, changesChosenAt: null }
  expect(await query.selectFrom('reminder_choices').select(columns).orderBy('userId').execute()).toEqual([
    {
      ...none,
      times: ['06:30', '18:00'].map((time) => ({ time, zone: null })),
      dayBeforeChosenAt: '2026-11-21T00:00:00.000Z',
    },
    { ...none, times: null, dayBeforeChosenAt: null },
  ])
  expect(await query.selectFrom('jobs').select('payload').orderBy('key').execute()).toEqual([
    {
      payload: {
        bell: 1,
        hours: [
          { weekday: 6, time: '06:30', zone: null },
          { weekday: 0, time: '20:00', zone: null },
        ],
      },
    },
    { payload: { userIds: [1] } },
  ])
})
