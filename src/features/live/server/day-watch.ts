// Day watch: this node's current day, by its own clock or by another node's announcement, and changes of its plan.
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { Platform } from '#server/context.ts'
import { currentDay, startsWithinClockSkew } from '../rules.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import { frameOf } from './connection.ts'

export interface DayWatch {
  /**
   * The current Chicago day. If it changed unnoticed (the machine slept), all listeners run before this returns.
   */
  today(): string
  close(): void
}

interface DayWatchOptions {
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>
  /** Called once when a day starts. */
  onDayStarted(day: string): void
  /** Called when any day's meditation may have changed. */
  onPlanChanged(): void
}

/** Starts with the current day. The first node to reach midnight announces the new day to the others. */
export function createDayWatch({ platform, onDayStarted, onPlanChanged }: DayWatchOptions): DayWatch {
  const { bus, clock, log } = platform
  let today = chicagoDay(clock.now())
  let cancelMidnightTimer = () => {}

  const setToday = (day: string) => {
    today = day
    cancelMidnightTimer()
    cancelMidnightTimer = clock.at(dayStartMs(addDays(day, 1)), checkDay)
  }
  const checkDay = (): string => {
    const day = currentDay(today, clock.now())
    if (day > today) {
      setToday(day)
      onDayStarted(day)
      bus.publish(busEvents.days, { type: 'began', day }).catch((error: unknown) => {
        log.error({ err: error, day }, 'The start of a day could not be published to the other nodes.')
      })
    } else if (day < today) {
      log.warn({ day, before: today }, 'The clock was set back to an earlier day.')
      setToday(day)
    }
    return today
  }
  const onDayAnnounced = (day: string, from: string) => {
    if (day <= checkDay()) return
    if (startsWithinClockSkew(day, clock.now())) {
      setToday(day)
      onDayStarted(day)
    } else {
      log.warn({ day, from }, "Another node announced a day too early; its clock or this node's is wrong.")
    }
  }
  const stops = [
    bus.subscribe(busEvents.days, (event, from) => {
      if (event.type === 'began') onDayAnnounced(event.day, from)
      else onPlanChanged()
    }),
    bus.watch({ onMessagesMissed: onPlanChanged }),
  ]
  setToday(today)

  return {
    today: checkDay,
    close: () => {
      cancelMidnightTimer()
      for (const stop of stops) stop()
    },
  }
}

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
        frameOf({ type: 'session-changed', sessionDate, roomClosed: false, planChanged: true }),
      )
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, "Today's plan could not be read.")
    },
  })
  return { changed: () => reads.changed('today'), close: reads.close }
}
