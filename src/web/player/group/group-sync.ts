import { formatDecimal } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import type { SyncTraits } from './sync-traits.ts'
// The video in step with the group: what a page does about the difference between its video's position and the
// group's second. Pure. Corrects rarely: most sync algorithms cause more stalls than
// the drift they fix (decision 0049).

/** A page's measurement, about once a second and at each of the player's events. */
export interface SyncReading {
  /** A clock that doesn't jump. */
  at: number
  position: number
  /** The position minus the group's second; negative while behind. */
  drift: number
  /** The player says that it plays, isn't seeking, and has data; trusted while its position moves (SYNC-33). */
  isRunning: boolean
  /** A caption is shown: a seek now would cut a word. */
  isSpeaking: boolean
}

export interface SyncState {
  readonly traits: SyncTraits
  /** The latest ones, since the player began to run evenly. */
  readonly readings: readonly SyncReading[]
  /** How far behind the player lands after a seek; seeks aim ahead by it. Null until one is measured. */
  readonly seekCost: number | null
  /** Its player stalls when its rate changes, so it is never changed again (SYNC-08). */
  readonly rateStalls: boolean
  /** Such a stall has just cost time; one seek may repair it. */
  readonly isRepairPending: boolean
  readonly stretch: Stretch | null
  readonly lastActionAt: number
  readonly seeksAt: readonly number[]
  /** How far ahead a seek aimed whose landing isn't measured yet. */
  readonly aim: number | null
  /** Since when a seek waits for the end of a caption. */
  readonly seekPendingAt: number | null
  /** When the player waited for data. */
  readonly stallsAt: readonly number[]
  /** The last position that differed from the one before, and when it was read. */
  readonly movement: { position: number; at: number } | null
  /** When the drift was last within the tolerance, or something was being done about it. */
  readonly correctedAt: number | null
}

interface Stretch {
  until: number
  /** The reading at its beginning, until it is known whether the player stalled. */
  startReading: SyncReading | null
}

export type SyncAction =
  | { kind: 'none' }
  | { kind: 'rate'; rate: number }
  /** A seek to the group's second plus `ahead`. */
  | { kind: 'seek'; ahead: number }

/** The state after a reading, and what to do now. */
export interface SyncStep {
  state: SyncState
  action: SyncAction
}

const noAction: SyncAction = { kind: 'none' }
const normalRate: SyncAction = { kind: 'rate', rate: 1 }

/** The device's measured traits. */
export type DeviceTraits = Pick<SyncState, 'seekCost' | 'rateStalls'>

/** Speech stays natural within 5 % (`preservesPitch`). */
const stretchBy = 0.04
const secondsBetweenActions = 10
const seekCostMax = 3
/** How long a seek waits for a gap between captions. */
const captionWait = 10
/** A rate change that costs more than a tenth of the time after it has stalled the player. */
export const rateCheckAfter = 1.5
const evenFrom = 0.9
const evenTo = 1.1
const medianOf = 5
const stallsForSlowLine = 3
/** A player whose position hasn't moved for this long doesn't run, whatever it says. */
const stillAfter = 2
/** After this long beyond the tolerance without a correction, the member is offered to rejoin. */
const offeredAfter = 20
/** How long seeks and stalls count. */
const memory = 5 * 60

/** A player that has just been started, by a seek that aimed `aim` seconds ahead of the group unless it is null. */
export function createSync(
  traits: SyncTraits,
  device: DeviceTraits = { seekCost: null, rateStalls: false },
  aim: number | null = null,
): SyncState {
  return {
    traits,
    ...device,
    isRepairPending: false,
    readings: [],
    stretch: null,
    lastActionAt: Number.NEGATIVE_INFINITY,
    seeksAt: [],
    aim,
    seekPendingAt: null,
    stallsAt: [],
    movement: null,
    correctedAt: null,
  }
}

/** How far ahead of the group a seek aims, to land with it. */
export function seekAhead({ seekCostGuess }: SyncTraits, { seekCost }: DeviceTraits): number {
  return seekCost ?? seekCostGuess
}

/**
 * The next action after a reading: nothing up to the tolerance, then one stretch of ±4 %, beyond 6 s one seek. The
 * seek aims ahead by the measured cost. At least 10 s pass between two actions and 30 s between two seeks. After three seeks
 * in five minutes, no more corrections (SYNC-05…10). A silence has its own figures (SEQ-11).
 */
export function nextAction(state: SyncState, reading: SyncReading): SyncStep {
  const { state: next, action } = correction(withMovement(state, reading), reading)
  const isOff = Math.abs(reading.drift) > toleranceOf(next, reading.at)
  const isUncorrected = isOff && action.kind === 'none' && next.stretch === null
  const correctedAt = isUncorrected ? (next.correctedAt ?? reading.at) : reading.at
  return { state: { ...next, correctedAt }, action }
}

