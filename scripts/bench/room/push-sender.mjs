// The sender of notices in a process by itself, so that its processor time is nothing else's.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase } from '#server/db/database.ts'
import { createPushSender } from '#features/push/server/sender.ts'
import { newKeyPair } from '#features/push/server/encryption.ts'
import { serveRpc } from './processes.mjs'

let sender = null

serveRpc({
  open: async ({ databaseUrl, origin }) => {
    const pair = newKeyPair()
    const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
    sender = createPushSender({
      platform: {
        database: connectDatabase(databaseUrl),
        log: { warn: (facts, message) => console.error(message, facts) },
        roomClock: { now: Date.now },
        config: { pushTestService: origin },
      },
      key: { publicKey: pair.getPublicKey(), privateKey },
      subject: 'mailto:hello@example.org',
      icon: () => '/icons/icon-192.png',
      onResult: () => undefined,
    })
  },
  /** Sends in equal parts, spread over the time. */
  send: async ({ userIds, chunks, seconds }) => {
    const notice = {
      title: 'Morning Sit',
      body: 'It begins at 6:30 AM.',
      path: '/meditation',
      topic: 'sitting-12',
      urgency: 'high',
    }
    const totals = { sent: 0, gone: 0, refused: 0, late: 0 }
    const delay = monitorEventLoopDelay({ resolution: 10 })
    const size = Math.ceil(userIds.length / chunks)
    const startedMs = performance.now()
    const before = process.cpuUsage()
    delay.enable()
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const part = userIds.slice(chunk * size, (chunk + 1) * size)
      for (const [result, count] of Object.entries(await sender.send(part, notice, Date.now() + 600_000)))
        totals[result] += count
      const nextMs = startedMs + ((chunk + 1) * seconds * 1_000) / chunks
      await sleep(Math.max(0, nextMs - performance.now()))
    }
    delay.disable()
    const { user, system } = process.cpuUsage(before)
    return {
      totals,
      corePercent: (100 * (user + system)) / 1_000 / (performance.now() - startedMs),
      delayP99Ms: delay.percentile(99) / 1e6,
    }
  },
})
