// Group playback: starts a player with the group, keeps it in step, and lets go of it when its member pauses. It alone
// commands the player meanwhile.
import { logFailure } from '#web/log.ts'
import { onClockJump, serverNow } from '#web/server-clock.ts'
import {
  createSync,
  isLineSlow,
  nextAction,
  nextStartLeadMs,
  rateCheckAfter,
  seekAhead,
  steadyDrift,
  syncStatus,
  type DeviceTraits,
  type GroupStatus,
  type SyncReading,
  type SyncState,
} from './group-sync.ts'
import { hasRateStalled, readStartLead, saveRateStall, saveStartLead } from './measured-player.ts'
import type { SyncTraits } from './sync-traits.ts'

/** The state that a player reports. */
export interface PlayerReading extends Pick<SyncReading, 'position' | 'isRunning' | 'isSpeaking'> {
  isPaused: boolean
  isEnded: boolean
  /** 1 is normal; absent if the player's rate is never changed. */
  rate?: number
  /** The member has jumped to another position with the player's controls. */
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
  /** Whether its member has paused it since the last `play`, also before its metadata. */
  isPausedByMember: () => boolean
  /** Whether it is muted now; null for a player that can't start without sound. */
  mute: ((isMuted: boolean) => void) | null
  isMuted: () => boolean
  /** In seconds. */
  seek: (position: number) => void
  setRate: (rate: number) => void
  /** Calls back when its reading may have changed; returns the function that stops it. */
  onChange: (listener: () => void) => () => void
}

export interface PlaybackStart {
  /** When the group's video starts, in epoch milliseconds of the room clock. */
  startsAtMs: number
  mediaSeconds: number
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
  /** Follows the group with a player; the returned function leaves it as it is, at its own pace. */
  start: (player: GroupPlayer, at: PlaybackStart) => () => void
}

interface Following {
  name: 'following'
  sync: SyncState
  /** The start with the group, whose delay is still to be measured. */
  isFirstStart: boolean
}

type Phase =
  | { name: 'ready' | 'own-pace' | 'blocked' }
  /** Play was requested; `next` follows once it plays, and is null until the metadata allow a seek. */
  | { name: 'starting'; isFirstStart: boolean; next: Following | null }
  | Following

const readEveryMs = 1_000
/** The known server clock improves, and timers are late on a device that slept. */
const recheckStartMs = 5_000
/** Closer than this, a seek costs more than it gains. */
const startToleranceSeconds = 0.4
/** A video that ends further ahead of the group has left it. */
const endedEarlySeconds = 6
/** Browsers round rates. */
const rateTolerance = 0.001

/** Whether a change of the rate stalls players here, as measured by this page. */
let rateStalls = stallsOnRateChange()
/** What a seek costs here, by the traits of the players: a file of the page costs less than one of the net. */
const seekCosts = new Map<number, number | null>()

/** The device's traits, with rate stalls that earlier page loads measured. */
function deviceTraits({ seekCostGuess }: SyncTraits): DeviceTraits {
  return {
    seekCost: seekCosts.get(seekCostGuess) ?? null,
    rateStalls: rateStalls || hasRateStalled(),
  }
}

/** Safari stalls when the rate changes by little (WebKit 208142). */
function stallsOnRateChange(): boolean {
  return 'webkitSupportsPresentationMode' in HTMLVideoElement.prototype
}

const atRest: GroupSnapshot = { status: 'ready', drift: 0, isSilenced: false, isLineSlow: false }

/** Follows the group with one player at a time. */
export function createGroupPlayback(): GroupPlayback {
  const listeners = new Set<() => void>()
  let snapshot = atRest
  let current: Pick<GroupPlayback, 'rejoin' | 'turnSoundOn'> | null = null
  const publish = (next: GroupSnapshot) => {
    const isSame = (Object.keys(next) as (keyof GroupSnapshot)[]).every((key) => next[key] === snapshot[key])
    if (isSame) return
    snapshot = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    rejoin: () => current?.rejoin(),
    turnSoundOn: () => current?.turnSoundOn(),
    start: (player, at) => {
      const follower = new GroupFollower(player, at, publish)
      current = follower
      return () => {
        follower.stop()
        current = null
        publish(atRest)
      }
    },
  }
}

