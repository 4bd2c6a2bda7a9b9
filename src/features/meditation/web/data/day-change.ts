// Day change: when an open screen loads the new day and joins its room; independent of the browser.
import { reconnectDelayMs } from '#shared/backoff.ts'
import { newDayJitterMs } from '#shared/constants.ts'

export interface DayView {
  /** The day that the stage, the area with the video, shows. */
  readonly stageDay: string
  /** The day whose room is joined: the stage's, or today's if that room closed while its video still plays. */
  readonly roomDay: string
  /** A new day has started, and the stage still shows the old one: the member may switch to the new day. */
  readonly isNewDayOffered: boolean
  /** Whether the stage's day is being reloaded. */
  readonly isReading: boolean
}

export interface DayChange {
  /** Returns the same object until something changes. */
  getSnapshot(): DayView
  subscribe(listener: () => void): () => void
  /** Reports the day that the stage shows, and whether its room is that of the moment, although a later day began. */
  setStageDay(day: string, isOfMoment?: boolean): void
  /** Reports that a day has started; repeated calls are safe. `roomClosed`: earlier days' rooms are closed. */
  dayStarted(day: string, roomClosed?: boolean): void
  /** Reports that today's meditation may have changed or been removed. */
  meditationChanged(): void
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

/**
 * How long the stage stays on the old day after midnight (LIVE-18): not at all, during a short pause, or until the
 * video ends.
 */
type StayPolicy = 'none' | 'whilePaused' | 'untilEnd'

interface DayChangeState {
  readonly options: Required<DayChangeOptions>
  readonly listeners: Set<() => void>
  view: DayView
  today: string
  isPlaying: boolean
  /** Set while the video is paused for less than `pauseMaxMs`. */
  cancelPauseTimer: (() => void) | null
  stayPolicy: StayPolicy
  roomClosed: boolean
  /** The stage must reload once the video neither plays nor pauses briefly (MED-36). */
  isMeditationChanged: boolean
  /** Consecutive reloads that left another one pending; they lengthen the backoff. */
  failures: number
  isStarted: boolean
  /** Cancels the scheduled change; null without one. */
  cancelTimer: (() => void) | null
}

export function createDayChange(options: DayChangeOptions): DayChange {
  const { day } = options
  const state: DayChangeState = {
    options: { after: setCancelableTimeout, random: Math.random, ...options },
    listeners: new Set(),
    view: { stageDay: day, roomDay: day, isNewDayOffered: false, isReading: false },
    today: day,
    isPlaying: false,
    cancelPauseTimer: null,
    stayPolicy: 'none',
    roomClosed: false,
    isMeditationChanged: false,
    failures: 0,
    isStarted: false,
    cancelTimer: null,
  }
  return {
    getSnapshot: () => state.view,
    subscribe: (listener) => {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    setStageDay: (day, isOfMoment = false) => showDay(state, day, isOfMoment),
    dayStarted: (day, roomClosed = false) => startDay(state, day, roomClosed),
    meditationChanged: () => {
      state.isMeditationChanged = true
      scheduleIfPending(state)
    },
    setPlaying: (isPlaying) => (isPlaying ? play(state) : pause(state)),
    videoEnded: () => {
      clearPlayback(state)
      state.stayPolicy = 'none'
      scheduleIfPending(state)
    },
    goToToday: () => {
      state.stayPolicy = 'none'
      runPending(state)
    },
    start: () => {
      state.isStarted = true
      scheduleIfPending(state)
      return () => {
        state.isStarted = false
        cancelScheduled(state)
      }
    },
  }
}

function setCancelableTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function updateView(state: DayChangeState, changes: Partial<DayView>): void {
  const next = { ...state.view, ...changes }
  if ((Object.keys(next) as (keyof DayView)[]).every((key) => next[key] === state.view[key])) return
  state.view = next
  for (const listener of state.listeners) listener()
}

/** A pause up to this long still counts as watching: enough to respond to the door or unlock the screen. */
const pauseMaxMs = 60_000

function play(state: DayChangeState): void {
  clearPlayback(state)
  state.isPlaying = true
  if (state.stayPolicy === 'whilePaused') state.stayPolicy = 'untilEnd'
}

function pause(state: DayChangeState): void {
  if (!state.isPlaying) return
  state.isPlaying = false
  state.cancelPauseTimer = state.options.after(pauseMaxMs, () => {
    state.cancelPauseTimer = null
    if (state.stayPolicy === 'whilePaused') state.stayPolicy = 'none'
    scheduleIfPending(state)
  })
}

function clearPlayback(state: DayChangeState): void {
  state.isPlaying = false
  state.cancelPauseTimer?.()
  state.cancelPauseTimer = null
}

function currentStayPolicy({ isPlaying, cancelPauseTimer }: DayChangeState): StayPolicy {
  if (isPlaying) return 'untilEnd'
  return cancelPauseTimer ? 'whilePaused' : 'none'
}

/** Applies the day that the stage shows. The room follows, unless it has already moved to a later day. */
function showDay(state: DayChangeState, day: string, isOfMoment = false): void {
  const { stageDay, roomDay } = state.view
  if (day !== stageDay) clearPlayback(state)
  updateView(state, { stageDay: day, roomDay: state.roomClosed && roomDay > day ? roomDay : day })
  if (day < state.today && !isOfMoment) {
    scheduleIfPending(state)
    return
  }
  state.today = day
  Object.assign(state, { stayPolicy: 'none', roomClosed: false, failures: 0 })
  cancelScheduled(state)
  updateView(state, { isNewDayOffered: false })
  scheduleIfPending(state)
}

function startDay(state: DayChangeState, day: string, roomClosed: boolean): void {
  if (day < state.today) return
  if (day > state.today) {
    Object.assign(state, { today: day, stayPolicy: currentStayPolicy(state), roomClosed: false, failures: 0 })
    updateView(state, { isNewDayOffered: state.stayPolicy !== 'none' })
  }
  if (roomClosed && state.view.roomDay < day) {
    state.roomClosed = true
    // A playing video needs no room and isn't interrupted; any other screen changes the day with its room.
    if (state.stayPolicy !== 'none') state.stayPolicy = currentStayPolicy(state)
  }
  scheduleIfPending(state)
}

/** Margin for the error of the estimated server clock: its midnight may come this much later. */
const minDelayMs = 500

/** Schedules a pending change after a random delay, so that pages don't all request the new day at once. */
function scheduleIfPending(state: DayChangeState): void {
  if (state.cancelTimer === null && (isReadPending(state) || isRoomPending(state))) {
    schedule(state, minDelayMs + (newDayJitterMs - minDelayMs) * state.options.random())
  }
}

function schedule(state: DayChangeState, ms: number): void {
  if (state.isStarted) state.cancelTimer = state.options.after(ms, () => runPending(state))
}

function cancelScheduled(state: DayChangeState): void {
  state.cancelTimer?.()
  state.cancelTimer = null
}

/** Whether the stage must reload: it shows a past day that it needn't keep, or today's meditation has changed. */
function isReadPending(state: DayChangeState): boolean {
  const { view, today, stayPolicy, isMeditationChanged } = state
  if (view.isReading) return false
  return view.stageDay < today
    ? stayPolicy === 'none'
    : isMeditationChanged && currentStayPolicy(state) === 'none'
}

function isRoomPending({ view, today, roomClosed }: DayChangeState): boolean {
  return roomClosed && view.roomDay < today
}

function runPending(state: DayChangeState): void {
  cancelScheduled(state)
  if (isRoomPending(state)) updateView(state, { roomDay: state.today })
  if (isReadPending(state)) void readDay(state)
}

/** The stage keeps the old day until the new one is loaded. */
async function readDay(state: DayChangeState): Promise<void> {
  updateView(state, { isReading: true })
  const wasMeditationChanged = state.isMeditationChanged
  state.isMeditationChanged = false
  const day = await state.options.read().catch(() => null)
  updateView(state, { isReading: false })
  if (day === null) state.isMeditationChanged ||= wasMeditationChanged
  else showDay(state, day)
  if (!isReadPending(state)) return
  cancelScheduled(state)
  schedule(state, reconnectDelayMs(state.failures, state.options.random()))
  state.failures += 1
}
