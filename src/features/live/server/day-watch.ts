// Day watch: this node's current day, by its own clock or by another node's announcement.
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { Platform } from '#server/context.ts'
import { currentDay, startsWithinClockSkew } from '../rules.ts'

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
