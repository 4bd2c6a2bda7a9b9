// The reminders of a sitting in a process by themselves, so that its processor time is nothing else's.
import 'temporal-polyfill/global'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { newKeyPair } from '#features/push/server/encryption.ts'
import { createPushSender } from '#features/push/server/sender.ts'
import { createReminderRun } from '#features/reminders/server/reminder-job.ts'
import { connectDatabase } from '#server/db/database.ts'
import { testDays } from '#test/community-days.ts'
import { serveRpc } from './processes.mjs'

const log = { warn: logLine, error: logLine }
let database = null
let sender = null

function logLine(facts, message) {
  console.error(message, facts)
}

serveRpc({
  open: async ({ databaseUrl, origin }) => {
    const pair = newKeyPair()
    const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
    database = connectDatabase(databaseUrl)
    sender = createPushSender({
      platform: {
        database,
        log,
        roomClock: { now: Date.now },
        config: { pushTestService: origin },
      },
      key: { publicKey: pair.getPublicKey(), privateKey },
      subject: 'mailto:hello@example.org',
      icon: () => '/icons/icon-192.png',
      onResult: () => undefined,
    })
  },
  /** Runs the job of a sitting's reminders, from its claims to the last notification. */
  remind: async ({ sittingId, seconds }) => {
    const now = Date.now
    const run = createReminderRun({
      calendar: { days: () => testDays },
      clock: { now },
      community: { settings: () => ({ language: 'en' }) },
      database,
      roomClock: { now },
      isPresent: () => false,
      push: sender,
    })
    const delay = monitorEventLoopDelay({ resolution: 10 })
    const startedMs = performance.now()
    const before = process.cpuUsage()
    delay.enable()
    await run({ payload: { sittingId } }, new AbortController().signal)
    delay.disable()
    const { user, system } = process.cpuUsage(before)
    return {
      tookMs: performance.now() - startedMs,
      corePercent: (100 * (user + system)) / 1_000 / (seconds * 1_000),
      delayP99Ms: delay.percentile(99) / 1e6,
    }
  },
})
