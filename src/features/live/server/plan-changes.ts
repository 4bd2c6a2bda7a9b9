// Sends the members of today's room a message when the day's meditation has changed.
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db.ts'
import { createCoalescedReads } from './coalesced-reads.ts'
import { frameOf } from './frame.ts'

export interface PlanChangesOptions {
  platform: Pick<Platform, 'log'>
  /** The meditation of a day as pages get it, null without one. */
  planOf(day: string): Promise<unknown>
  today(): string
  /** Writes a frame to everybody in a day's room on this node. */
  broadcast(day: string, frame: Buffer): void
}

export interface PlanChanges {
  /** Any schedule or template may have changed. */
  changed(): void
  close(): void
}

const tickMs = 250

/**
 * Only a change of today's meditation is sent; the first one after a start always is, since nothing is known to compare
 * it with.
 */
export function createPlanChanges({
  platform: { log },
  planOf,
  today,
  broadcast,
}: PlanChangesOptions): PlanChanges {
  let sent: string | null = null
  const reads = createCoalescedReads<'today', { sessionDate: string; plan: string }>({
    tickMs,
    read: async () => {
      // The other listeners of the bus forget first what they know of the day.
      await Promise.resolve()
      const sessionDate = today()
      return [{ sessionDate, plan: JSON.stringify([sessionDate, await planOf(sessionDate)]) }]
    },
    send: ({ sessionDate, plan }) => {
      if (plan === sent) return
      sent = plan
      broadcast(
        sessionDate,
        frameOf({ type: 'session-changed', sessionDate, roomClosed: false, planChanged: true }),
      )
    },
    failed: (error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'The plan of today could not be read.')
    },
  })
  return { changed: () => reads.changed('today'), close: reads.close }
}
