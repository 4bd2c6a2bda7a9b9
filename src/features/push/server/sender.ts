// Sends notifications to members' devices: encrypted, with at most 50 requests under way. Retries are the caller's: it first
// asks whether the notification is still true.
import { setImmediate as immediate } from 'node:timers/promises'
import { createPermits } from '#server/async/permits.ts'
import { createThrottle } from '#server/async/throttle.ts'
import type { Platform } from '#server/context.ts'
import { pushEndpoint } from '../rules.ts'
import { encryptPush } from './encryption.ts'
import { createPushPoster, type PushPoster } from './post.ts'
import type {
  PushDelivery,
  PushDevice,
  PushFailure,
  PushNotification,
  PushOutcome,
  PushResult,
  PushSender,
} from './service.ts'
import { listPushSubscriptions, recordPushResult } from './sql.ts'
import type { VapidKey } from './vapid-key.ts'
import { createVapidTokens } from './vapid-tokens.ts'

interface SenderOptions {
  platform: Pick<Platform, 'database' | 'log' | 'roomClock'> & {
    config: Pick<Platform['config'], 'pushTestService'>
  }
  key: VapidKey
  subject: string
  /** The path of the image beside a notification. */
  icon: () => string
  /** Counts a result for the metrics. */
  onResult: (result: PushResult) => void
  /** How long a service has to respond. */
  timeoutMs?: number | undefined
}

const atOnceMax = 50
/** Requests that one statement claims. */
const batchMax = 25
const pushesPerTurn = 5
const reportEveryMs = 60_000

export function createPushSender(options: SenderOptions): PushSender & { close(): void } {
  const { platform, onResult } = options
  const { database, roomClock } = platform
  const poster = createPushPoster(options.timeoutMs)
  const permits = createPermits(atOnceMax)
  const nextTurn = createTurns()
  const attempt = createAttempt(options, poster)

  const record = async ({ endpointHash, refusals }: PushDevice, result: PushResult): Promise<void> => {
    onResult(result)
    if (result === 'late' || (result === 'sent' && refusals === 0)) return
    const now = new Date(roomClock.now())
    // If it isn't recorded, the next notification finds out again.
    await recordPushResult(database.query, { endpointHash, result, now }).catch((error: unknown) =>
      platform.log.warn({ err: error, part: 'push' }, 'The result of a push was not recorded.'),
    )
  }

  const send = async (
    device: PushDevice,
    { notification, deadlineMs }: PushDelivery,
  ): Promise<PushOutcome> => {
    await nextTurn()
    const leftMs = deadlineMs - roomClock.now()
    const outcome = leftMs > 0 ? await attempt(device, notification, leftMs) : 'late'
    if (typeof outcome === 'string') await record(device, outcome)
    return outcome
  }

  return {
    listDevices: async (userIds) => {
      const devices = new Map<number, PushDevice[]>()
      for (const { userId, ...device } of await listPushSubscriptions(database.query, userIds))
        devices.set(userId, [...(devices.get(userId) ?? []), device])
      return devices
    },
    deliver: async (deliveries, { claim, onOutcomes }) => {
      const running: Promise<void>[] = []
      try {
        for (const batch of batchesOf(deliveries)) {
          const count = countRequests(batch)
          await permits.take(count)
          const claimed = await claim(batch).catch((error: unknown) => {
            permits.release(count)
            throw error
          })
          permits.release(count - countRequests(claimed))
          for (const delivery of claimed) {
            const sends = delivery.devices.map((device) => send(device, delivery))
            const done = Promise.all(sends)
              .then((outcomes) => onOutcomes(delivery, outcomes))
              .finally(() => permits.release(sends.length))
            // Thrown below, once all have ended; until then it would count as unhandled.
            done.catch(() => undefined)
            running.push(done)
          }
        }
      } finally {
        await Promise.allSettled(running)
      }
      await Promise.all(running)
    },
    close: () => poster.close(),
  }
}

const countRequests = (deliveries: readonly PushDelivery[]): number =>
  deliveries.reduce((sum, { devices }) => sum + devices.length, 0)

/** Deliveries in their order, each batch with at most `batchMax` requests: a member has fewer devices. */
function batchesOf<Delivery extends PushDelivery>(deliveries: readonly Delivery[]): Delivery[][] {
  const batches: Delivery[][] = []
  for (const delivery of deliveries) {
    const last = batches.at(-1)
    if (last && countRequests(last) + delivery.devices.length <= batchMax) last.push(delivery)
    else batches.push([delivery])
  }
  return batches
}

type Attempt = (device: PushDevice, notification: PushNotification, leftMs: number) => Promise<PushOutcome>

function createAttempt(
  { platform: { config, log, roomClock }, key, subject, icon }: SenderOptions,
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
    if (response === null) return failure(0)
    const { status, retryAfterMs } = response
    if (status === null) {
      report(host, { code: 'timeout' }, 'Push service did not respond in time; it may have the push.')
      return 'late'
    }
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    if (status === 429 || status >= 500) {
      report(host, { status }, 'Push service is busy; the push will be retried.')
      return failure(retryAfterMs)
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

const failure = (retryAfterMs: number): PushFailure => ({ retryAfterMs })