/** One player with the group, from before its start until it is stopped. */
class GroupFollower {
  readonly #player: GroupPlayer
  readonly #start: PlaybackStart
  readonly #onSnapshot: (snapshot: GroupSnapshot) => void
  #phase: Phase = { name: 'ready' }
  #isStopped = false
  /** Play again once the metadata are loaded. */
  #isPlayPending = false
  /** As this follower has set it. */
  #rate = 1
  /** Something else has changed the rate, and it was put back. */
  #isRateRestored = false
  #wasSilenced = false
  #hasSlowLine = false
  /** In seconds of `performance.now()`. */
  #rateChangedAt = Number.NEGATIVE_INFINITY
  #startTimer: ReturnType<typeof setTimeout> | undefined
  readonly #readTimer: ReturnType<typeof setInterval>
  readonly #stopListening: () => void

  constructor(player: GroupPlayer, at: PlaybackStart, onSnapshot: (snapshot: GroupSnapshot) => void) {
    this.#player = player
    this.#start = at
    this.#onSnapshot = onSnapshot
    const unsubscribes = [player.onChange(() => this.#update()), onClockJump(() => this.#onClockJump())]
    this.#stopListening = () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
    this.#readTimer = setInterval(() => this.#update(), readEveryMs)
    this.#awaitStart()
  }

  rejoin(): void {
    if (this.#wasSilenced) this.#player.mute?.(false)
    this.#join(false)
  }

  turnSoundOn(): void {
    this.#player.mute?.(false)
    this.#update()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#startTimer)
    clearInterval(this.#readTimer)
    this.#stopListening()
    this.#endStretch()
  }

  #onClockJump(): void {
    if (this.#phase.name === 'ready') this.#awaitStart()
    else this.#update()
  }

  #awaitStart(): void {
    clearTimeout(this.#startTimer)
    const leftMs = this.#start.startsAtMs - readStartLead() - serverNow()
    if (leftMs > 0) this.#startTimer = setTimeout(() => this.#awaitStart(), Math.min(leftMs, recheckStartMs))
    else this.#join(leftMs > -readEveryMs)
  }

  /** Plays at the group's second: at its start, for a latecomer, and for a member who rejoins. */
  #join(isFirstStart: boolean): void {
    this.#phase = { name: 'starting', isFirstStart, next: null }
    this.#isRateRestored = false
    this.#setRate(1)
    this.#play()
    this.#update()
  }

  #play(): void {
    this.#isPlayPending = false
    this.#player.play().catch((error: unknown) => this.#onPlayFailed(error))
  }

  #onPlayFailed(error: unknown): void {
    const name = error instanceof DOMException ? error.name : ''
    if (this.#isStopped || this.#phase.name === 'own-pace') return
    if (name === 'AbortError') {
      // Loading it, as a stream does when it is attached, interrupted the start; or its member paused it.
      if (this.#player.read() === null && !this.#player.isPausedByMember()) this.#isPlayPending = true
      else this.#leave(0)
      return
    }
    // The player reports its failures itself.
    if (name !== 'NotAllowedError') return logFailure('The video could not be started.', error)
    if (this.#player.mute === null || this.#player.isMuted()) {
      this.#phase = { name: 'blocked' }
      this.#publish('blocked', 0)
      return
    }
    this.#wasSilenced = true
    this.#player.mute(true)
    this.#play()
  }

  #update(): void {
    if (this.#isStopped) return
    const reading = this.#player.read()
    if (this.#phase.name === 'ready') {
      // The video may have played before the doors opened.
      if (reading !== null && reading.position > startToleranceSeconds) this.#player.seek(0)
    } else if (reading === null) this.#publish(this.#phase.name === 'own-pace' ? 'own-pace' : 'waiting', 0)
    else if (reading.isEnded) this.#onEnded(reading)
    else if (this.#groupSecond() < this.#start.mediaSeconds) this.#onReading(reading)
  }

  /** At another speed a member may have reached the end long before the group. */
  #onEnded({ position }: PlayerReading): void {
    const drift = position - this.#groupSecond()
    if (drift > endedEarlySeconds) this.#leave(drift)
    else this.#publish('over', 0)
  }

  #onReading(reading: PlayerReading): void {
    if (reading.isBlocked && this.#phase.name !== 'own-pace') this.#phase = { name: 'blocked' }
    else if (this.#phase.name === 'blocked' && !reading.isPaused)
      this.#phase = { name: 'starting', isFirstStart: false, next: null }
    const phase = this.#phase
    if (phase.name === 'starting') {
      if (this.#isPlayPending) this.#play()
      const next = phase.next ?? this.#approach(reading, phase.isFirstStart)
      this.#phase = reading.isPaused ? { ...phase, next } : next
      this.#publish('waiting', 0)
    } else if (phase.name === 'following') this.#follow(phase, reading)
    else this.#publish(phase.name, reading.position - this.#groupSecond())
  }

  /** Goes to the group's second, unless it is near. */
  #approach({ position }: PlayerReading, isFirstStart: boolean): Following {
    const { traits } = this.#player
    const group = Math.max(0, this.#groupSecond())
    const isNear = Math.abs(position - group) <= startToleranceSeconds
    const device = deviceTraits(traits)
    const aim = isNear ? null : seekAhead(traits, device)
    if (aim !== null) this.#player.seek(group + aim)
    return { name: 'following', sync: createSync(traits, device, aim), isFirstStart: isFirstStart && isNear }
  }

  #follow(following: Following, reading: PlayerReading): void {
    const at = performance.now() / 1_000
    const drift = reading.position - this.#groupSecond()
    // Browsers with a stalling rate pause the player for a moment when it changes.
    const isRateChanging = at - this.#rateChangedAt < rateCheckAfter
    if (reading.hasJumped || (reading.isPaused && !isRateChanging)) {
      this.#leave(drift)
      return
    }
    const hasOtherRate = reading.rate !== undefined && Math.abs(reading.rate - this.#rate) > rateTolerance
    if (hasOtherRate && this.#isRateRestored) {
      // At the rate that the member wants.
      this.#phase = { name: 'own-pace' }
      this.#publish('own-pace', drift)
      return
    }
    if (hasOtherRate) {
      this.#isRateRestored = true
      this.#player.setRate(this.#rate)
    }
    const measured = { ...reading, at, drift }
    const { state, action } = nextAction(following.sync, measured)
    const hasStalled = state.rateStalls && !following.sync.rateStalls
    if (hasStalled) saveRateStall()
    rateStalls ||= hasStalled
    seekCosts.set(state.traits.seekCostGuess, state.seekCost)
    this.#phase = learnStartLead({ ...following, sync: state })
    if (action.kind === 'seek') this.#player.seek(this.#groupSecond() + action.ahead)
    if (action.kind === 'rate') {
      this.#rateChangedAt = at
      this.#setRate(action.rate)
    }
    this.#hasSlowLine ||= isLineSlow(state, at)
    this.#publish(reading.isAdvertisement ? 'advertisement' : syncStatus(state, measured), drift)
  }

  #setRate(rate: number): void {
    this.#rate = rate
    this.#player.setRate(rate)
  }

  #leave(drift: number): void {
    this.#endStretch()
    this.#phase = { name: 'own-pace' }
    this.#publish('own-pace', drift)
  }

  #endStretch(): void {
    if (this.#phase.name === 'following' && this.#phase.sync.stretch !== null) this.#setRate(1)
  }

  #groupSecond(): number {
    return (serverNow() - this.#start.startsAtMs) / 1_000
  }

  #publish(status: GroupStatus, drift: number): void {
    this.#onSnapshot({
      status,
      drift: Math.round(drift * 10) / 10,
      isSilenced: this.#wasSilenced && this.#player.isMuted(),
      isLineSlow: this.#hasSlowLine,
    })
  }
}

/** How late playback begins after it is called is a constant of the machine: the next start is earlier by it. */
function learnStartLead(following: Following): Following {
  const { sync, isFirstStart } = following
  if (!isFirstStart) return following
  const drift = steadyDrift(sync)
  if (drift !== null) saveStartLead(nextStartLeadMs(readStartLead(), drift))
  return { ...following, isFirstStart: drift === null && sync.stallsAt.length === 0 }
}