function correction(state: SyncState, reading: SyncReading): SyncStep {
  if (!isRunning(state, reading)) return onInterrupted(state, reading)
  const measured = withReading(state, reading)
  if (measured.stretch !== null) return onStretch(measured, measured.stretch, reading)
  const drift = steadyDrift(measured)
  if (drift === null) return { state: measured, action: noAction }
  return onSteady(withLanding(measured, drift), reading, drift)
}

function withMovement(state: SyncState, { at, position }: SyncReading): SyncState {
  if (state.movement?.position === position) return state
  return { ...state, movement: { position, at } }
}

/** Frozen decoders report that they play, and have data. */
function isRunning({ movement }: SyncState, reading: SyncReading): boolean {
  return reading.isRunning && (movement === null || reading.at - movement.at < stillAfter)
}

/** A seek or a lack of data ends a stretch; one right after a change of rate was caused by it. */
function onInterrupted(state: SyncState, { at }: SyncReading): SyncStep {
  const { stretch, stallsAt } = state
  const isNew = state.readings.length > 0
  const isOwnStall = stretch !== null && stretch.startReading !== null
  const next: SyncState = {
    ...state,
    readings: [],
    stretch: null,
    seekPendingAt: null,
    rateStalls: state.rateStalls || (isOwnStall && state.traits.learnsRateStalls),
    isRepairPending: state.isRepairPending || isOwnStall,
    stallsAt: isNew ? [...recentTimes(stallsAt, at), at] : stallsAt,
  }
  return { state: next, action: stretch === null ? noAction : normalRate }
}

/** Adds a reading; an uneven one, such as a jump by the member, restarts the measurement. */
function withReading(state: SyncState, reading: SyncReading): SyncState {
  const { traits, readings } = state
  const last = readings.at(-1)
  if (last !== undefined && reading.at <= last.at) return state
  const window = readings.filter(({ at }) => reading.at - at <= traits.steadyFor + 1)
  const first = window[0]
  const isEven = first === undefined || isEvenBetween(first, reading)
  return { ...state, readings: isEven ? [...window, reading] : [reading] }
}

function isEvenBetween(first: SyncReading, last: SyncReading): boolean {
  const elapsed = last.at - first.at
  // Positions are measured to some hundredths of a second.
  if (elapsed < 1) return true
  const pace = (last.position - first.position) / elapsed
  return pace >= evenFrom && pace <= evenTo
}

/** The median of the last drifts; null until the player has run evenly for long enough. */
export function steadyDrift({ traits, readings }: SyncState): number | null {
  const [first] = readings
  const last = readings.at(-1)
  if (!first || !last || last.at - first.at < traits.steadyFor) return null
  const drifts = readings.slice(-medianOf).map(({ drift }) => drift)
  return drifts.toSorted((a, b) => a - b)[Math.floor(drifts.length / 2)] ?? null
}

function onStretch(state: SyncState, stretch: Stretch, reading: SyncReading): SyncStep {
  const { startReading } = stretch
  const isChecked = startReading !== null && reading.at - startReading.at >= rateCheckAfter
  const hasStalled =
    isChecked && reading.position - startReading.position < evenFrom * (reading.at - startReading.at)
  const isHeld = state.traits.isMostlySilent && reading.isSpeaking
  if (hasStalled || isHeld || reading.at >= stretch.until)
    return {
      state: {
        ...state,
        readings: [],
        stretch: null,
        rateStalls: state.rateStalls || (hasStalled && state.traits.learnsRateStalls),
        isRepairPending: state.isRepairPending || hasStalled,
      },
      action: normalRate,
    }
  return {
    state: isChecked ? { ...state, stretch: { ...stretch, startReading: null } } : state,
    action: noAction,
  }
}

/** Learns from where a seek has landed; if that is far off, something else came between. */
function withLanding(state: SyncState, drift: number): SyncState {
  if (state.aim === null) return state
  const cost = Math.max(0, state.aim - drift)
  if (cost > seekCostMax) return { ...state, aim: null }
  return { ...state, aim: null, seekCost: state.seekCost === null ? cost : (state.seekCost + cost) / 2 }
}

function onSteady(state: SyncState, reading: SyncReading, drift: number): SyncStep {
  const { at } = reading
  const { traits } = state
  const size = Math.abs(drift)
  const isRepairPending = state.isRepairPending && size > traits.tolerance
  const none: SyncStep = { state: { ...state, isRepairPending, seekPendingAt: null }, action: noAction }
  const sinceAction = at - state.lastActionAt
  if (size <= toleranceOf(state, at) || (traits.isMostlySilent && reading.isSpeaking)) return none
  const isSmall = mayStretch(state) && size <= traits.stretchMax
  if (isSmall && sinceAction >= secondsBetweenActions)
    return {
      state: { ...state, lastActionAt: at, stretch: { until: at + size / stretchBy, startReading: reading } },
      action: { kind: 'rate', rate: drift < 0 ? 1 + stretchBy : 1 - stretchBy },
    }
  if (isSmall && !traits.isMostlySilent) return none
  if (!maySeek(state, at) || sinceAction < Math.min(secondsBetweenActions, traits.secondsBetweenSeeks))
    return none
  const pendingAt = state.seekPendingAt ?? at
  if (reading.isSpeaking && at - pendingAt < captionWait)
    return { state: { ...state, seekPendingAt: pendingAt }, action: noAction }
  const ahead = seekAhead(traits, state)
  return {
    state: {
      ...state,
      readings: [],
      isRepairPending: false,
      seekPendingAt: null,
      lastActionAt: at,
      seeksAt: [...recentTimes(state.seeksAt, at), at],
      aim: ahead,
    },
    action: { kind: 'seek', ahead },
  }
}

