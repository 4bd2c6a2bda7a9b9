// Five thousand connections break at one moment: all members reconnect, and other members lose nothing.
import 'temporal-polyfill/global'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { systemClock } from '#server/clock.ts'
import { reconnectDelayMs } from '#shared/backoff.ts'
import { testDays } from '#test/community-days.ts'
import { findCommunityViolations } from '#test/database/invariants.ts'
import { connectGuest, type CrowdMember, type Guest } from '#test/live/crowd.ts'
import { waitUntil } from '#test/nodes/load-test.ts'
import type { ServerProcess } from '#test/nodes/server-process.ts'
import { createSingleNodes } from '#test/nodes/single-node.ts'
import { createSeededRandom } from '#test/seeded-random.ts'

const size = 5_000
const healthy = 50
const batchSize = 100
const pollMs = 1_000
/** The processor share of an idle process with a room of five thousand. */
const idleShare = 0.3

const { open, closeAll } = createSingleNodes()
test.afterEach(closeAll)

interface Tab {
  guest: Guest
  member: CrowdMember | null
  attempts: number
}

/** The processor time of a process in milliseconds; null where the system doesn't report it. */
async function cpuTimeMs({ child }: ServerProcess): Promise<number | null> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Connections dropped because the accept queue was full; 0 where the system doesn't report it. */
async function listenOverflows(): Promise<number> {
  const lines = (await readFile('/proc/net/netstat', 'utf8').catch(() => '')).split('\n')
  const [names = '', values = ''] = lines.filter((line) => line.startsWith('TcpExt:'))
  const index = names.split(' ').indexOf('ListenOverflows')
  return index < 0 ? 0 : Number(values.split(' ')[index])
}

test.describe('a reconnect storm of five thousand clients', () => {
  test.describe.configure({ timeout: 300_000 })

  test('[F09] all clients reconnect within 30 s, and connected members lose no message', async () => {
    const single = await open({ members: size + healthy })
    const { node, guests } = single
    const { url } = node
    const to = { url, config: { allowedOrigins: [url] } }
    const day = testDays.dayOf(systemClock.now())
    const random = createSeededRandom(9)
    const connectTab = async (tab: Tab) => {
      tab.attempts += 1
      tab.member = await connectGuest(to, tab.guest).catch(() => null)
      tab.member?.join(day)
    }
    const tabs: Tab[] = guests.map((guest) => ({ guest, member: null, attempts: 0 }))
    for (let from = 0; from < tabs.length; from += batchSize)
      await Promise.all(tabs.slice(from, from + batchSize).map(connectTab))
    const areJoined = () => tabs.every(({ member }) => typeof member?.count === 'number')
    await waitUntil(areJoined)
    const [connected, disconnected] = [tabs.slice(0, healthy), tabs.slice(healthy)]
    const overflowsBefore = await listenOverflows()

    const disconnectedAtMs = performance.now()
    for (const { member } of disconnected) member?.leave()
    const reconnect = async (tab: Tab) => {
      tab.member = null
      for (let attempt = 0; tab.member === null; attempt += 1) {
        await pause(reconnectDelayMs(attempt, random()))
        await connectTab(tab)
      }
    }
    const reconnecting = Promise.all(disconnected.map(reconnect))
    const [sender] = connected
    sender?.member?.sendChat('Still here')
    await waitUntil(() =>
      connected.every(({ member }) => member?.received.some((text) => text.includes('Still here'))),
    )
    const deliveredMs = Math.round(performance.now() - disconnectedAtMs)
    await reconnecting
    await waitUntil(areJoined)
    const backMs = Math.round(performance.now() - disconnectedAtMs)
    for (let before = await cpuTimeMs(node); before !== null;) {
      await pause(pollMs)
      const now: number | null = await cpuTimeMs(node)
      if (now === null || now - before < idleShare * pollMs) break
      before = now
    }
    const idleMs = Math.round(performance.now() - disconnectedAtMs)
    const maxAttempts = Math.max(...disconnected.map(({ attempts }) => attempts)) - 1
    process.stdout.write(
      `    a message was delivered after ${deliveredMs} ms, all reconnected after ${backMs} ms in at most ${maxAttempts} attempts, server idle after ${idleMs} ms\n`,
    )
    expect(idleMs).toBeLessThan(30_000)
    expect(await listenOverflows()).toBe(overflowsBefore)
    expect(connected.map(({ attempts }) => attempts)).toEqual(connected.map(() => 1))
    expect(connected.filter(({ member }) => member?.isClosed !== false)).toEqual([])
    expect(await findCommunityViolations(single.database.query)).toEqual([])

    for (const { member } of tabs) member?.leave()
  })
})
