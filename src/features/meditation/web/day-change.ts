// The change of days on an open screen, without a browser: when the new day is read, and when its room is joined.
import { newDayJitterMs } from '#shared/constants.ts'
import { reconnectDelayMs } from '#features/live/backoff.ts'

export interface DayView {
  /** The day on the stage. */
  readonly stageDay: string
  /** The day whose room is joined: the stage's, or today's when the other is closed while its video plays on. */
  readonly roomDay: string
  /** A day has begun that the stage doesn't show by itself: the person may go there. */
  readonly isOffered: boolean
  readonly isReading: boolean
}

export interface DayChange {
  /** The same object as long as nothing changes. */
  now(): DayView
  subscribe(listener: () => void): () => void
  /** The stage shows this day. */
  shows(day: string): void
  /** It is this day; whoever says so, and however often. `roomClosed`: the rooms of those before are. */
  begun(day: string, roomClosed?: boolean): void
  /** Today may have another meditation than the stage shows, or none. */
  planChanged(): void
  /** A pause is no end: who sits over midnight may answer the door, and may just have gone there. */
  playing(isPlaying: boolean): void
  /** The video has ended. */
  ended(): void
  /** The person wants the new day now. */
  go(): void
  /** Goes to new days until the answer is called. */
  start(): () => void
}

export interface DayChangeOptions {
  /** The day at first. */
  day: string
  /** Reads the day anew; answers which one the stage shows then. */
  read(): Promise<string>
  /** Runs something `ms` later; the answer calls it off. */
  after?: (ms: number, run: () => void) => () => void
  random?: () => number
}

/** How long the stage stays: the video played when the day began, or had paused only a moment before (LIVE-18). */
type StayPolicy = 'no' | 'whileAway' | 'toTheEnd'

interface DayChangeState {
  readonly options: Required<DayChangeOptions>
  readonly listeners: Set<() => void>
  view: DayView
  today: string
  isPlaying: boolean
  /** Begun, and paused for less than `awayMs`; ends that. */
  callOffAway: (() => void) | null
  stays: StayPolicy
  roomClosed: boolean
  /** The stage is to be read anew as soon as nothing plays (MED-36). */
  isPlanChanged: boolean
  failures: number
  isStarted: boolean
  /** Null while nothing is to come. */
  callOff: (() => void) | null
}

/** A screen that isn't started yet. */
export function createDayChange(options: DayChangeOptions): DayChange {
  const { day } = options
  const life: DayChangeState = {
    options: { after: setCancelableTimeout, random: Math.random, ...options },
    listeners: new Set(),
    view: { stageDay: day, roomDay: day, isOffered: false, isReading: false },
    today: day,
    isPlaying: false,
    callOffAway: null,
    stays: 'no',
    roomClosed: false,
    isPlanChanged: false,
    failures: 0,
    isStarted: false,
    callOff: null,
  }
  return {
    now: () => life.view,
    subscribe: (listener) => {
      life.listeners.add(listener)
      return () => life.listeners.delete(listener)
    },
    shows: (shown) => showDay(life, shown),
    begun: (begun, roomClosed = false) => startDay(life, begun, roomClosed),
    planChanged: () => {
      life.isPlanChanged = true
      scheduleIfDue(life)
    },
    playing: (isPlaying) => (isPlaying ? play(life) : pause(life)),
    ended: () => {
      clearPlayback(life)
      life.stays = 'no'
      scheduleIfDue(life)
    },
    go: () => {
      life.stays = 'no'
      runDue(life)
    },
    start: () => {
      life.isStarted = true
      scheduleIfDue(life)
      return () => {
        life.isStarted = false
        cancelScheduled(life)
      }
    },
  }
}

function setCancelableTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function updateView(life: DayChangeState, changes: Partial<DayView>): void {
  const next = { ...life.view, ...changes }
  if ((Object.keys(next) as (keyof DayView)[]).every((key) => next[key] === life.view[key])) return
  life.view = next
  for (const listener of life.listeners) listener()
}

