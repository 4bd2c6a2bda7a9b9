// Midnight on nodes with wrong clocks, late starts or slow reads, and room closing times by meditation duration.
import { describe, expect, test } from 'vitest'
import { latestMessages } from '#features/chat/server/sql/messages.ts'
import type { Platform } from '#server/context.ts'
import { busEvents } from '#shared/bus-events.ts'
import { minuteMs } from '#shared/durations.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { createTestClock, type TestClock } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { countLockWaiters } from '#test/database/lock-race.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'

const day = '2026-11-20'
const next = '2026-11-21'
const midnight = wall('2026-11-21 00:00')
const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds
const afterMidnight = (minutes: number) => at(midnight) + minutes * minuteMs

const app = await openTestApp({ isUnlimited: true })
const { mia, mo } = await signInPeople(app)

interface Node extends TestChannel {
  clock: TestClock
  /** The warnings it has logged. */
  warned: string[]
  /** The number of duration reads. */
  reads: () => number
}

let opened = 0

/** Opens a node with its own clock; `durationOf` returns minutes. */
async function openNode(moment: string, durationOf = async (): Promise<number | null> => 24): Promise<Node> {
  opened += 1
  const clock = createTestClock(moment)
  const warned: string[] = []
  const ofApp = app.app.platform.log
  const log: Platform['log'] = {
    info: (facts, message) => ofApp.info(facts, message),
    warn: (_, message) => warned.push(message),
    error: (facts, message) => ofApp.error(facts, message),
  }
  const bus = app.hub.connect(`rollover-${opened}`)
  let reads = 0
  const node = await openTestChannel(app, {
    platform: { ...app.app.platform, clock, log, bus },
    durationOf: async () => {
      reads += 1
      return durationOf()
    },
  })
  return Object.assign(node, { clock, warned, reads: () => reads })
}

const began = { type: 'session-changed', sessionDate: next, roomClosed: false }
const closed = { type: 'session-changed', sessionDate: next, roomClosed: true }

describe('two nodes', () => {
  test('[LIVE-16] whose clocks differ by half a minute start the day together, and each notifies its members once', async () => {
    const [early, late] = [
      await openNode(wall('2026-11-20 23:59:59')),
      await openNode(wall('2026-11-20 23:59:29')),
    ]
    const [here, there] = [await joinLive(early, mia, day), await joinLive(late, mo, day)]
    for (const { clock } of [early, late]) clock.advance(1_000)
    expect(await here.next('session-changed')).toEqual(began)
    expect(await there.next('session-changed')).toEqual(began)
    await there.join(next)
    for (const { clock } of [early, late]) clock.advance(minuteMs)
    await Promise.all([here.whenCaughtUp(), there.whenCaughtUp()])
    expect([here.count('session-changed'), there.count('session-changed')]).toEqual([1, 1])
    expect(late.warned).toEqual([])
    for (const node of [early, late]) await node.close()
  })

  test('[LIVE-16] with a larger difference ignore each other: each starts the day by its own clock', async () => {
    const [early, late] = [
      await openNode(wall('2026-11-20 23:59:59')),
      await openNode(wall('2026-11-20 23:57:59')),
    ]
    const there = await joinLive(late, mo, day)
    for (const { clock } of [early, late]) clock.advance(1_000)
    await there.whenCaughtUp()
    expect(there.count('session-changed')).toBe(0)
    expect(late.warned).toEqual([expect.stringContaining('too early') as string])
    there.send({ type: 'join-session', userId: mo.userId, sessionDate: next })
    expect((await there.next('error')).code).toBe('bad_date')
    late.clock.set(midnight)
    expect(await there.next('session-changed')).toEqual(began)
    for (const node of [early, late]) await node.close()
  })

  test('[F16] one whose clock is set back over midnight follows it', async () => {
    const node = await openNode(midnight)
    node.clock.advance(-60 * minuteMs)
    const client = await joinLive(node, mia, day)
    expect(node.warned).toEqual([expect.stringContaining('set back') as string])
    expect(client.count('session-changed')).toBe(0)
    node.clock.set(midnight)
    expect(await client.next('session-changed')).toEqual(began)
    await node.close()
  })
})

test('[LIVE-17] a node that was suspended for days moves all members at once', async () => {
  const node = await openNode(wall('2026-11-20 12:00'))
  const client = await joinLive(node, mia, day)
  node.clock.set(wall('2026-11-23 00:05'))
  expect(await client.next('session-changed')).toEqual({ ...closed, sessionDate: '2026-11-23' })
  expect(node.channel.presence.count(roomOfDay(day))).toBe(0)
  await node.close()
})

