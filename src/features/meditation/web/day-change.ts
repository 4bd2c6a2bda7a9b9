// Day change: when an open screen loads the new day and joins its room; independent of the browser.
import { newDayJitterMs } from '#shared/constants.ts'
import { reconnectDelayMs } from '#features/live/backoff.ts'

export interface DayView {
  /** The day on the stage. */
  readonly stageDay: string
  /** The day whose room is joined: the stage's, or today's if that room closed while its video still plays. */
  readonly roomDay: string
  /** A new day has begun that the stage doesn't show on its own: the member may switch to it. */
  readonly isOffered: boolean
  readonly isReading: boolean
}

export interface DayChange {
  /** Returns the same object until something changes. */
  getSnapshot(): DayView
  subscribe(listener: () => void): () => void
  /** Reports the day that the stage shows. */
  setStageDay(day: string): void
  /** Reports that a day has begun; repeated calls are safe. `roomClosed`: earlier days' rooms are closed. */
  dayStarted(day: string, roomClosed?: boolean): void
  /** Reports that today's meditation may have changed or been removed. */
  planChanged(): void
  /** Reports playing or pausing. A short pause isn't the end: the member may only have left for a moment. */
  setPlaying(isPlaying: boolean): void
  /** Reports that the video has ended. */
  videoEnded(): void
  /** Switches to the new day now, on the member's request. */
  goToToday(): void
  /** Starts following new days; returns the stop function. */
  start(): () => void
}

export interface DayChangeOptions {
  /** The initial day. */
  day: string
  /** Reloads the day; resolves with the day that the stage then shows. */
  read(): Promise<string>
  /** Runs `run` after `ms`; returns the cancel function. */
  after?: (ms: number, run: () => void) => () => void
  random?: () => number
}

/** How long the stage keeps its day if the video played, or had just paused, when the new day began (LIVE-18). */
type StayPolicy = 'no' | 'whileAway' | 'toTheEnd'

interface DayChangeState {
  readonly options: Required<DayChangeOptions>
  readonly listeners: Set<() => void>
  view: DayView
  today: string
  isPlaying: boolean
  /** Cancels the timer of a pause shorter than `awayMs`; null otherwise. */
  cancelAwayTimer: (() => void) | null
  stays: StayPolicy
  roomClosed: boolean
  /** The stage must reload as soon as nothing plays (MED-36). */
  isPlanChanged: boolean
  failures: number
  isStarted: boolean
  /** Null while nothing is scheduled. */
  cancelTimer: (() => void) | null
}

export function createDayChange(options: DayChangeOptions): DayChange {
  const { day } = options
  const life: DayChangeState = {
    options: { after: setCancelableTimeout, random: Math.random, ...options },
    listeners: new Set(),
    view: { stageDay: day, roomDay: day, isOffered: false, isReading: false },
    today: day,
    isPlaying: false,
    cancelAwayTimer: null,
    stays: 'no',
    roomClosed: false,
    isPlanChanged: false,
    failures: 0,
    isStarted: false,
    cancelTimer: null,
  }
  return {
    getSnapshot: () => life.view,
    subscribe: (listener) => {
      life.listeners.add(listener)
      return () => life.listeners.delete(listener)
    },
    setStageDay: (shown) => showDay(life, shown),
    dayStarted: (begun, roomClosed = false) => startDay(life, begun, roomClosed),
    planChanged: () => {
      life.isPlanChanged = true
      scheduleIfDue(life)
    },
    setPlaying: (isPlaying) => (isPlaying ? play(life) : pause(life)),
    videoEnded: () => {
      clearPlayback(life)
      life.stays = 'no'
      scheduleIfDue(life)
    },
    goToToday: () => {
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

/** The shortest time to answer the door, or to unlock the screen. */
const awayMs = 60_000

function play(life: DayChangeState): void {
  clearPlayback(life)
  life.isPlaying = true
  if (life.stays === 'whileAway') life.stays = 'toTheEnd'
}

function pause(life: DayChangeState): void {
  if (!life.isPlaying) return
  life.isPlaying = false
  life.cancelAwayTimer = life.options.after(awayMs, () => {
    life.cancelAwayTimer = null
    if (life.stays === 'whileAway') life.stays = 'no'
    scheduleIfDue(life)
  })
}

function clearPlayback(life: DayChangeState): void {
  life.isPlaying = false
  life.cancelAwayTimer?.()
  life.cancelAwayTimer = null
}

function currentStayPolicy({ isPlaying, cancelAwayTimer }: DayChangeState): StayPolicy {
  if (isPlaying) return 'toTheEnd'
  return cancelAwayTimer ? 'whileAway' : 'no'
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
    // A playing video is never interrupted, since it needs no room. Any other screen moves on with the room.
    if (life.stays !== 'no') life.stays = currentStayPolicy(life)
  }
  scheduleIfDue(life)
}

/** Margin for the error of the estimated server clock: its midnight may come this much later. */
const minDelayMs = 500

/** Schedules a due change after a random delay, so that pages don't all request the new day at once. */
function scheduleIfDue(life: DayChangeState): void {
  if (life.cancelTimer === null && (isReadDue(life) || isRoomDue(life))) {
    schedule(life, minDelayMs + (newDayJitterMs - minDelayMs) * life.options.random())
  }
}

function schedule(life: DayChangeState, ms: number): void {
  if (life.isStarted) life.cancelTimer = life.options.after(ms, () => runDue(life))
}

function cancelScheduled(life: DayChangeState): void {
  life.cancelTimer?.()
  life.cancelTimer = null
}

/** The stage shows a past day, or today's plan has changed while nothing plays. */
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

/** The stage keeps the old day until the new one is loaded. */
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
