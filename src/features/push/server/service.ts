// Push service: how other features send notifications to members' devices.
import type { PushSubscriptionRow } from './sql.ts'

export { hasPushDevice } from './sql.ts'

/** A notification to show. It passes through the browser maker's service, encrypted; it names no person (REM-11). */
export interface PushNotification {
  title: string
  body: string
  /** The words from a moment on, in epoch milliseconds: a device that was off gets a push late. */
  later?: { fromMs: number; body: string }
  /** The page that a press opens: a path of the app. */
  path: string
  /** A newer notification of the same topic replaces it: at most 32 letters, digits, `-` and `_`. */
  topic: string
  urgency: 'normal' | 'high'
  /** When it was composed, in epoch milliseconds: a device never shows an older one of its topic over a newer one. */
  at: number
}

/**
 * `gone`: the service no longer knows the device, which is deleted. `refused`: the service doesn't accept it. `late`:
 * its deadline has passed, or the service didn't respond in time: it may have accepted it.
 */
export type PushResult = 'sent' | 'gone' | 'refused' | 'late'

/** A failure that may pass; the service may ask for a delay. */
export interface PushFailure {
  retryAfterMs: number
}

export type PushDevice = PushSubscriptionRow

/** A notification for devices of a member. After `deadlineMs` of the room clock services drop it. */
export interface PushDelivery {
  notification: PushNotification
  devices: readonly PushDevice[]
  deadlineMs: number
}

export type PushOutcome = PushResult | PushFailure

interface DeliverySteps<Delivery> {
  /** Marks deliveries just before their requests; those that it doesn't return aren't sent. */
  claim(batch: readonly Delivery[]): Promise<readonly Delivery[]>
  /** Records the outcome for each device of a delivery, in their order. */
  onOutcomes(delivery: Delivery, outcomes: readonly PushOutcome[]): Promise<void>
}

export interface PushSender {
  /** The devices of members who are neither banned nor signed out there; none where push isn't offered. */
  listDevices(userIds: readonly number[]): Promise<ReadonlyMap<number, readonly PushDevice[]>>
  /**
   * Sends each delivery once, with at most 50 requests of all deliveries under way: what a crash loses was claimed for one
   * of these. Resolves when all have an outcome. Throws if a claim does, when those before have theirs.
   */
  deliver<Delivery extends PushDelivery>(
    deliveries: readonly Delivery[],
    steps: DeliverySteps<Delivery>,
  ): Promise<void>
}
