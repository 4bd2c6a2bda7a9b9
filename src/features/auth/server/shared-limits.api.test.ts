// Limits of guesses on two nodes with one Redis: they count together, and alone while Redis doesn't respond.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRedisBus } from '#server/bus/redis.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { describeWithRedis } from '#test/nodes/describe-with-redis.ts'
import { startRedisServer, type RedisServer } from '#test/nodes/redis-server.ts'
import { request } from '#test/request.ts'

describeWithRedis('two nodes with one bus', () => {
  let redis: RedisServer
  let nodes: [TestApp, TestApp]
  beforeAll(async () => {
    redis = await startRedisServer()
    const connect = (nodeId: string) =>
      openRedisBus({ url: redis.url, community: 'limits', nodeId, log: () => undefined })
    const first = await startTestApp({ bus: await connect('one') })
    nodes = [first, await startTestApp({ bus: await connect('two'), peerOf: first })]
  })
  afterAll(async () => {
    redis.resume()
    for (const node of nodes.toReversed()) await node.close()
    await redis.stop()
  })

  /** The statuses of calls that the nodes get in turn. */
  async function inTurn(count: number, ask: (node: TestApp) => Promise<{ status: number }>) {
    const statuses: number[] = []
    for (let turn = 0; turn < count; turn += 1)
      statuses.push((await ask(nodes[turn % 2 === 0 ? 0 : 1])).status)
    return statuses
  }
  const reset = (email: string) => (node: TestApp) =>
    request(node, 'POST /api/identity/request-password-reset', { body: { email } })
  const validate = (node: TestApp) =>
    request(node, 'POST /api/referral/validate', { body: { code: 'ZZZZZZZZ' } })
  const signIn = (node: TestApp) => {
    const body = { email: 'una@example.org', password: 'a guess of many' }
    return request(node, 'POST /api/identity/sign-in/email', { body })
  }
  const allowed = (count: number, status: number) => Array<number>(count).fill(status)

  test('[API-24] [T51] count resets, checks of codes and sign-ins together @full', async () => {
    expect(await inTurn(5, reset('una@example.org'))).toEqual([...allowed(3, 200), 429, 429])
    expect(await inTurn(11, validate)).toEqual([...allowed(10, 200), 429])
    expect(await inTurn(11, signIn)).toEqual([...allowed(10, 401), 429])
  })

  test('[API-24] [T51] count alone while Redis is paused or gone, and refuse no one because of it @full', async () => {
    redis.pause()
    const startedMs = performance.now()
    expect(await inTurn(6, reset('paused@example.org'))).toEqual(allowed(6, 200))
    // The first call of each node waits for 100 ms; a dead connection would take three seconds.
    expect(performance.now() - startedMs).toBeLessThan(2_500)
    expect(await inTurn(2, reset('paused@example.org'))).toEqual([429, 429])
    await redis.kill()
    expect(await inTurn(8, reset('gone@example.org'))).toEqual([...allowed(6, 200), 429, 429])
    await redis.startEmpty()
    await expect
      .poll(async () => (await inTurn(4, reset(`back-${performance.now()}@example.org`)))[3], {
        timeout: 20_000,
      })
      .toBe(429)
  })
})
