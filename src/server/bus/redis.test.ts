// The Redis bus on a real server: the suite of every bus, and behavior during outages.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { busChannel } from '#shared/bus-events.ts'
import { startTcpProxy, type TcpProxy } from '#test/network/tcp-proxy.ts'
import { describeWithRedis, describeWithRedisAndValkey } from '#test/nodes/describe-with-redis.ts'
import { startRedisServer, type RedisServer } from '#test/nodes/redis-server.ts'
import { freePort } from '#test/nodes/server-process.ts'
import { describeBus } from '#test/suites/bus.suite.ts'
import type { Bus } from './bus.ts'
import { streamKeyOf, unsupportedModeReason } from './redis-link.ts'
import { openRedisBus } from './redis.ts'

const room = busChannel('room', z.unknown())

describeWithRedisAndValkey('the bus on Redis', (program) => {
  const logged: string[] = []
  const opened: { close(): Promise<void> }[] = []
  let redis: RedisServer
  let operator: Redis

  beforeAll(async () => {
    redis = await startRedisServer({}, program)
    operator = new Redis(redis.url)
    operator.on('error', () => {})
  })
  afterAll(async () => {
    operator.disconnect()
    await redis.stop()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((part) => part.close()))
    logged.length = 0
  })

  type Options = Partial<Parameters<typeof openRedisBus>[0]>
  const connect = async (nodeId: string, options: Options = {}): Promise<Bus> => {
    const log = (text: string) => logged.push(text)
    const bus = await openRedisBus({ url: redis.url, community, nodeId, log, ...options })
    opened.push(bus)
    return bus
  }
  const line = async (): Promise<TcpProxy> => {
    const laid = await startTcpProxy(redis.url)
    opened.push(laid)
    return laid
  }

  /** The text of the stream's last message, if this node sent it. */
  const lastInStream = async (bus: Bus): Promise<string | undefined> => {
    const entries = await operator.xrevrange(stream, '+', '-', 'COUNT', 20)
    const [, fields] = entries.find(([, words]) => words.includes('room')) ?? []
    return fields?.[1] === bus.nodeId ? fields.at(-1) : undefined
  }

  describeBus(connect)

  test('entries older than an hour are trimmed from the stream, newer ones stay @full', async () => {
    const nowMs = Date.now()
    await operator.del(stream)
    const ids = [90, 70, 50].map((minutes) => `${nowMs - minutes * 60_000}-0`)
    for (const id of ids) await operator.xadd(stream, id, 'from', 'nobody')
    await connect('one')
    const first = async () => (await operator.xrange(stream, '-', '+', 'COUNT', 1))[0]?.[0]
    await expect.poll(first, { timeout: 10_000 }).toBe(ids[2])
  })

  test('[F07] while Redis is down for two seconds, no message is lost, duplicated or reordered', async () => {
    const buses = await Promise.all(['one', 'two', 'three'].map((name) => connect(name)))
    const events = buses.map(recordEvents)
    const published = new Map(buses.map(({ nodeId }) => [nodeId, 0]))
    const speakFor = async (ms: number) => {
      for (const endMs = performance.now() + ms; performance.now() < endMs; await pause(2)) {
        for (const bus of buses) {
          const number = (published.get(bus.nodeId) ?? 0) + 1
          published.set(bus.nodeId, number)
          void bus.publish(room, number)
        }
      }
    }
    await speakFor(300)
    await Promise.all([redis.kill(), speakFor(2_000)])
    expect(await buses[0]?.isAlive()).toBe(false)
    await redis.start()
    await speakFor(300)
    for (const { heard } of events) {
      const counts = () => [...published.keys()].map((from) => heard.get(from)?.length ?? 0)
      await expect.poll(counts, { timeout: 5_000 }).toEqual([...published.values()])
      for (const numbers of heard.values())
        expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
    }
    expect(events.flatMap(({ seen }) => seen).filter((line) => !line.endsWith('arrived'))).toEqual([])
    await expect.poll(() => buses[0]?.isAlive()).toBe(true)
    await expect.poll(() => logged.filter((text) => text === 'The bus is connected again.').length).toBe(3)
    expect(logged.filter((text) => text.startsWith('The bus is unavailable ('))).toHaveLength(3)
  })

  test.each([
    [5_000, 'catching up later', ' @full'],
    [3_600_000, 'staying behind', ''],
  ])(
    'after a switch to an empty Redis with its clock %d ms behind, %s, recent messages are resent%s',
    async (behindMs, then) => {
      const far = await line()
      const [one, two] = [await connect('one'), await connect('two', { url: far.url })]
      const events = recordEvents(two)
      await operator.xadd(stream, `${Date.now() + behindMs}-0`, 'the clock', 'goes wrong')
      await publishRange(one, 1, 5)
      await expect.poll(() => events.heard.get(one.nodeId)).toEqual([1, 2, 3, 4, 5])
      far.cut()
      await publishRange(one, 6, 10)
      await expect.poll(() => lastInStream(one)).toBe('10')
      await redis.kill()
      await redis.startEmpty()
      await publishRange(one, 11, 12)
      await expect.poll(() => lastInStream(one)).toBe('12')
      const caughtUpMs = then === 'staying behind' ? 0 : behindMs + 1_000
      await operator.xadd(stream, `${Date.now() + caughtUpMs}-*`, 'the clock', 'is right again')
      far.restore()
      await expect.poll(() => events.heard.get(one.nodeId)?.at(-1), longTimeout).toBe(12)
      expect(events.heard.get(one.nodeId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      expect(events.seen).toEqual(['one arrived'])
    },
  )

  test('a node disconnected for longer than the stream’s retention learns of missed messages, and receives new ones @full', async () => {
    const far = await line()
    const [one, two] = [await connect('one'), await connect('two', { url: far.url })]
    const events = recordEvents(two)
    await publishRange(one, 1, 1)
    await expect.poll(() => events.heard.get(one.nodeId)).toEqual([1])
    far.cut()
    await publishRange(one, 2, 3)
    await expect.poll(() => lastInStream(one)).toBe('3')
    await operator.xtrim(stream, 'MAXLEN', 0)
    far.restore()
    // With no further messages, the heartbeats reveal that the last ones are missing.
    await expect.poll(() => events.seen, longTimeout).toContain('missed')
    await publishRange(one, 4, 4)
    await expect.poll(() => events.heard.get(one.nodeId)).toEqual([1, 4])
    expect(events.seen.filter((word) => word === 'missed')).toHaveLength(1)
  })

  test('it reports when Redis has accepted what was published', async () => {
    const one = await connect('one')
    await one.whenSent()
    redis.pause()
    onTestFinished(redis.resume)
    await one.publish(room, 1)
    let isSent = false
    const sent = one.whenSent().then(() => {
      isSent = true
    })
    await one.publish(room, 2)
    await expect.poll(() => one.isAlive(), longTimeout).toBe(false)
    expect(isSent).toBe(false)
    redis.resume()
    await sent
    expect(['1', '2']).toContain(await lastInStream(one))
  })

  test('[LIVE-35] a node that catches up serves its members and sends its heartbeat between the entries', async () => {
    const far = await line()
    const [one, two] = [await connect('one'), await connect('two', { url: far.url })]
    let received = 0
    let turns = 0
    const count = 20
    two.subscribe(room, () => {
      received += 1
      for (const endMs = performance.now() + 6; performance.now() < endMs;);
    })
    far.cut()
    // Each has an entry of its own.
    for (let number = 0; number < count; number += 1) await one.publish(room, 'x'.repeat(40_000))
    await one.whenSent()
    far.restore()
    await expect.poll(() => received, longTimeout).toBeGreaterThan(0)
    while (received < count) {
      turns += 1
      await nextTurn()
    }
    expect(turns).toBeGreaterThan(count / 4)
  })

  test('[I16] a silent node has left for its peers, who may have missed messages; it loses no peer itself @full', async () => {
    const times = { heartbeatMs: 100, peerTimeoutMs: 1_000 }
    const far = await line()
    const one = await connect('one', times)
    const two = await connect('two', times)
    const three = await connect('three', { ...times, url: far.url })
    const [events, farNotes] = [recordEvents(one), recordEvents(three)]
    const eventsAbout = ({ seen }: ReceivedEvents, who: string) =>
      seen.filter((line) => line.startsWith(`${who} `))
    await expect.poll(() => eventsAbout(events, 'three')).toEqual(['three arrived'])
    await expect.poll(() => farNotes.seen.toSorted()).toEqual(['one arrived', 'two arrived'])
    const cutAtMs = performance.now()
    far.cut()
    await three.publish(room, 1)
    await expect
      .poll(() => eventsAbout(events, 'three'), longTimeout)
      .toEqual(['three arrived', 'three gone'])
    expect(performance.now() - cutAtMs).toBeGreaterThan(times.peerTimeoutMs / 2)
    expect(events.seen).toContain('missed')
    await publishRange(two, 2, 2)
    far.restore()
    await expect.poll(() => eventsAbout(events, 'three').slice(2), longTimeout).toEqual(['three arrived'])
    await expect.poll(() => events.heard.get(three.nodeId)).toEqual([1])
    await expect.poll(() => farNotes.heard.get(two.nodeId)).toEqual([2])
    expect(farNotes.seen.toSorted()).toEqual(['one arrived', 'two arrived'])
    expect(two.nodeId).toMatch(/^two-[0-9a-f]{8}$/)
  })

  test('a joining node sees its peers at once; a leaving node is gone at once, with nothing missed', async () => {
    const [one, two] = [await connect('one', { heartbeatMs: 2_000 }), await connect('two')]
    const events = recordEvents(one)
    const twosNotes = recordEvents(two)
    await expect.poll(() => twosNotes.seen).toEqual(['one arrived'])
    await expect.poll(() => events.seen).toEqual(['two arrived'])
    await publishRange(two, 1, 3)
    const endMs = performance.now()
    await two.close()
    await expect.poll(() => events.seen).toEqual(['two arrived', 'two gone'])
    expect(performance.now() - endMs).toBeLessThan(1_000)
    expect(events.heard.get(two.nodeId)).toEqual([1, 2, 3])
    await expect(two.publish(room, 4)).rejects.toThrow('closed')
  })

  test('the resend buffer is bounded: the oldest messages are dropped, and peers learn of the gap @full', async () => {
    const [one, two] = [await connect('one', { maxQueuedMessages: 20 }), await connect('two')]
    const events = recordEvents(two)
    await expect.poll(() => events.seen).toEqual(['one arrived'])
    await redis.kill()
    await expect.poll(() => one.isAlive()).toBe(false)
    await publishRange(one, 1, 50)
    await redis.start()
    await expect.poll(() => events.heard.get(one.nodeId)?.length, longTimeout).toBe(20)
    expect(events.heard.get(one.nodeId)).toEqual(Array.from({ length: 20 }, (_, index) => 31 + index))
    expect(events.seen).toEqual(['one arrived', 'missed'])
    await expect
      .poll(() => logged.some((text) => /^Dropped 3\d messages to other nodes/.test(text)))
      .toBe(true)
  })

  test('foreign entries are logged and skipped, and a listener’s error doesn’t stop delivery', async () => {
    const [one, two] = [await connect('one'), await connect('two')]
    const events = recordEvents(two)
    two.subscribe(room, () => {
      throw new Error('Out of order.')
    })
    await operator.xadd(stream, '*', 'hello', 'world')
    await operator.xadd(stream, '*', 'from', 'one-stranger', 'number', '1', 'room', '{')
    await publishRange(one, 1, 2)
    const lines = (words: string) => logged.filter((text) => text.includes(words)).length
    await expect.poll(() => lines('Out of order.')).toBe(2)
    expect(events.heard.get(one.nodeId)).toEqual([1, 2])
    // Both nodes read it.
    await expect.poll(() => [lines('unreadable bus entry'), lines('SyntaxError')]).toEqual([2, 2])
  })

  test('each peer logs a node’s clock skew once @full', async () => {
    const one = await connect('one', { heartbeatMs: 50 })
    const two = await connect('two', { heartbeatMs: 50, clock: { now: () => Date.now() + 130_000 } })
    const three = await connect('three', { heartbeatMs: 50 })
    const about = () => logged.filter((text) => text.startsWith('The clock of node')).toSorted()
    await expect.poll(about).toHaveLength(4)
    await publishRange(one, 1, 1)
    const line = (other: Bus) =>
      `The clock of node ${two.nodeId} is 130 s ahead of that of node ${other.nodeId}; `
    const expected = [line(one), line(one), line(three), line(three)].toSorted()
    // On a loaded machine the heartbeat that is compared arrives a second late.
    const rounded = (text: string) =>
      text.replace(/\d+ s /, (skew) => `${Math.round(parseInt(skew, 10) / 10)}0 s `)
    expect(about().map((text) => rounded(text.slice(0, text.indexOf(';') + 2)))).toEqual(expected)
  })

  test.each([
    ['', async () => ({ community: 'theirs' })],
    [' with different database numbers', async () => ({ url: `${redis.url}/1` })],
  ])('communities that share a Redis%s don’t receive each other’s messages', async (_how, elsewhere) => {
    const [one, other] = [await connect('one'), await connect('other', await elsewhere())]
    const events = recordEvents(other)
    const third = await connect('third', await elsewhere())
    await publishRange(one, 1, 1)
    await publishRange(third, 2, 2)
    await expect.poll(() => events.heard.get(third.nodeId)).toEqual([2])
    expect(events.seen).toEqual(['third arrived'])
    expect(events.heard.has(one.nodeId)).toBe(false)
  })
})

describeWithRedis('a server that is no single Redis', () => {
  test('[OPS-49] stops the start at once with a sentence', async () => {
    const redis = await startRedisServer({ 'cluster-enabled': 'yes' })
    onTestFinished(() => redis.stop())
    const opening = openRedisBus({ url: redis.url, community, nodeId: 'one', log: () => {} })
    const outcome = await opening.catch((error: unknown) => String(error))
    expect(outcome).toContain("is part of a cluster, which isn't supported: name a single server")
  })
})

test.each([
  ['redis_mode:standalone', null],
  ['server_mode:standalone', null],
  ['', null],
  ['redis_mode:sentinel', 'is a Sentinel'],
  ['server_mode:cluster', 'is part of a cluster'],
])('[OPS-49] the mode of a server is read from %j', (line, what) => {
  const reason = unsupportedModeReason(`# Server\r\n${line}\r\nrun_id:1\r\n`)
  expect(reason?.split(',', 1)[0] ?? null).toBe(what)
})

test('[OPS-06] an unreachable BUS_URL stops the start with an error that omits the password', async () => {
  const port = await freePort()
  const url = `redis://ada:secret@127.0.0.1:${port}/2`
  const opening = openRedisBus({ url, community, nodeId: 'one', log: () => {}, startTimeoutMs: 200 })
  const outcome = await opening.catch((error: unknown) => String(error))
  expect(outcome).toContain(`BUS_URL: can't use Redis or Valkey at 127.0.0.1:${port} (connect ECONNREFUSED`)
  expect(outcome).not.toContain('secret')
})

const community = 'ours'
const stream = streamKeyOf(community)
const longTimeout = { timeout: 5_000 }

/** Publishes a range of numbers in the room. */
async function publishRange(bus: Bus, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1) await bus.publish(room, number)
}

interface ReceivedEvents {
  /** Received numbers by sender. */
  heard: Map<string, number[]>
  /** Events that the watcher received. */
  seen: string[]
}

function recordEvents(bus: Bus): ReceivedEvents {
  const events: ReceivedEvents = { heard: new Map(), seen: [] }
  bus.subscribe(room, (message, from) => {
    const numbers = events.heard.get(from) ?? []
    numbers.push(Number(message))
    events.heard.set(from, numbers)
  })
  const name = (nodeId: string) => nodeId.split('-', 1)[0]
  bus.watch({
    onNodeJoined: (nodeId) => events.seen.push(`${name(nodeId)} arrived`),
    onNodeLeft: (nodeId) => events.seen.push(`${name(nodeId)} gone`),
    onMessagesMissed: () => events.seen.push('missed'),
  })
  return events
}
