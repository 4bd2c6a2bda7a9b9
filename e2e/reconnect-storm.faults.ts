// Five thousand connections break at one moment: all members reconnect, and other members lose nothing.
import 'temporal-polyfill/global'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { systemClock } from '#server/clock.ts'
import { reconnectDelayMs } from '#features/live/backoff.ts'
import { chicagoDay } from '#shared/day.ts'
import { createSeededRandom } from '#test/seeded-random.ts'
import { connectGuest, type CrowdMember, type Guest } from '#test/crowd.ts'
import { createSingleNodes } from '#test/single-node.ts'
import type { ServerProcess } from '#test/server-process.ts'
import { findCommunityViolations } from '#test/invariants.ts'
import { waitUntil } from '#test/load-test.ts'

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
  const at = names.split(' ').indexOf('ListenOverflows')
  return at < 0 ? 0 : Number(values.split(' ')[at])
}

test.describe('a reconnect storm of five thousand clients', () => {
  test.describe.configure({ timeout: 300_000 })

  test('[F09] all clients reconnect within 30 s, and connected members lose no message', async () => {
    const place = await open({ members: size + healthy })
    const { node, guests } = place
    const { url } = node
    const to = { url, config: { allowedOrigins: [url] } }
    const day = chicagoDay(systemClock.now())
    const random = createSeededRandom(9)
    const comeIn = async (tab: Tab) => {
      tab.attempts += 1
      tab.member = await connectGuest(to, tab.guest).catch(() => null)
      tab.member?.join(day)
    }
    const tabs: Tab[] = guests.map((guest) => ({ guest, member: null, attempts: 0 }))
    for (let from = 0; from < tabs.length; from += batchSize)
      await Promise.all(tabs.slice(from, from + batchSize).map(comeIn))
    const areIn = () => tabs.every(({ member }) => typeof member?.count === 'number')
    await waitUntil(areIn)
    const [stayed, torn] = [tabs.slice(0, healthy), tabs.slice(healthy)]
    const turnedAway = await listenOverflows()

    const brokenAtMs = performance.now()
    for (const { member } of torn) member?.leave()
    const comeBack = async (tab: Tab) => {
      tab.member = null
      for (let attempt = 0; tab.member === null; attempt += 1) {
        await pause(reconnectDelayMs(attempt, random()))
        await comeIn(tab)
      }
    }
    const coming = Promise.all(torn.map(comeBack))
    const [speaker] = stayed
    speaker?.member?.sendChat('Still here')
    await waitUntil(() =>
      stayed.every(({ member }) => member?.received.some((text) => text.includes('Still here'))),
    )
    const heardMs = Math.round(performance.now() - brokenAtMs)
    await coming
    await waitUntil(areIn)
    const backMs = Math.round(performance.now() - brokenAtMs)
    for (let before = await cpuTimeMs(node); before !== null;) {
      await pause(pollMs)
      const now: number | null = await cpuTimeMs(node)
      if (now === null || now - before < idleShare * pollMs) break
      before = now
    }
    const restedMs = Math.round(performance.now() - brokenAtMs)
    const attemptsMost = Math.max(...torn.map(({ attempts }) => attempts)) - 1
    process.stdout.write(
      `    a word came through after ${heardMs} ms, all back after ${backMs} ms in at most ${attemptsMost} attempts, at rest after ${restedMs} ms\n`,
    )
    expect(restedMs).toBeLessThan(30_000)
    expect(await listenOverflows()).toBe(turnedAway)
    expect(stayed.map(({ attempts }) => attempts)).toEqual(stayed.map(() => 1))
    expect(stayed.filter(({ member }) => member?.isClosed !== false)).toEqual([])
    expect(await findCommunityViolations(place.database.query)).toEqual([])

    for (const { member } of tabs) member?.leave()
  })
})
