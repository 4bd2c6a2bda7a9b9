// Day watch: this node's current day, by its own clock or by another node's announcement.
import * as z from 'zod/mini'
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'
import { dayEventSchema, daysChannel, type DayEvent } from '#features/meditation/days-channel.ts'
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
  /** A day has begun; called once per day. */
  onDayStarted(day: string): void
  /** Some day's meditation may have changed. */
  onPlanChanged(): void
}

/** Starts with the current day. The first node to reach midnight announces the new day to the others. */
export function createDayWatch({ platform, onDayStarted, onPlanChanged }: DayWatchOptions): DayWatch {
  const { bus, clock, log } = platform
  let today = chicagoDay(clock.now())
  let callOff = () => {}

  const turnTo = (day: string) => {
    today = day
    callOff()
    callOff = clock.at(dayStartMs(addDays(day, 1)), look)
  }
  const look = (): string => {
    const day = currentDay(today, clock.now())
    if (day > today) {
      turnTo(day)
      onDayStarted(day)
      bus.publish(daysChannel, { type: 'began', day } satisfies DayEvent).catch((error: unknown) => {
        log.error({ err: error, day }, 'The other nodes were not told that a day has begun.')
      })
    } else if (day < today) {
      log.warn({ day, before: today }, 'The clock was set back to a day gone by.')
      turnTo(day)
    }
    return today
  }
  const beginsElsewhere = (day: string, from: string) => {
    if (day <= look()) return
    if (startsWithinClockSkew(day, clock.now())) {
      turnTo(day)
      onDayStarted(day)
    } else {
      log.warn({ day, from }, 'Another node begins a day that is not near: its clock or ours is wrong.')
    }
  }
  const stops = [
    bus.subscribe(daysChannel, (message, from) => {
      const event = z.safeParse(dayEventSchema, message).data
      if (event?.type === 'began') beginsElsewhere(event.day, from)
      if (event?.type === 'changed') onPlanChanged()
    }),
    bus.watch({ onMessagesMissed: onPlanChanged }),
  ]
  turnTo(today)

  return {
    today: look,
    close: () => {
      callOff()
      for (const stop of stops) stop()
    },
  }
}
