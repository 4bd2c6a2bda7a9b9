// A model of a member's player against the group's clock: late starts, costly seeks, lack of data, rate changes that
// stall. Seeded; times in seconds.
import { createSeededRandom } from '#test/seeded-random.ts'
import { createSync, nextAction, type SyncAction, type SyncState } from '#web/player/group/group-sync.ts'
import { mediaTraits, type SyncTraits } from '#web/player/group/sync-traits.ts'

export interface Device {
  startLag: (random: () => number) => number
  seekCost: (random: () => number) => number
  stallsPerHour: number
  /** How long a change of the rate stops the player. */
  rateStall: number
  /** The standard deviation of what the page's clock is off. */
  clockError: number
}

export const devices = {
  desk: {
    startLag: (random) => 0.06 + 0.06 * random(),
    seekCost: (random) => 0.05 + 0.45 * random(),
    stallsPerHour: 1,
    rateStall: 0,
    clockError: 0.006,
  },
  phone: {
    startLag: (random) => 0.06 + 0.06 * random(),
    seekCost: (random) => 0.25 + 0.9 * random(),
    stallsPerHour: 3,
    rateStall: 0,
    clockError: 0.015,
  },
  safari: {
    startLag: (random) => 0.06 + 0.06 * random(),
    seekCost: (random) => 0.05 + 0.45 * random(),
    stallsPerHour: 1,
    rateStall: 0.25,
    clockError: 0.006,
  },
  tv: {
    startLag: (random) => 0.25 + 0.3 * random(),
    seekCost: (random) => 0.8 + 2.4 * random(),
    stallsPerHour: 1,
    rateStall: 0.25,
    clockError: 0.006,
  },
  poorLine: {
    startLag: (random) => 0.06 + 0.06 * random(),
    seekCost: (random) => 0.05 + 0.45 * random(),
    stallsPerHour: 18,
    rateStall: 0,
    clockError: 0.006,
  },
} satisfies Record<string, Device>

export interface ModelOptions {
  seed: number
  device: Device
  traits?: SyncTraits
  /** The page knows from the start that the rate stalls the player, as it does in Safari. */
  knowsRateStalls?: boolean
  /** Where the player is when it starts, against the group; by default a little late, or a late joiner. */
  startDrift?: number
  seconds?: number
  /** A stall of so many seconds at a moment, beside those by chance. */
  stall?: { at: number; seconds: number }
}

export interface ModelRun {
  actions: { at: number; action: SyncAction }[]
  /** Shares of the time within so many seconds of the group. */
  withinOne: number
  rates: Set<number>
  seeks: number
  rateChanges: number
  finalDrift: number
  state: SyncState
}

const step = 0.1
const sitting = 20 * 60

/** Runs one member's sitting of 20 minutes. */
export function runModel(options: ModelOptions): ModelRun {
  const { seed, device, traits = mediaTraits, knowsRateStalls = false, startDrift, stall } = options
  const { seconds = sitting } = options
  const random = createSeededRandom(seed)
  const noise = () => (random() + random() + random() - 1.5) * 2
  const clockError = device.clockError * noise()
  const joinsAt = startDrift === undefined && random() < 0.25 ? random() * 600 : 0
  let now = joinsAt
  let position =
    now + (startDrift ?? -device.startLag(random) - (joinsAt > 0 ? device.seekCost(random) * 0.8 : 0))
  let rate = 1
  let stoppedFor = 0
  let state = createSync(traits, { seekCost: null, rateStalls: knowsRateStalls }, joinsAt > 0 ? 0 : null)
  let readAt = Number.NEGATIVE_INFINITY
  let wasRunning = true
  let hasStalled = false
  const run: ModelRun = {
    actions: [],
    withinOne: 0,
    rates: new Set([1]),
    seeks: 0,
    rateChanges: 0,
    finalDrift: 0,
    state,
  }
  let steps = 0
  let within = 0
  const apply = (action: SyncAction) => {
    if (action.kind === 'none') return
    run.actions.push({ at: now, action })
    if (action.kind === 'seek') {
      position = now + action.ahead
      stoppedFor = device.seekCost(random)
      run.seeks += 1
    } else if (action.rate !== rate) {
      rate = action.rate
      run.rates.add(rate)
      run.rateChanges += 1
      stoppedFor += device.rateStall
    }
  }
  while (now < seconds) {
    now += step
    if (stoppedFor > 0) stoppedFor -= step
    else {
      position += step * rate
      if (random() < (device.stallsPerHour / 3_600) * step) stoppedFor = 0.5 - Math.log(1 - random()) * 2.2
      if (stall && !hasStalled && now >= stall.at) {
        hasStalled = true
        stoppedFor = stall.seconds
      }
    }
    const isRunning = stoppedFor <= 0
    // The page reads once a second, and when the player stops or goes on.
    if (now - readAt >= 1 || isRunning !== wasRunning) {
      readAt = now
      wasRunning = isRunning
      const measured = position + clockError + (random() - 0.5) * 0.04
      const reading = { at: now, position: measured, drift: measured - now, isRunning, isSpeaking: false }
      const next = nextAction(state, reading)
      state = next.state
      apply(next.action)
    }
    steps += 1
    if (Math.abs(position - now) <= 1) within += 1
  }
  return { ...run, state, withinOne: within / steps, finalDrift: position - now }
}
