// Sends the members of today's room a message when the day's meditation has changed.
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db.ts'
import { frameOf } from './frame.ts'

export interface PlanChangesOptions {
  platform: Pick<Platform, 'log'>
  /** The meditation of a day as pages get it, null without one. */
  planOf(day: string): Promise<unknown>
  today(): string
  /** Writes a frame to everybody in a day's room on this node. */
  broadcast(day: string, frame: Buffer): void
}

/**
 * Returns the function to call when any schedule or template may have changed. Only a change of today's meditation is
 * sent; the first one after a start always is, since nothing is known to compare it with.
 */
export function createPlanChanges({ platform: { log }, planOf, today, broadcast }: PlanChangesOptions) {
  let sent: string | null = null
  let isReading = false
  let isChanged = false

  const readAndSend = async () => {
    const sessionDate = today()
    const plan = JSON.stringify([sessionDate, await planOf(sessionDate)])
    if (plan === sent) return
    sent = plan
    broadcast(
      sessionDate,
      frameOf({ type: 'session-changed', sessionDate, roomClosed: false, planChanged: true }),
    )
  }
  const run = async () => {
    isReading = true
    while (isChanged) {
      isChanged = false
      // The other listeners of the bus forget first what they know of the day.
      await Promise.resolve()
      await readAndSend().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'The plan of today could not be read.')
      })
    }
    isReading = false
  }
  return (): void => {
    isChanged = true
    if (!isReading) void run()
  }
}