describe('the old room', () => {
  test('[LIVE-17] [T40] closes after one read of its duration, at the resulting moment', async () => {
    const node = await openNode(wall('2026-11-20 23:59:59'))
    const clients = [await joinLive(node, mia, day), await joinLive(node, mo, day)]
    node.clock.set(midnight)
    node.clock.set(afterMidnight(15))
    await expect.poll(node.reads).toBe(1)
    node.clock.set(afterMidnight(39) - 1)
    for (const client of clients) {
      await client.whenCaughtUp()
      expect(client.count('session-changed')).toBe(1)
    }
    node.clock.advance(1)
    for (const client of clients)
      expect(await client.next('session-changed', ({ roomClosed }) => roomClosed)).toEqual(closed)
    expect(node.reads()).toBeLessThanOrEqual(2)
    expect([
      node.channel.presence.count(roomOfDay(day)),
      node.channel.presence.count(roomOfDay(next)),
    ]).toEqual([0, 0])
    await node.close()
  })

  test('[LIVE-17] needs no read if all members have left by then', async () => {
    const node = await openNode(wall('2026-11-20 23:59:59'))
    const client = await joinLive(node, mia, day)
    node.clock.set(midnight)
    await client.join(next)
    node.clock.set(afterMidnight(60))
    await client.whenCaughtUp()
    expect(node.reads()).toBe(0)
    await node.close()
  })

  test('[LIVE-17] of a lengthened meditation stays open, of a shortened one closes at once', async () => {
    let minutes: number | null = 24
    const node = await openNode(wall('2026-11-20 23:59:59'), async () => minutes)
    const client = await joinLive(node, mia, day)
    const change = (to: number | null) => {
      minutes = to
      return app.bus.publish(busEvents.days, { type: 'changed' })
    }
    node.clock.set(midnight)
    await change(45)
    expect(node.reads()).toBe(0)
    node.clock.set(afterMidnight(40))
    await expect.poll(node.reads).toBe(1)
    sendChatMessage(client, 'still here')
    await client.next('new-message')
    expect(client.count('session-changed')).toBe(1)
    await change(20)
    expect(await client.next('session-changed', ({ roomClosed }) => roomClosed)).toEqual(closed)
    await node.close()
  })

  test('[LIVE-17] waits while the database is unavailable, and closes then', async () => {
    let isAway = true
    const node = await openNode(wall('2026-11-20 23:59:59'), async () => {
      if (isAway) throw new Error('away')
      return 0
    })
    const client = await joinLive(node, mia, day)
    node.clock.set(afterMidnight(20))
    await expect.poll(node.reads).toBe(1)
    await client.whenCaughtUp()
    expect(client.count('session-changed')).toBe(1)
    isAway = false
    // The retry doesn't depend on the wall clock.
    node.clock.advance(-2 * minuteMs)
    node.clock.advance(5_000)
    expect(await client.next('session-changed', ({ roomClosed }) => roomClosed)).toEqual(closed)
    await node.close()
  })

  test('[LIVE-16] [LIVE-17] notifies members who rejoin it once, also on a node that was started since', async () => {
    const node = await openNode(wall('2026-11-21 00:10'))
    const client = await joinLive(node, mia, day)
    expect(await client.next('session-changed')).toEqual(began)
    node.clock.set(afterMidnight(39))
    expect(await client.next('session-changed')).toEqual(closed)
    expect(client.count('session-changed')).toBe(2)
    await node.close()
  })

  test('[LIVE-17] [I13] stores nothing after its closing: queued messages are rejected, sent ones are stored', async () => {
    const node = await openNode(wall('2026-11-21 00:10'))
    const [client, other] = [await joinLive(node, mo, day), await joinLive(node, mia, day)]
    const messages = async () =>
      (await latestMessages(app.database.query, day, 30)).map(({ message }) => message)
    const before = await messages()
    node.clock.set(afterMidnight(39) - 1)
    await app.database.transaction(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', mo.userId).forUpdate().execute()
      sendChatMessage(client, 'in time')
      await expect.poll(() => countLockWaiters(app.database.query)).toBe(1)
      sendChatMessage(other, 'too late', 'said-too-late')
      await other.whenCaughtUp()
      node.clock.advance(1)
    })
    expect((await client.next('new-message')).message.message).toBe('in time')
    expect(await other.next('error')).toMatchObject({ code: 'bad_date', clientMessageId: 'said-too-late' })
    expect(await other.next('session-changed')).toEqual(closed)
    expect((await messages()).filter((text) => !before.includes(text))).toEqual(['in time'])
    await node.close()
  })
})
