// The community's calendar on this node: its days, and today, by its own clock or by another node's announcement.
import { busEvents } from '#shared/bus-events.ts'
import { addDays, communityDays, type CommunityDays, type ZoneEras } from '#shared/day.ts'
import { createPolledState } from '../async/polled-state.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseUnavailable, type Database, type Executor } from '../db/database.ts'
import { currentDay, startsWithinClockSkew } from './current-day.ts'
import { listZoneEras, lockFirstEraForShare } from './sql.ts'

export interface Calendar {
  /** The community's days by the eras of its zone, as this node last read them. */
  days(): CommunityDays
  /** The current day. If it changed unnoticed (the machine slept), all listeners run before this returns. */
  today(): string
  /** Reads the eras now. */
  refresh(): Promise<void>
  /** Called once when a day starts. Returns the function that unsubscribes. */
  onDayStarted(run: (day: string) => void): () => void
}

interface CalendarOptions {
  bus: Bus
  clock: Clock
  database: Database
  log: Record<'warn' | 'error', (facts: object, message: string) => void>
}

/** The community's days as the database has them now; for commands, which have no calendar. */
export async function readCommunityDays(db: Executor): Promise<CommunityDays> {
  return communityDays(await listZoneEras(db))
}

/**
 * The community's days until the transaction ends: a change of the zone waits for it, and then moves its sittings too.
 * Lock before templates, schedules and sittings.
 */
export async function lockCommunityDays(tx: Executor): Promise<CommunityDays> {
  await lockFirstEraForShare(tx)
  return readCommunityDays(tx)
}

/** The same for a calendar: its days until the transaction ends. */
export async function lockCalendar(tx: Executor, calendar: Calendar): Promise<Calendar> {
  const days = await lockCommunityDays(tx)
  return { ...calendar, days: () => days }
}

/** The eras are read this often even without a lost event. */
const pollMs = 60_000

/** Reads the eras, and starts with the current day. The first node to reach midnight announces the day to the others. */
export async function createCalendar({
  bus,
  clock,
  database,
  log,
}: CalendarOptions): Promise<Calendar & { close(): void }> {
  const readEras = () => listZoneEras(database.query)
  const initial = await readEras()
  let days = communityDays(initial)
  let today = days.dayOf(clock.now())
  let cancelMidnightTimer = () => {}
  const listeners = new Set<(day: string) => void>()

  const setToday = (day: string) => {
    today = day
    cancelMidnightTimer()
    cancelMidnightTimer = clock.at(days.startMs(addDays(day, 1)), checkDay)
  }
  const startDay = (day: string) => {
    setToday(day)
    for (const run of listeners) run(day)
  }
  const checkDay = (): string => {
    const day = currentDay(days, today, clock.now())
    if (day > today) {
      startDay(day)
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
    if (startsWithinClockSkew(days, day, clock.now())) startDay(day)
    else log.warn({ day, from }, "Another node announced a day too early; its clock or this node's is wrong.")
  }
  const setEras = (eras: ZoneEras) => {
    days = communityDays(eras)
    // Its midnight may have moved; a community without any date may go back a day.
    const day = currentDay(days, today, clock.now())
    setToday(day < today ? day : today)
    checkDay()
  }
  const eras = pollEras({ clock, log }, { initial, read: readEras, onChange: setEras })
  const stops = [
    bus.subscribe(busEvents.days, (event, from) => {
      if (event.type === 'began') onDayAnnounced(event.day, from)
    }),
    bus.watch({ onMessagesMissed: eras.changed }),
  ]
  setToday(today)

  return {
    days: () => days,
    today: checkDay,
    refresh: async () => setEras(await readEras()),
    onDayStarted: (run) => {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    close: () => {
      cancelMidnightTimer()
      eras.close()
      for (const stop of stops) stop()
    },
  }
}

function pollEras(
  { clock, log }: Pick<CalendarOptions, 'clock' | 'log'>,
  state: { initial: ZoneEras; read: () => Promise<ZoneEras>; onChange: (eras: ZoneEras) => void },
) {
  return createPolledState<ZoneEras>({
    clock,
    pollMs,
    ...state,
    isInitialFresh: true,
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, 'The zone of the community could not be read.')
    },
  })
}
