// Two servers on one database without a bus: which is reported, and which is only stopping.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database/database.ts'
import { connectDatabase, openDatabase } from './database.ts'
import { createServerTracker, watchOtherServers } from './other-servers.ts'
import { connectedServers } from './sql.ts'

test('[OPS-20] a server counts once connected for longer than a graceful shutdown takes', () => {
  const lasting = createServerTracker('own', 20_000)
  expect(lasting(['old', 'own'], 0)).toEqual([])
  expect(lasting(['own'], 10_000)).toEqual([])
  expect(lasting(['old', 'own'], 20_000)).toEqual([])
  expect(lasting(['old', 'own'], 39_999)).toEqual([])
  expect(lasting(['new', 'old', 'own'], 40_000)).toEqual(['old'])
})

describe('on a database', () => {
  let shared: TestDatabase
  beforeAll(async () => {
    shared = await createTestDatabase('empty')
  })
  afterAll(() => shared.drop())
  const open = (serverId: string) =>
    openDatabase({ databaseUrl: shared.url, dataDir: 'unused', serverId, log: () => undefined })

  test('[OPS-20] servers are distinguished, and commands don’t count as servers', async () => {
    const command = connectDatabase(shared.url)
    expect(await connectedServers(command.query)).toEqual([])
    const [one, two] = [await open('one'), await open('two')]
    expect(await connectedServers(command.query)).toEqual(['one', 'two'])
    await one.close()
    await expect.poll(() => connectedServers(command.query)).toEqual(['two'])
    await two.close()
    await command.close()
  })

  test('[OPS-20] a second server triggers one warning @full', async () => {
    const [one, two] = [await open('one'), await open('two')]
    let warnings = 0
    const stop = watchOtherServers(
      one.database,
      'one',
      () => {
        warnings += 1
      },
      { pollEveryMs: 10, graceMs: 100 },
    )
    await expect.poll(() => warnings).toBe(1)
    const three = await open('three')
    await expect.poll(() => warnings).toBe(2)
    stop()
    for (const { close } of [one, two, three]) await close()
  })
})
