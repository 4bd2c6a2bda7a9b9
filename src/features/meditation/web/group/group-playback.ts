// Group playback: starts a player with the group, keeps it in step, and lets go of it when its member pauses. It alone
// commands the player meanwhile.
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import {
  createSync,
  isLineSlow,
  nextAction,
  nextStartLeadMs,
  seekAhead,
  startLeadMs,
  steadyDrift,
  syncStatus,
  type DeviceTraits,
  type GroupStatus,
  type SyncReading,
  type SyncState,
  type SyncTraits,
} from '../../group-sync.ts'

/** What a player says of itself. */
export interface PlayerReading extends Pick<SyncReading, 'position' | 'isRunning' | 'isSpeaking'> {
  isPaused: boolean
  isEnded: boolean
  /** Its member has jumped to another position with controls of its own. */
  hasJumped?: boolean
  /** It shows something else first (SYNC-29). */
  isAdvertisement?: boolean
  /** It refuses to start without a press in it (SYNC-30). */
  isBlocked?: boolean
}

/** A player that a page keeps in step: a media element, or YouTube's frame. */
export interface GroupPlayer {
  readonly traits: SyncTraits
  /** Null while a seek could be lost: before its metadata (SYNC-11). */
  read: () => PlayerReading | null
  /** Rejects with a NotAllowedError if the browser refuses it. */
  play: () => Promise<void>
  /** Whether it is muted now; null for a player that can't start without sound. */
  mute: ((isMuted: boolean) => void) | null
  isMuted: () => boolean
  /** In seconds. */
  seek: (position: number) => void
  setRate: (rate: number) => void
  /** Calls back when its reading may have changed; returns the function that stops it. */
  onChange: (listener: () => void) => () => void
}

export interface GroupPlan {
  /** When the group's video starts, in epoch milliseconds of the room clock. */
  startsAtMs: number
  mediaSeconds: number
  /** The line is slow: called once. */
  onSlowLine: () => void
}

export interface GroupSnapshot {
  status: GroupStatus
  /** The position minus the group's second, in seconds. */
  drift: number
  /** The browser allowed the start without sound only (SYNC-14). */
  isSilenced: boolean
  isLineSlow: boolean
}

export interface GroupPlayback {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => GroupSnapshot
  /** Call it in a press: plays at the group's second. */
  rejoin: () => void
  /** Call it in a press. */
  turnSoundOn: () => void
  /** Leaves the player as it is, at its own pace. */
  stop: () => void
}

interface Following {
  name: 'following'
  sync: SyncState
  /** The start with the group, whose delay is still to be measured. */
  isFirstStart: boolean
}

type Phase =
  | { name: 'ready' | 'apart' | 'blocked' }
  /** Told to play; `next` follows once it does, and is null until the metadata allow a seek. */
  | { name: 'starting'; isFirstStart: boolean; next: Following | null }
  | Following

const readEveryMs = 1_000
/** The known server clock improves, and timers are late on a device that slept. */
const recheckStartMs = 5_000
/** Browsers with a stalling rate pause the player for a moment when it changes. */
const rateChangeGraceSeconds = 1.5
/** Closer than this, a seek costs more than it gains. */
const startToleranceSeconds = 0.4

/** What this page has learned of its device. */
let device: DeviceTraits = { seekCost: null, rateStalls: stallsOnRateChange() }

/** Safari stalls when the rate changes by little (WebKit 208142). */
function stallsOnRateChange(): boolean {
  return 'webkitSupportsPresentationMode' in HTMLVideoElement.prototype
}

