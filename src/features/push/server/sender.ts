// Sends notices to members' devices: encrypted, at most 50 at a time, until a deadline.
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { createThrottle } from '#server/async/throttle.ts'
import type { Platform } from '#server/context.ts'
import { pushEndpoint } from '../rules.ts'
import { encryptPush } from './encryption.ts'
import { createPushPoster, type PushPoster } from './post.ts'
import type { PushNotice, PushResult, PushSender, PushTotals } from './service.ts'
import { deletePushSubscription, listPushSubscriptions, type PushSubscriptionRow } from './sql.ts'
import { createVapidTokens } from './vapid-tokens.ts'
import type { VapidKey } from './vapid-key.ts'

interface SenderOptions {
  platform: Pick<Platform, 'database' | 'log' | 'roomClock'> & {
    config: Pick<Platform['config'], 'pushTestService'>
  }
  key: VapidKey
  subject: string
  /** The path of the image beside a notice. */
  icon: () => string
  /** Counts a result for the metrics. */
  onResult: (result: PushResult) => void
  /** Delays before each retry; the last one repeats. */
  retryDelaysMs?: readonly number[]
}

const atOnceMax = 50
const pushesPerTurn = 5
const chunkSize = 500
const defaultRetryDelaysMs = [2_000, 5_000, 15_000, 30_000]
const reportEveryMs = 60_000

export function createPushSender(options: SenderOptions): PushSender & { close(): void } {
  const { platform, onResult, retryDelaysMs = defaultRetryDelaysMs } = options
  const { database, roomClock } = platform
  const poster = createPushPoster()
  const closing = new AbortController()
  const inSlot = createSlots(atOnceMax)
  const nextTurn = createTurns()
  const attempt = createAttempt(options, poster)

  const deliver = async (
    device: PushSubscriptionRow,
    notice: PushNotice,
    deadlineMs: number,
  ): Promise<PushResult> => {
    for (let retries = 0; ; retries += 1) {
      const result = await inSlot(async () => {
        await nextTurn()
        const leftMs = deadlineMs - roomClock.now()
        return leftMs > 0 && !closing.signal.aborted ? attempt(device, notice, leftMs) : 'late'
      })
      if (typeof result === 'string') return result
      const delayMs = retryDelaysMs[Math.min(retries, retryDelaysMs.length - 1)] ?? 0
      const waitMs = Math.max(delayMs, result.retryAfterMs)
      if (roomClock.now() + waitMs >= deadlineMs) return 'late'
      await sleep(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    send: async (userIds, notice, deadlineMs) => {
      const totals: PushTotals = { sent: 0, gone: 0, refused: 0, late: 0 }
      const deliveries: Promise<void>[] = []
      for (let start = 0; start < userIds.length; start += chunkSize) {
        const devices = await listPushSubscriptions(database.query, userIds.slice(start, start + chunkSize))
        // Not awaited here: a retry of these must not keep the next ones waiting.
        for (const device of devices)
          deliveries.push(
            deliver(device, notice, deadlineMs).then((result) => {
              totals[result] += 1
              onResult(result)
            }),
          )
      }
      await Promise.all(deliveries)
      return totals
    },
    close: () => {
      closing.abort()
      poster.close()
    },
  }
}

/** Returns the result, or the delay that the service asks for if another try may succeed. */
type Attempt = (
  device: PushSubscriptionRow,
  notice: PushNotice,
  leftMs: number,
) => Promise<PushResult | { retryAfterMs: number }>

function createAttempt(
  { platform: { config, database, log, roomClock }, key, subject, icon }: SenderOptions,
  poster: PushPoster,
): Attempt {
  const authorizationOf = createVapidTokens(key, { subject, now: roomClock.now })
  const throttle = createThrottle(reportEveryMs)
  const report = (service: string, facts: { status?: number; code?: string }, message: string): void => {
    const count = throttle(`${service} ${facts.status ?? facts.code}`)
    if (count !== null) log.warn({ part: 'push', service, ...facts, subject, count }, message)
  }
  return async (device, { topic, urgency, ...shown }, leftMs) => {
    // It was checked when it was stored; since then the list of services may have become shorter.
    if (pushEndpoint(device.endpoint, config.pushTestService) === null) return 'refused'
    const endpoint = new URL(device.endpoint)
    const { origin, host } = endpoint
    const headers = {
      authorization: await authorizationOf(origin),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: Math.floor(leftMs / 1_000),
      topic,
      urgency,
    }
    const body = encryptPush(Buffer.from(JSON.stringify({ ...shown, topic, icon: icon() })), device)
    const response = await poster.post(endpoint, headers, body).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      report(host, { code }, 'Push service not reached; the push will be retried.')
      return null
    })
    if (response === null) return { retryAfterMs: 0 }
    const { status, retryAfterMs } = response
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) {
      // If it stays, the next notice finds it gone.
      await deletePushSubscription(database.query, device.endpointHash).catch((error: unknown) =>
        log.warn({ err: error, part: 'push' }, 'A device that is gone was not deleted.'),
      )
      return 'gone'
    }
    if (status === 429 || status >= 500) {
      report(host, { status }, 'Push service is busy; the push will be retried.')
      return { retryAfterMs }
    }
    report(host, { status }, 'Push refused; a service may refuse the subject (MAIL_FROM, PUBLIC_URL).')
    return 'refused'
  }
}

/** Resolves for a few callers per turn of the event loop: many responses at once must not keep others waiting. */
function createTurns(): () => Promise<void> {
  let [turn, count] = [Promise.resolve(), 0]
  return () => {
    if (count % pushesPerTurn === 0) turn = turn.then(() => immediate())
    count += 1
    return turn
  }
}

/** Runs at most `count` at a time, the others in their order. */
function createSlots(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
