// Push service: how other features send notices to members' devices.

/** A notice to show. It passes through the browser maker's service, encrypted; it names no person (REM-11). */
export interface PushNotice {
  title: string
  body: string
  /** The page that a press opens: a path of the app. */
  path: string
  /** A newer notice of the same topic replaces it: at most 32 letters, digits, `-` and `_`. */
  topic: string
  urgency: 'normal' | 'high'
}

/**
 * `gone`: the service no longer knows the device, which is deleted. `refused`: the service doesn't accept it. `late`:
 * not delivered before the deadline.
 */
export type PushResult = 'sent' | 'gone' | 'refused' | 'late'

export type PushTotals = Record<PushResult, number>

export interface PushSender {
  /**
   * Sends a notice to the devices of members who are neither banned nor signed out there. Failures that may pass are
   * tried again until `deadlineMs` of the room clock, after which services drop the notice as well. Returns the
   * devices by their result; sends nothing where push isn't offered. Throws, having sent to none of 500 members or
   * fewer, if the database doesn't respond.
   */
  send(userIds: readonly number[], notice: PushNotice, deadlineMs: number): Promise<PushTotals>
}
