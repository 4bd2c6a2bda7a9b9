// Presence service: several nodes replicate their members over a bus that may lose messages.
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBusHub, type Bus } from '#server/bus/bus.ts'
import { busChannel } from '#shared/bus-events.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { createTestClock } from '#test/clock.ts'
import { createLossyBus, type LossyBus } from '#test/live/lossy-bus.ts'
import { createSeededRandom } from '#test/seeded-random.ts'
import { presenceEvents } from './presence-protocol-v1.ts'
import { createPresenceService, type PresenceService } from './presence-service.ts'

const day = roomOfDay('2026-11-21')
const eve = roomOfDay('2026-11-20')
const user = (id: number) => ({ id, name: `N${id}`, profilePicture: null, isUnlisted: false })
const member = (id: number) => ({ ...user(id), joinedAtMs: 0 })

interface Node {
  bus: LossyBus
  attendance: PresenceService
  events: string[]
  warnings: string[]
}

const nodes = new Set<Node>()
afterEach(async () => {
  for (const node of nodes) await stop(node)
})

function createCluster(seed = 1) {
  const dropped: string[] = []
  const hub = createBusHub((line) => dropped.push(line))
  const clock = createTestClock()
  const random = createSeededRandom(seed)
  const start = (name: string, presenceGraceMs = 60_000, clockAheadMs = 0): Node => {
    const bus = createLossyBus(hub.connect(name), random)
    const events: string[] = []
    const warnings: string[] = []
    const log = { info: () => {}, warn: (_: object, text: string) => warnings.push(text), error: () => {} }
    const attendance = createPresenceService({
      platform: { bus, clock: { ...clock, now: () => clock.now() + clockAheadMs }, roomClock: clock, log },
      timings: { replicationTickMs: 2, presenceGraceMs },
      joined: (_, { id }) => events.push(`${id} joined`),
      left: (_, { id }) => events.push(`${id} left`),
      changed: () => {},
    })
    const node = { bus, attendance, events, warnings }
    nodes.add(node)
    return node
  }
  return { hub, clock, random, start, dropped }
}

/** Stops a node like a server shutdown. */
async function stop(node: Node): Promise<void> {
  nodes.delete(node)
  node.attendance.close()
  await node.bus.close()
}

const idsAt = ({ attendance }: Node, of = day) => attendance.newest(of, 0, 20_000).map(({ id }) => id)
const expectMembers = (node: Node, ids: readonly number[]) => expect.poll(() => idsAt(node)).toEqual(ids)

/** Every message between the nodes, as JSON. */
function recordBusMessages(bus: Bus): string[] {
  const texts: string[] = []
  bus.subscribe(presenceEvents, (message) => texts.push(JSON.stringify(message)))
  return texts
}

