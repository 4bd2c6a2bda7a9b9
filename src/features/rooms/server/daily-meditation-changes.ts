// Daily meditation changes: notifies the pages in today's room when the meditation has changed.
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { SessionChanged } from '../contract.ts'

export interface DailyMeditationChangesOptions {
  platform: Pick<Platform, 'log'>
  /** The day's meditation as pages receive it, null without one. */
  dailyMeditationOf(day: string): Promise<unknown>
  today(): string
  /** Writes a message to every connection in a day's room on this node. */
  broadcast(day: string, message: SessionChanged): void
}

export interface DailyMeditationChanges {
  /** Reports that any schedule or template may have changed. */
  changed(): void
  close(): void
}

const tickMs = 250

/**
 * Publishes only changes of today's meditation. The first report after a start is always published, since there is
 * no earlier one to compare with.
 */
export function createDailyMeditationChanges({
  platform: { log },
  dailyMeditationOf,
  today,
  broadcast,
}: DailyMeditationChangesOptions): DailyMeditationChanges {
  let lastSent: string | null = null
  const reads = createCoalescedReads<'today', { sessionDate: string; content: string }>({
    tickMs,
    read: async () => {
      // Lets the bus's other listeners evict their cached day first.
      await Promise.resolve()
      const sessionDate = today()
      return [{ sessionDate, content: JSON.stringify([sessionDate, await dailyMeditationOf(sessionDate)]) }]
    },
    send: ({ sessionDate, content }) => {
      if (content === lastSent) return
      lastSent = content
      broadcast(sessionDate, {
        type: 'session-changed',
        sessionDate,
        roomClosed: false,
        meditationChanged: true,
      })
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, "Today's meditation could not be read.")
    },
  })
  return { changed: () => reads.changed('today'), close: reads.close }
}
