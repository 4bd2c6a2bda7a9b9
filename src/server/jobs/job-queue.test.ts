// The job queue: each job runs on one node, and again after a crash, a failure or a shutdown.
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '#server/db/database.ts'
import { createTestClock } from '#test/clock.ts'
import { createTestDatabase } from '#test/database/database.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { eventually } from '#test/eventually.ts'
import { createJobQueue, type JobKind } from './job-queue.ts'
import { claimJob, insertJobs, renewJobLease, rescheduleJob } from './sql.ts'

const store = await createTestDatabase()
afterAll(() => store.drop())
beforeEach(async () => {
  await store.database.query.deleteFrom('jobs').execute()
})

const clock = createTestClock()
const now = () => new Date(clock.now())
const enqueue = (...keys: string[]) =>
  insertJobs(
    store.database.query,
    keys.map((key) => ({ kind: 'trial', key, now: now() })),
  )
const rows = () =>
  store.database.query.selectFrom('jobs').select(['key', 'attempts', 'lockedUntil']).execute()

/** A node that runs the jobs of the kind 'trial'. */
function startNode(
  run: JobKind['run'],
  { concurrency = 1, leaseMs = 60_000, database = store.database } = {},
) {
  const logged: string[] = []
  const write = (_: object, message: string) => void logged.push(message)
  const queue = createJobQueue({ clock, database, log: { warn: write, error: write } }, leaseMs)
  onTestFinished(() => queue.close())
  const poll = queue.start({ name: 'trial', concurrency, pollEveryMs: 10_000, run })
  return { queue, poll, logged }
}

describe('a job', () => {
  test('runs once, whichever of several nodes claims it', async () => {
    const done: string[] = []
    const run: JobKind['run'] = async ({ key }) => {
      done.push(key)
      return null
    }
    const nodes = [startNode(run, { concurrency: 3 }), startNode(run, { concurrency: 3 })]
    const keys = Array.from({ length: 40 }, (_, index) => `job-${index}`)
    await enqueue(...keys)
    for (const { poll } of nodes) poll()
    for (const { queue } of nodes) await queue.whenIdle()
    expect(done.toSorted()).toEqual(keys.toSorted())
    expect(await rows()).toEqual([])
  })

  test('is found by a poll requested just after the only worker found none', async () => {
    const done: string[] = []
    let isEmpty = false
    const query = store.database.query.withPlugin({
      transformQuery: ({ node }) => node,
      // The response to the first claim is held back while the job is inserted.
      transformResult: async ({ result }) => {
        if (isEmpty) return result
        isEmpty = true
        await enqueue('late')
        node.poll()
        return result
      },
    })
    const run: JobKind['run'] = async ({ key }) => {
      done.push(key)
      return null
    }
    const node = startNode(run, { database: { ...store.database, query } })
    await node.queue.whenIdle()
    expect(done).toEqual(['late'])
  })

  test('isn’t claimed again by the node that still runs it', async () => {
    await enqueue('late-renewal')
    const started: (() => void)[] = []
    const node = startNode(() => new Promise((resolve) => started.push(() => resolve(null))), {
      concurrency: 2,
    })
    await eventually(() => expect(started).toHaveLength(1))
    await sql`update jobs set "lockedUntil" = clock_timestamp() - interval '1 second'`.execute(
      store.database.query,
    )
    node.poll()
    const other = startNode(async () => null)
    await other.queue.whenIdle()
    for (const finish of started) finish()
    await node.queue.whenIdle()
    expect(started).toHaveLength(1)
  })

  test('that runs longer than its lock stays with its node @full', async () => {
    await enqueue('long')
    let finish = (): void => undefined
    const running = new Promise<null>((resolve) => {
      finish = () => resolve(null)
    })
    const leaseMs = 600
    const first = startNode(() => running, { leaseMs })
    const lockEnds: unknown[] = []
    await eventually(async () => {
      const [row] = await rows()
      if (row?.lockedUntil != null && !lockEnds.includes(row.lockedUntil)) lockEnds.push(row.lockedUntil)
      expect(lockEnds.length).toBeGreaterThan(5)
    }, 15_000)
    const stolen: string[] = []
    const second = startNode(async ({ key }) => {
      stolen.push(key)
      return null
    })
    await second.queue.whenIdle()
    finish()
    await first.queue.whenIdle()
    expect(stolen).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('that fails is retried after its delay', async () => {
    await enqueue('failing')
    const attempts: number[] = []
    const node = startNode(async (job) => (attempts.push(job.attempts) < 3 ? 2_000 : null))
    await node.queue.whenIdle()
    expect(attempts).toEqual([1])
    clock.advance(1_999)
    await node.queue.whenIdle()
    expect(attempts).toEqual([1])
    for (let retry = 0; retry < 3; retry += 1) {
      clock.advance(2_000)
      await node.queue.whenIdle()
    }
    expect(attempts).toEqual([1, 2, 3])
    expect(node.logged).toEqual([])
  })

  test('whose attempt has ended isn’t locked again by a late renewal', async () => {
    await enqueue('deferred')
    const claim = { kind: 'trial', now: now(), leaseMs: 60_000, active: [] }
    const job = await claimJob(store.database.query, claim)
    if (!job) throw new Error('No job is due.')
    await rescheduleJob(store.database.query, job, { dueAt: now(), countsAsAttempt: true })
    await renewJobLease(store.database.query, job, 60_000)
    expect(await claimJob(store.database.query, claim)).toMatchObject({ key: 'deferred', attempts: 2 })
  })

  test('that is due far in the future runs now: the clock was set back', async () => {
    await enqueue('from-the-future')
    await sql`update jobs set "dueAt" = "dueAt" + interval '30 days'`.execute(store.database.query)
    const done: string[] = []
    const node = startNode(async ({ key }) => {
      done.push(key)
      return null
    })
    await node.queue.whenIdle()
    expect(done).toEqual(['from-the-future'])
  })

  test('stopped by a shutdown is due at once, and the attempt doesn’t count', async () => {
    await enqueue('stopped')
    const node = startNode(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    )
    await eventually(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]))
    await node.queue.close()
    expect(await rows()).toEqual([{ key: 'stopped', attempts: 0, lockedUntil: null }])
    expect(node.logged).toEqual([])
  })

  test('[F06] isn’t repeated because the database was away when it finished', async () => {
    const proxy = await startStatementProxy(store.url)
    onTestFinished(() => proxy.close())
    const database = connectDatabase(proxy.url, { maxConnections: 2 })
    onTestFinished(() => database.close())
    await enqueue('finished')
    let done = 0
    const node = startNode(
      async () => {
        done += 1
        proxy.cut()
        proxy.delay(Infinity)
        return null
      },
      { database, concurrency: 2, leaseMs: 300 },
    )
    await eventually(() => expect(node.logged).toContain('Could not save the result of a job; will retry.'))
    proxy.cut()
    proxy.delay(0)
    node.poll()
    await eventually(async () => expect(await rows()).toEqual([]), 15_000)
    expect(done).toBe(1)
  }, 40_000)
})
