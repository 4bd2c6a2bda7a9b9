// Plan changes: tells the pages in today's room when its meditation has changed.
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import { frameOf } from './connection.ts'

export interface PlanChangesOptions {
  platform: Pick<Platform, 'log'>
  /** The day's meditation as pages receive it, null without one. */
  planOf(day: string): Promise<unknown>
  today(): string
  /** Writes a frame to every connection in a day's room on this node. */
  broadcast(day: string, frame: Buffer): void
}

export interface PlanChanges {
  /** Reports that any schedule or template may have changed. */
  changed(): void
  close(): void
}

const tickMs = 250

/**
 * Publishes only changes of today's meditation. The first report after a start is always published, since there is
 * no earlier plan to compare with.
 */
export function createPlanChanges({
  platform: { log },
  planOf,
  today,
  broadcast,
}: PlanChangesOptions): PlanChanges {
  let lastSentPlan: string | null = null
  const reads = createCoalescedReads<'today', { sessionDate: string; plan: string }>({
    tickMs,
    read: async () => {
      // Lets the bus's other listeners evict their cached day first.
      await Promise.resolve()
      const sessionDate = today()
      return [{ sessionDate, plan: JSON.stringify([sessionDate, await planOf(sessionDate)]) }]
    },
    send: ({ sessionDate, plan }) => {
      if (plan === lastSentPlan) return
      lastSentPlan = plan
      broadcast(
        sessionDate,
        frameOf({ type: 'session-changed', sessionDate, roomClosed: false, meditationChanged: true }),
      )
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, "Today's plan could not be read.")
    },
  })
  return { changed: () => reads.changed('today'), close: reads.close }
}