/** Starts following the group with a player. */
export function startGroupPlayback(player: GroupPlayer, plan: GroupPlan): GroupPlayback {
  const { startsAtMs, mediaSeconds, onSlowLine } = plan
  const listeners = new Set<() => void>()
  let phase: Phase = { name: 'ready' }
  let snapshot: GroupSnapshot = { status: 'ready', drift: 0, isSilenced: false, isLineSlow: false }
  let wasSilenced = false
  let rateChangedAt = Number.NEGATIVE_INFINITY
  let startTimer: ReturnType<typeof setTimeout>
  let isStopped = false

  const groupSecond = () => (serverNow() - startsAtMs) / 1_000
  const isOver = () => groupSecond() >= mediaSeconds

  const publish = (status: GroupStatus, drift: number, hasSlowLine = snapshot.isLineSlow) => {
    const next: GroupSnapshot = {
      status,
      drift: Math.round(drift * 10) / 10,
      isSilenced: wasSilenced && player.isMuted(),
      isLineSlow: hasSlowLine,
    }
    if (hasSlowLine && !snapshot.isLineSlow) onSlowLine()
    const isSame = (Object.keys(next) as (keyof GroupSnapshot)[]).every((key) => next[key] === snapshot[key])
    if (isSame) return
    snapshot = next
    for (const listener of listeners) listener()
  }

  const setRate = (rate: number) => {
    rateChangedAt = performance.now() / 1_000
    player.setRate(rate)
  }

  const play = () => {
    const onRefused = (error: unknown) => {
      if (isStopped || phase.name === 'apart') return
      const { mute } = player
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      // A start that another command interrupted, or a failure, which the player reports itself.
      if (!isRefused) return logFailure('The video could not be started.', error)
      if (mute === null || player.isMuted()) {
        phase = { name: 'blocked' }
        return publish('blocked', 0)
      }
      wasSilenced = true
      mute(true)
      play()
    }
    player.play().catch(onRefused)
  }

  /** Plays at the group's second: at its start, for a latecomer, and for a member who rejoins. */
  const join = (isFirstStart: boolean) => {
    phase = { name: 'starting', isFirstStart, next: null }
    player.setRate(1)
    play()
    update()
  }

  /** Goes to the group's second, unless it is near. */
  const approach = ({ position }: PlayerReading, isFirstStart: boolean): Following => {
    const group = Math.max(0, groupSecond())
    const isNear = Math.abs(position - group) <= startToleranceSeconds
    const aim = isNear ? null : seekAhead(player.traits, device)
    if (aim !== null) player.seek(group + aim)
    const sync = createSync(player.traits, device, aim)
    return { name: 'following', sync, isFirstStart: isFirstStart && isNear }
  }

  const follow = (following: Following, reading: PlayerReading) => {
    const at = performance.now() / 1_000
    const drift = reading.position - groupSecond()
    const isRateChanging = at - rateChangedAt < rateChangeGraceSeconds
    if (reading.hasJumped || (reading.isPaused && !isRateChanging)) {
      phase = { name: 'apart' }
      if (following.sync.stretch !== null) setRate(1)
      return publish('apart', drift)
    }
    const measured = { ...reading, at, drift }
    const { state, action } = nextAction(following.sync, measured)
    device = { seekCost: state.seekCost, rateStalls: state.rateStalls }
    phase = { ...following, sync: state }
    learnLead(phase, measured)
    if (action.kind === 'seek') player.seek(groupSecond() + action.ahead)
    if (action.kind === 'rate') setRate(action.rate)
    publish(
      reading.isAdvertisement ? 'advertisement' : syncStatus(state, measured),
      drift,
      isLineSlow(state, at),
    )
  }

  /** How late playback began after it was called is a constant of the machine. */
  const learnLead = (following: Following, { isRunning }: SyncReading) => {
    if (!following.isFirstStart) return
    const { sync } = following
    const drift = steadyDrift(sync)
    if (drift !== null) saveStartLead(nextStartLeadMs(readStartLead(), drift))
    const hasStalled = sync.stallsAt.length > 0 || (!isRunning && sync.readings.length > 0)
    if (drift !== null || hasStalled) phase = { ...following, isFirstStart: false }
  }

  const update = () => {
    if (isStopped) return
    const reading = player.read()
    if (phase.name === 'ready') {
      // The video may have played before the doors opened.
      if (reading !== null && reading.position > startToleranceSeconds) player.seek(0)
      return
    }
    if (reading === null || reading.isEnded || isOver()) {
      if (reading === null) publish('waiting', 0)
      return
    }
    if (reading.isBlocked && phase.name !== 'apart') phase = { name: 'blocked' }
    else if (phase.name === 'blocked' && !reading.isPaused)
      phase = { name: 'starting', isFirstStart: false, next: null }
    if (phase.name === 'starting') {
      const next = phase.next ?? approach(reading, phase.isFirstStart)
      phase = reading.isPaused ? { ...phase, next } : next
      return publish('waiting', 0)
    }
    if (phase.name === 'following') follow(phase, reading)
    else publish(phase.name, reading.position - groupSecond())
  }

  const awaitStart = () => {
    const leftMs = startsAtMs - readStartLead() - serverNow()
    if (leftMs <= 0) return join(leftMs > -readEveryMs)
    startTimer = setTimeout(awaitStart, Math.min(leftMs, recheckStartMs))
  }

  const stopListening = player.onChange(update)
  const timer = setInterval(update, readEveryMs)
  awaitStart()

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    rejoin: () => {
      if (wasSilenced) player.mute?.(false)
      join(false)
    },
    turnSoundOn: () => {
      player.mute?.(false)
      update()
    },
    stop: () => {
      isStopped = true
      clearTimeout(startTimer)
      clearInterval(timer)
      stopListening()
      if (phase.name === 'following' && phase.sync.stretch !== null) player.setRate(1)
    },
  }
}

const storageKey = 'start-lead-ms'

/** How early this browser starts the player, in milliseconds. */
function readStartLead(): number {
  try {
    const stored = Number.parseInt(localStorage.getItem(storageKey) ?? '', 10)
    return Number.isFinite(stored) ? nextStartLeadMs(stored, 0) : startLeadMs
  } catch {
    return startLeadMs
  }
}

function saveStartLead(leadMs: number): void {
  try {
    localStorage.setItem(storageKey, String(leadMs))
  } catch {
    // Storage is denied: the next sitting measures it again.
  }
}
