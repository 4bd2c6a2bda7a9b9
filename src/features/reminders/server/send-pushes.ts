// Sends the pushes of a chunk of members, each in the words of its member's language and zone, and records the outcomes.
import type {
  PushDelivery,
  PushDevice,
  PushNotification,
  PushOutcome,
  PushSender,
} from '#features/push/server/service.ts'
import type { Platform } from '#server/context.ts'
import { withLocale } from '#server/i18n/locale.ts'
import { pushText } from '../notification-texts.ts'
import type { NotifiedSitting } from './announced-sittings.ts'
import type { PendingNotification, ReminderChunk } from './pending-notifications.ts'
import { claimNotifications, deleteNotification, savePushRetry } from './sql/sitting-notifications.ts'

interface PushDeps extends Pick<Platform, 'clock' | 'community' | 'database' | 'roomClock'> {
  push: PushSender
}

interface ReminderDelivery extends PushDelivery {
  pending: PendingNotification
}

/** Delays before each retry of a push; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000, 30_000]

/** Calls `runAgainAt` for pushes that failed for now. Throws if a claim does, when the others are sent. */
export async function sendPushes(
  deps: PushDeps,
  { sitting, pending: notifications }: ReminderChunk,
  runAgainAt: (atMs: number) => void,
): Promise<void> {
  const { clock, database, push } = deps
  const pushes = notifications.filter(({ channel, isSilent }) => channel === 'push' && !isSilent)
  if (pushes.length === 0) return
  const devicesOf = await push.listDevices(pushes.map(({ userId }) => userId))
  const notificationOf = createPushNotifications(deps, sitting)
  const deliveries = pushes.flatMap((pending): ReminderDelivery[] => {
    const devices = waitingDevices(pending, devicesOf.get(pending.userId) ?? [])
    // Without a device nothing is claimed.
    if (devices.length === 0) return []
    return [{ pending, devices, notification: notificationOf(pending), deadlineMs: pending.untilMs }]
  })
  await push.deliver(deliveries, {
    claim: async (batch) => {
      const claimed = await claimNotifications(
        database.query,
        batch.map(({ pending }) => pending),
        { now: new Date(clock.now()), version: sitting.version, state: 'sent' },
      )
      return batch.filter(({ pending }) => claimed.has(pending.userId))
    },
    onOutcomes: async (delivery, outcomes) => {
      const retryAt = await saveOutcomes(deps, delivery, outcomes)
      if (retryAt !== null) runAgainAt(retryAt)
    },
  })
}

/** All devices, or those that a push which is tried again hasn't reached. */
function waitingDevices(
  { repeated }: PendingNotification,
  devices: readonly PushDevice[],
): readonly PushDevice[] {
  const waiting = repeated?.retryDevices ?? null
  return waiting === null
    ? devices
    : devices.filter(({ endpointHash }) => waiting.includes(endpointHash.toString('hex')))
}

/** Returns when the push is tried again; null if it isn't. */
async function saveOutcomes(
  { database, roomClock }: PushDeps,
  { pending, devices }: ReminderDelivery,
  outcomes: readonly PushOutcome[],
): Promise<number | null> {
  const failures = outcomes.flatMap((outcome, index) => {
    const device = devices[index]
    return typeof outcome === 'string' || !device
      ? []
      : [{ ...outcome, hash: device.endpointHash.toString('hex') }]
  })
  const isSent =
    outcomes.some((outcome) => outcome === 'sent' || outcome === 'late') || pending.repeated?.sentAt != null
  if (failures.length === 0) {
    if (!isSent) await deleteNotification(database.query, pending)
    return null
  }
  const delayMs = retryDelaysMs[pending.repeated?.retries ?? 0] ?? retryDelaysMs.at(-1) ?? 0
  const retryAt = roomClock.now() + Math.max(delayMs, ...failures.map(({ retryAfterMs }) => retryAfterMs))
  await savePushRetry(database.query, pending, {
    retryAt,
    devices: failures.map(({ hash }) => hash),
    isUnsent: !isSent,
  })
  return retryAt
}

/** Composes each text once for each language and zone. */
function createPushNotifications(
  { community, roomClock }: PushDeps,
  { sittingId, title, titles }: NotifiedSitting,
) {
  const composed = new Map<string, PushNotification>()
  return ({ kind, bell, zone, isOtherZone, language }: PendingNotification): PushNotification => {
    const nowMs = roomClock.now()
    const locale = language ?? community.settings().language
    const key = `${kind} ${bell} ${locale} ${zone} ${isOtherZone}`
    const notification = composed.get(key) ?? {
      ...withLocale(locale, () => pushText({ kind, bell, zone, isOtherZone, title, titles }, nowMs)),
      path: '/meditation',
      topic: `sitting-${sittingId}`,
      urgency: kind === 'day-before' ? 'normal' : 'high',
      at: nowMs,
    }
    composed.set(key, notification)
    return notification
  }
}
