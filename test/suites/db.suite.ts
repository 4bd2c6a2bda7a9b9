// The contract of every database behind openDatabase, run against the bundled server and an external one.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseUnavailable, type OpenDatabase, isCommitUncertain } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

interface Things {
  id: number
  name: string
}

/** Runs the suite on the database that `open` opens, and closes it afterwards. */
export function describeDatabase(name: string, open: () => Promise<OpenDatabase>): void {
  describe(`${name}`, () => {
    let opened: OpenDatabase
    const firstRow = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row> => {
      const { rows } = await statement.execute(opened.database.query)
      return rows[0]!
    }

    beforeAll(async () => {
      opened = await open()
      await sql`create table if not exists things (id integer primary key, name text not null unique)`.execute(
        opened.database.query,
      )
    })
    afterAll(async () => {
      await opened.close()
    })

    it('reads timestamps as ISO text with milliseconds, days as text, counts and sums as numbers', async () => {
      const row = await firstRow(sql`select
        timestamptz '2026-11-20 20:45:00.1239-06' as moment,
        date '2026-11-21' as day,
        count(*) as count,
        sum(2::bigint) as sum,
        1.5::numeric as numeric,
        array[timestamptz '2026-11-21 02:45:00Z', null] as moments,
        array[date '2026-03-08'] as days,
        array[9007199254740991::bigint] as counts,
        null::timestamptz as nothing`)
      expect(row).toEqual({
        moment: '2026-11-21T02:45:00.123Z',
        day: '2026-11-21',
        count: 1,
        sum: 2,
        numeric: 1.5,
        moments: ['2026-11-21T02:45:00.000Z', null],
        days: ['2026-03-08'],
        counts: [9007199254740991],
        nothing: null,
      })
    })

    it('rejects a number that would lose precision', async () => {
      await expect(firstRow(sql`select 9007199254740993::bigint as n`)).rejects.toThrow('too large')
    })

    it('handles the letters of every language, and works in UTC', async () => {
      const row = await firstRow(sql`select lower('ÉÑΩ') as lower, 'Émile' ilike 'émi%' as ilike,
        length('🧘‍♀️é') as length, current_setting('TimeZone') as zone,
        current_setting('server_encoding') as encoding`)
      expect(row).toEqual({ lower: 'éñω', ilike: true, length: 5, zone: 'UTC', encoding: 'UTF8' })
      await sql`create unique index if not exists things_name on things (lower(name))`.execute(
        opened.database.query,
      )
      await insert(opened.database.query, 1, 'ZOÉ@example.com')
      await expect(insert(opened.database.query, 2, 'zoé@example.com')).rejects.toMatchObject({
        code: '23505',
      })
    })

    it('commits all of a transaction or none of it', async () => {
      const rolledBack = opened.database.transaction(async (transaction) => {
        await insert(transaction, 10, 'undone')
        throw new Error('changed my mind')
      })
      await expect(rolledBack).rejects.toThrow('changed my mind')
      const result = await opened.database.transaction(async (transaction) => {
        await insert(transaction, 11, 'kept')
        return 'done'
      })
      expect(result).toBe('done')
      const { rows } = await sql`select id from things where id in (10, 11)`.execute(opened.database.query)
      expect(rows).toEqual([{ id: 11 }])
    })

    it('retries a transaction that PostgreSQL aborted because of another', async () => {
      await insert(opened.database.query, 20, 'twenty')
      let runs = 0
      const bothHaveRead = barrier(2)
      const appendMark = () =>
        opened.database.transaction(async (transaction) => {
          runs += 1
          await sql`set transaction isolation level repeatable read`.execute(transaction)
          await sql`select name from things where id = 20`.execute(transaction)
          await bothHaveRead()
          await sql`update things set name = name || '!' where id = 20`.execute(transaction)
        })
      await Promise.all([appendMark(), appendMark()])
      expect(await firstRow(sql`select name from things where id = 20`)).toEqual({ name: 'twenty!!' })
      expect(runs).toBe(3)
    })

    it('cancels a statement that takes too long, except for work without time limits', async () => {
      const limit = await firstRow<{ limit: string }>(
        sql`select current_setting('statement_timeout') as limit`,
      )
      expect(limit).toEqual({ limit: '5s' })
      const unlimited = await opened.database.withoutTimeLimits((connection) =>
        sql`select current_setting('statement_timeout') as limit`.execute(connection),
      )
      expect(unlimited.rows).toEqual([{ limit: '0' }])
      const cancelled = opened.database.transaction(async (transaction) => {
        await sql`set local statement_timeout = 20`.execute(transaction)
        await sql`select pg_sleep(5)`.execute(transaction)
      })
      const classified = cancelled.catch((error: unknown) => [
        isDatabaseUnavailable(error),
        isCommitUncertain(error),
      ])
      await expect(classified).resolves.toEqual([true, false])
    })

    it('survives the loss of its connections, idle or within a transaction', async () => {
      const interrupted = opened.database.transaction(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
        const pid = rows[0]!.pid
        await sql`select pg_terminate_backend(${pid}, 2000)`.execute(opened.database.query)
        await insert(transaction, 30, 'never')
      })
      const classified = interrupted.catch((error: unknown) => [
        isDatabaseUnavailable(error),
        isCommitUncertain(error),
      ])
      await expect(classified).resolves.toEqual([true, true])
      const others = sql`select pg_terminate_backend(pid, 2000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      await opened.database.withoutTimeLimits((connection) => others.execute(connection))
      await expect.poll(() => opened.database.isAlive()).toBe(true)
      expect(await firstRow(sql`select count(*) as count from things where id = 30`)).toEqual({ count: 0 })
    })
  })
}

async function insert(executor: Kysely<Tables>, id: number, name: string): Promise<void> {
  const thing: Things = { id, name }
  await sql`insert into things (id, name) values (${thing.id}, ${thing.name})`.execute(executor)
}

/** A barrier: its promises resolve once `size` callers wait; later callers don't wait. */
function barrier(size: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length >= size) for (const release of waiting) release()
    })
}
