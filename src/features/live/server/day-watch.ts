// Which day it is on this node: by its clock, or a moment sooner by the word of another node.
import * as z from 'zod/mini'
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'
import { dayEventSchema, daysChannel, type DayEvent } from '#features/meditation/days-channel.ts'
import type { Platform } from '#server/context.ts'
import { currentDay, startsWithinClockSkew } from '../rules.ts'

export interface DayWatch {
  /** The Chicago day; when it has changed unnoticed, as while the machine slept, everybody hears of it first. */
  today(): string
  close(): void
}

interface DayWatchOptions {
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>
  /** A day has begun; said once for each. */
  begun(day: string): void
  /** Some day may have another meditation than before. */
  changed(): void
}

/** Begins with the day that it is. The first node at midnight tells the others. */
export function createDayWatch({ platform, begun, changed }: DayWatchOptions): DayWatch {
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
      begun(day)
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
      begun(day)
    } else {
      log.warn({ day, from }, 'Another node begins a day that is not near: its clock or ours is wrong.')
    }
  }
  const stops = [
    bus.subscribe(daysChannel, (message, from) => {
      const event = z.safeParse(dayEventSchema, message).data
      if (event?.type === 'began') beginsElsewhere(event.day, from)
      if (event?.type === 'changed') changed()
    }),
    bus.watch({ missed: changed }),
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