describe('the nodes of a community', () => {
  test('[HELP-04] know when a member’s last socket closed, whatever happened to it @full', async () => {
    const { start, clock } = createCluster()
    const startedAtMs = clock.now()
    const [one, two] = [start('one'), start('two')]
    const expectClosedAt = (atMs: number | null, id = 1) =>
      expect
        .poll(() => [one, two].map(({ attendance }) => attendance.lastSocketClosedAtMs(id)))
        .toEqual([atMs, atMs])
    await expectClosedAt(startedAtMs)
    one.attendance.enter(day, user(1))
    two.attendance.enter(eve, user(1))
    await expectClosedAt(null)
    clock.advance(1_000)
    one.attendance.leave(day, 1, 'left')
    await expectMembers(two, [])
    await expectClosedAt(null)
    clock.advance(1_000)
    two.attendance.leave(eve, 1, 'left')
    await expectClosedAt(startedAtMs + 2_000)
    two.attendance.enter(day, user(2))
    await expectMembers(one, [2])
    clock.advance(1_000)
    await stop(two)
    await expect.poll(() => one.attendance.lastSocketClosedAtMs(2)).toBe(startedAtMs + 3_000)
    // The grace period still counts them.
    expect(one.attendance.isPresent(day, 2)).toBe(true)
  })

  test('[LIVE-07] [I17] count a member on two of them once, and announce only the last leave @full', async () => {
    const { start, clock } = createCluster()
    const [one, two] = [start('one'), start('two')]
    one.attendance.enter(day, user(1))
    await expectMembers(two, [1])
    clock.advance(1_000)
    two.attendance.enter(day, user(2))
    two.attendance.enter(day, user(1))
    await expectMembers(one, [2, 1])
    one.attendance.leave(day, 1, 'left')
    one.attendance.enter(day, user(3))
    // Back on another node, at the same place.
    for (const node of [one, two]) await expectMembers(node, [3, 2, 1])
    two.attendance.leave(day, 1, 'left')
    for (const node of [one, two]) {
      await expectMembers(node, [3, 2])
      expect(node.events.filter((event) => event.startsWith('1 '))).toEqual(['1 joined', '1 left'])
    }
  })

  test('[LIVE-06] converge on a new name, though one published the old one after the others received the new one @full', async () => {
    const { start } = createCluster()
    const [one, two, three] = [start('one'), start('two'), start('three')]
    const named = { ...user(1), name: 'Zoë' }
    const namesAt = ({ attendance }: Node) => attendance.newest(day, 0, 1).map(({ name }) => name)
    one.attendance.enter(day, user(1))
    for (const node of [two, three]) {
      await expectMembers(node, [1])
      node.attendance.updateProfile(named)
      // The node requests a snapshot.
      node.bus.heal()
    }
    for (const node of [two, three]) await expect.poll(() => namesAt(node)).toEqual(['N1'])
    one.attendance.updateProfile(named)
    for (const node of [one, two, three]) await expect.poll(() => namesAt(node)).toEqual(['Zoë'])
  })

  test('[I16] remove the members of a crashed one after a grace period, and keep those who are on another', async () => {
    const { start } = createCluster()
    const [one, two, three] = [start('one'), start('two', 20), start('three', 20)]
    for (const id of [1, 2, 3]) one.attendance.enter(day, user(id))
    await expectMembers(two, [3, 2, 1])
    two.attendance.enter(day, user(3))
    two.attendance.enter(eve, user(3))
    await expect.poll(() => idsAt(three, eve)).toEqual([3])
    await one.bus.close()
    expect(idsAt(three)).toEqual([3, 2, 1])
    for (const node of [two, three]) await expectMembers(node, [3])
    expect(three.events.slice(-2)).toEqual(['1 left', '2 left'])
  })

  test('[LIVE-35] [LIVE-30] send no events for members of a crashed one who reconnect, or of a suspended one that returns', async () => {
    const { start, clock } = createCluster()
    const [one, two, three] = [start('one'), start('two'), start('three')]
    for (const id of [1, 2]) one.attendance.enter(day, user(id))
    clock.advance(1)
    three.attendance.enter(day, user(3))
    await expectMembers(two, [3, 2, 1])
    const returns = two.bus.partition(three.bus.nodeId)
    await one.bus.close()
    two.attendance.enter(day, user(1))
    returns()
    await expect.poll(() => two.attendance.lastSocketClosedAtMs(3)).toBeNull()
    expect(idsAt(two)).toEqual([3, 2, 1])
    expect(two.events).toEqual(['1 joined', '2 joined', '3 joined'])
  })

  test('[LIVE-35] need no snapshot of one that was silent for less than the grace period', async () => {
    const { hub, start } = createCluster()
    const [one, two] = [start('one'), start('two')]
    one.attendance.enter(day, user(1))
    await expectMembers(two, [1])
    const texts = recordBusMessages(hub.connect('ear'))
    two.bus.partition(one.bus.nodeId)()
    expect(two.attendance.lastSocketClosedAtMs(1)).toBeNull()
    two.attendance.enter(day, user(2))
    one.attendance.enter(eve, user(3))
    await expect.poll(() => idsAt(two, eve)).toEqual([3])
    await expectMembers(one, [2, 1])
    expect(texts.filter((text) => text.includes('"request":"one"'))).toEqual([])
  })

  test('[LIVE-35] request no snapshots after a crash: it concerns none of their members', async () => {
    const { hub, start } = createCluster()
    const [one, two, three] = [start('one'), start('two'), start('three')]
    const idsSorted = (node: Node) => idsAt(node).toSorted((first, second) => first - second)
    const expectAll = async (among: Node[], ids: number[]) => {
      for (const node of among) await expect.poll(() => idsSorted(node)).toEqual(ids)
    }
    for (const [index, { attendance }] of [one, two, three].entries()) attendance.enter(day, user(index + 1))
    await expectAll([one, two, three], [1, 2, 3])
    const texts = recordBusMessages(hub.connect('ear'))
    for (const node of [two, three]) node.bus.partition(one.bus.nodeId)
    for (const [index, { attendance }] of [two, three].entries()) attendance.enter(day, user(4 + index))
    await expectAll([two, three], [1, 2, 3, 4, 5])
    const requests = texts.filter((text) => text.includes('"request"') && !text.includes('"ear"'))
    expect(requests).toEqual([])
  })

  test('[LIVE-36] agree on the newest by the shared clock, though one’s own is an hour ahead', async () => {
    const { start, clock } = createCluster()
    const [one, two] = [start('one', 60_000, 3_600_000), start('two')]
    one.attendance.enter(day, user(1))
    await expectMembers(two, [1])
    clock.advance(1_000)
    two.attendance.enter(day, user(2))
    for (const node of [one, two]) await expectMembers(node, [2, 1])
  })

  test('[LIVE-30] send no events for members who return from a stopping node, and wait no longer than its grace period @full', async () => {
    const { start } = createCluster()
    const [one, two] = [start('one', 300), start('two')]
    for (const id of [1, 2]) one.attendance.enter(day, user(id))
    await expectMembers(two, [2, 1])
    one.attendance.leave(day, 1, 'disconnected')
    await stop(one)
    expect(idsAt(two)).toEqual([2, 1])
    two.attendance.enter(day, user(2))
    await expectMembers(two, [2])
    expect(two.events).toEqual(['1 joined', '2 joined', '1 left'])
  })

  test('[LIVE-19] exchange 10,000 simultaneous joins in few messages @full', async () => {
    const { hub, start } = createCluster()
    const all = [start('one'), start('two'), start('three')]
    for (const [index, { attendance }] of all.entries()) attendance.enter(day, user(index + 1))
    for (const node of all) await expectMembers(node, [3, 2, 1])
    const texts = recordBusMessages(hub.connect('ear'))
    for (let id = 4; id <= 10_000; id += 1) all[id % 3]?.attendance.enter(day, user(id))
    for (const { attendance } of all) await expect.poll(() => attendance.count(day)).toBe(10_000)
    const published = texts.filter((text) => text.includes('"joined"'))
    // 500 members per message, and one partial message per node.
    expect(published).toHaveLength(21)
    expect(published.join('').length / 10_000).toBeLessThan(120)
    const [first, second, third] = all.map((node) => idsAt(node))
    expect(second).toEqual(first)
    expect(third).toEqual(first)
  })
})