/** The shortest in which somebody answers a door, or unlocks the screen again. */
const awayMs = 60_000

function play(life: DayChangeState): void {
  clearPlayback(life)
  life.isPlaying = true
  if (life.stays === 'whileAway') life.stays = 'toTheEnd'
}

function pause(life: DayChangeState): void {
  if (!life.isPlaying) return
  life.isPlaying = false
  life.callOffAway = life.options.after(awayMs, () => {
    life.callOffAway = null
    if (life.stays === 'whileAway') life.stays = 'no'
    scheduleIfDue(life)
  })
}

function clearPlayback(life: DayChangeState): void {
  life.isPlaying = false
  life.callOffAway?.()
  life.callOffAway = null
}

function currentStayPolicy({ isPlaying, callOffAway }: DayChangeState): StayPolicy {
  if (isPlaying) return 'toTheEnd'
  return callOffAway ? 'whileAway' : 'no'
}

function showDay(life: DayChangeState, day: string): void {
  const { stageDay, roomDay } = life.view
  if (day !== stageDay) clearPlayback(life)
  updateView(life, { stageDay: day, roomDay: life.roomClosed && roomDay > day ? roomDay : day })
  if (day < life.today) {
    scheduleIfDue(life)
    return
  }
  life.today = day
  Object.assign(life, { stays: 'no', roomClosed: false, failures: 0 })
  cancelScheduled(life)
  updateView(life, { isOffered: false })
  scheduleIfDue(life)
}

function startDay(life: DayChangeState, day: string, roomClosed: boolean): void {
  if (day < life.today) return
  if (day > life.today) {
    Object.assign(life, { today: day, stays: currentStayPolicy(life), roomClosed: false, failures: 0 })
    updateView(life, { isOffered: life.stays !== 'no' })
  }
  if (roomClosed && life.view.roomDay < day) {
    life.roomClosed = true
    // What plays is never cut short: a video needs no room. Everything else goes to where the others are.
    if (life.stays !== 'no') life.stays = currentStayPolicy(life)
  }
  scheduleIfDue(life)
}

/** So early the server's midnight may not have come, as well as its clock is known here. */
const minDelayMs = 500

/** Goes where it is due, each page at a moment of its own: not everybody asks at once. */
function scheduleIfDue(life: DayChangeState): void {
  if (life.callOff === null && (isReadDue(life) || isRoomDue(life))) {
    schedule(life, minDelayMs + (newDayJitterMs - minDelayMs) * life.options.random())
  }
}

function schedule(life: DayChangeState, ms: number): void {
  if (life.isStarted) life.callOff = life.options.after(ms, () => runDue(life))
}

function cancelScheduled(life: DayChangeState): void {
  life.callOff?.()
  life.callOff = null
}

/** The stage shows a day gone by, or today's plan has changed while nothing plays. */
function isReadDue(life: DayChangeState): boolean {
  const { view, today, stays, isPlanChanged } = life
  if (view.isReading) return false
  return view.stageDay < today ? stays === 'no' : isPlanChanged && currentStayPolicy(life) === 'no'
}

function isRoomDue({ view, today, roomClosed }: DayChangeState): boolean {
  return roomClosed && view.roomDay < today
}

function runDue(life: DayChangeState): void {
  cancelScheduled(life)
  if (isRoomDue(life)) updateView(life, { roomDay: life.today })
  if (isReadDue(life)) void readDay(life)
}

/** What is there stays there until the new day is. */
async function readDay(life: DayChangeState): Promise<void> {
  updateView(life, { isReading: true })
  const wasPlanChanged = life.isPlanChanged
  life.isPlanChanged = false
  const day = await life.options.read().catch(() => null)
  updateView(life, { isReading: false })
  if (day === null) life.isPlanChanged ||= wasPlanChanged
  else showDay(life, day)
  if (!isReadDue(life)) return
  cancelScheduled(life)
  schedule(life, reconnectDelayMs(life.failures, life.options.random()))
  life.failures += 1
}