function recentTimes(times: readonly number[], at: number): number[] {
  return times.filter((each) => at - each < memory)
}

function mayStretch({ traits, rateStalls }: SyncState): boolean {
  return traits.canStretch && !rateStalls
}

function toleranceOf(state: SyncState, at: number): number {
  const isCorrectable = mayStretch(state) || (state.isRepairPending && maySeek(state, at))
  return isCorrectable ? state.traits.tolerance : state.traits.toleranceWithoutStretch
}

function maySeek({ traits, seeksAt }: SyncState, at: number): boolean {
  const recent = recentTimes(seeksAt, at)
  return (
    recent.length < traits.seeksMax && recent.every((seekAt) => at - seekAt >= traits.secondsBetweenSeeks)
  )
}

/** Whether the player has waited for data three times in five minutes. */
export function isLineSlow({ stallsAt }: SyncState, at: number): boolean {
  return recentTimes(stallsAt, at).length >= stallsForSlowLine
}

/** How long a page waits before it loads the video: at random, so that a group's pages don't all ask at once. */
export function preloadDelayMs(untilStartMs: number, random: () => number): number {
  return Math.max(0, untilStartMs - preloadBeforeStartMs) * random()
}

/** Enough to buffer the first ten seconds. */
const preloadBeforeStartMs = 20_000

/**
 * `catching-up`: a stretch or a seek is under way or will be within 20 s. `behind`: the limits of seeks are reached,
 * or nothing could be done for 20 s; it stays so until the member rejoins (SYNC-33).
 */
export type SyncStatus = 'in-step' | 'catching-up' | 'behind' | 'waiting'

/** The status after `nextAction` has taken in the reading. */
export function syncStatus(state: SyncState, reading: SyncReading): SyncStatus {
  const { at, drift } = reading
  if (state.stretch !== null) return 'catching-up'
  if (state.correctedAt !== null && at - state.correctedAt >= offeredAfter) return 'behind'
  if (!isRunning(state, reading)) return 'waiting'
  if (Math.abs(drift) <= toleranceOf(state, at)) return 'in-step'
  return (mayStretch(state) && Math.abs(drift) <= state.traits.stretchMax) || maySeek(state, at)
    ? 'catching-up'
    : 'behind'
}

/**
 * `ready`: the start is ahead. `own-pace`: its member, or the browser, paused it. `blocked`: the browser or YouTube waits
 * for a press. `advertisement`: YouTube shows something else first. `over`: the video has ended.
 */
export type GroupStatus = SyncStatus | 'ready' | 'own-pace' | 'blocked' | 'advertisement' | 'over'

/** Status text for the page's details, which testers report (SYNC-19). */
export function groupSentence(status: GroupStatus, drift: number): string {
  switch (status) {
    case 'in-step':
      return Math.abs(drift) > closeFrom
        ? t('Close to the group ({seconds} s)', { seconds: formatDecimal(Math.abs(drift)) })
        : t('In step with the group ({seconds} s)', { seconds: formatDecimal(Math.abs(drift)) })
    case 'catching-up':
      return t('Catching up')
    case 'behind':
      return drift < 0
        ? t('Behind by {seconds} s', { seconds: Math.round(-drift) })
        : t('Ahead by {seconds} s', { seconds: Math.round(drift) })
    case 'waiting':
      return t('Waiting for data')
    case 'ready':
      return t('Ready to start')
    case 'own-pace':
    case 'blocked':
      return t('On your own')
    case 'advertisement':
      return advertisementSentence
    case 'over':
      return t('The video is over')
  }
}

/** Seconds of drift that are left alone, but aren't called in step. */
const closeFrom = 1

export const advertisementSentence = t('YouTube shows something else first')

/** Beside 'Rejoin the group'. */
export function youAreBehindSentence(drift: number): string {
  const seconds = Math.max(1, Math.round(Math.abs(drift)))
  return drift < 0
    ? t('You are {seconds} s behind', { seconds })
    : t('You are {seconds} s ahead', { seconds })
}

/** How early playback is called, until a browser has taught its own delay; milliseconds. */
export const startLeadMs = 80
const startLeadMaxMs = 500

/** The lead after a start that was off by `drift` seconds. */
export function nextStartLeadMs(leadMs: number, drift: number): number {
  return Math.min(Math.max(0, Math.round(leadMs - (drift * 1_000) / 2)), startLeadMaxMs)
}