describe('a slow bus', () => {
  test('[LIVE-35] gets the changes of a while as one message, and one snapshot for all requests', async () => {
    const { hub, start } = createCluster()
    const [one, two] = [start('one'), start('two')]
    one.attendance.enter(day, user(1))
    await expectMembers(two, [1])
    const letGo = one.bus.holdSending()
    const texts = recordBusMessages(hub.connect('ear'))
    one.attendance.enter(day, user(2))
    await expectMembers(two, [2, 1])
    for (const id of [3, 4, 5]) {
      one.attendance.enter(day, user(id))
      two.bus.heal()
      two.attendance.enter(eve, user(id))
      await expect.poll(() => idsAt(one, eve)).toContain(id)
    }
    one.attendance.leave(day, 3, 'left')
    const published = () => texts.filter((text) => text.includes(day))
    const before = published()
    expect(before.filter((text) => text.includes('"joined"'))).toHaveLength(1)
    letGo()
    await expectMembers(two, [5, 4, 2, 1])
    const rest = published().slice(before.length)
    expect(rest.map((text) => /"type":"(\w+)"/.exec(text)?.[1])).toEqual(['joined', 'left', 'snapshot'])
  })
})

describe('a lost message', () => {
  test('[I16] is requested when the next message reveals the gap, without any other sign @full', async () => {
    const { start } = createCluster()
    const [one, two] = [start('one'), start('two')]
    one.attendance.enter(day, user(1))
    await expectMembers(two, [1])
    two.bus.setLossRate(1)
    one.attendance.leave(day, 1, 'left')
    one.attendance.enter(day, user(2))
    await expect.poll(() => two.bus.lostCount()).toBeGreaterThan(0)
    two.bus.setLossRate(0)
    expect(idsAt(two)).toEqual([1])
    one.attendance.enter(day, user(3))
    await expectMembers(two, [3, 2])
  })

  test('[I16] in the middle of a snapshot of thousands is requested again @full', async () => {
    const { start } = createCluster(5)
    const one = start('one')
    for (let id = 1; id <= 3_000; id += 1) one.attendance.enter(day, user(id))
    const two = start('two')
    two.bus.setLossRate(0.5)
    await expect.poll(() => two.bus.lostCount()).toBeGreaterThan(0)
    expect(two.attendance.count(day)).toBe(0)
    two.bus.heal()
    await expect.poll(() => two.attendance.count(day)).toBe(3_000)
  })

  test('[I16] or an unknown one does no harm', async () => {
    const { hub, start, dropped } = createCluster()
    const [one, two] = [start('one'), start('two')]
    one.attendance.enter(day, user(1))
    await expectMembers(two, [1])
    const other = hub.connect('other')
    const unknown = [7, { n: 1 }, { n: 1, says: { type: 'left', day, userIds: ['1'] } }, { ask: 7 }]
    for (const message of [...unknown, ...unknown])
      await other.publish(busChannel(presenceEvents.name, z.unknown()), message)
    one.attendance.enter(day, user(2))
    await expectMembers(two, [2, 1])
    // One line on each of the two nodes.
    expect(dropped).toHaveLength(2)
  })

  test.each([
    [
      'the protocol’s first version',
      { ask: 'one' },
      {
        n: 7,
        says: { type: 'picture', part: 0, isLast: true, rooms: [{ room: day, members: [member(2)] }] },
      },
      { n: 8, says: { type: 'vanished', room: day, members: [{ id: 2, leftMs: 60_000 }] } },
    ],
    [
      'the protocol’s second version',
      { request: 'one' },
      {
        sequence: 7,
        message: { type: 'snapshot', part: 0, isLast: true, rooms: [{ room: day, members: [member(2)] }] },
      },
      { sequence: 8, message: { type: 'disconnected', room: day, members: [{ id: 2, leftMs: 60_000 }] } },
    ],
  ])('[LIVE-08] in the words of %s is read', async (_, request, snapshot, disconnected) => {
    const { hub, start, clock } = createCluster()
    const one = start('one')
    one.attendance.enter(day, user(1))
    const other = hub.connect('other')
    const published: unknown[] = []
    other.subscribe(busChannel(presenceEvents.name, z.unknown()), (event, from) => {
      const { n: _, ...words } = event as { n?: number }
      if (from === 'one') published.push(words)
    })
    const publish = (event: unknown) => other.publish(busChannel(presenceEvents.name, z.unknown()), event)
    await publish(snapshot)
    await expectMembers(one, [1, 2])
    expect(one.attendance.lastSocketClosedAtMs(2)).toBeNull()
    await publish(disconnected)
    expect(one.attendance.lastSocketClosedAtMs(2)).toBe(clock.now())
    // This node publishes in the words that every version reads.
    await expect.poll(() => published).toContainEqual({ ask: null })
    published.length = 0
    await publish(request)
    await expect
      .poll(() => published)
      .toContainEqual({
        says: {
          type: 'picture',
          part: 0,
          isLast: true,
          rooms: [{ room: day, members: [expect.objectContaining({ id: 1 })] }],
        },
      })
  })

  test.each([1, 2, 3])(
    '[I16] [LIVE-08] leaves all nodes in agreement at the end, at random faults (%i)',
    async (seed) => {
      const { hub, start, random } = createCluster(seed)
      const all = ['one', 'two', 'three'].map((name) => start(name))
      const held = all.map(() => new Set<number>())
      const nextWord = watchDelivery(hub.connect('ear'))
      const pick = (count: number) => Math.floor(random() * count)
      const healings: (() => void)[] = []
      for (let step = 0; step < 200; step += 1) {
        const [at, id] = [pick(3), pick(25)]
        const { attendance, bus } = all[at]!
        if (held[at]!.delete(id)) attendance.leave(day, id, 'left')
        else {
          attendance.enter(day, user(id))
          held[at]!.add(id)
        }
        if (step % 30 === 10) bus.setLossRate(0.5)
        if (step % 30 === 20) bus.heal()
        if (step % 100 === 30) healings.push(bus.partition(all[(at + 1) % 3]!.bus.nodeId))
        if (step % 100 === 60) healings.pop()?.()
        if (step % 2 === 0) await nextWord()
      }
      for (const heal of healings) heal()
      for (const { bus } of all) bus.heal()
      const truth = new Set(held.flatMap((ids) => [...ids]))
      for (const node of all) {
        await expect.poll(() => new Set(idsAt(node))).toEqual(truth)
        expect(node.warnings).toEqual([])
      }
      // The order is that of the earliest join times, which may come after the members.
      await expect.poll(() => new Set(all.map((node) => idsAt(node).join()))).toHaveProperty('size', 1)
      expect(all.reduce((sum, { bus }) => sum + bus.lostCount(), 0)).toBeGreaterThan(10)
    },
  )
})

/** Returns a function that waits for the next message of a node. */
function watchDelivery(bus: Bus): () => Promise<void> {
  let said = () => {}
  bus.subscribe(presenceEvents, () => said())
  return () =>
    new Promise((resolve) => {
      said = resolve
    })
}
