// Journey frames: preallocated arrays of an animation frame, and the random seeds of its particles.
import { figure } from './figure.ts'

export const particleCount = 230
export const moteCount = 72
/** The two strands of the braid and the fine threads around them. */
export const strandCount = 6
export const strandPoints = 97
export const trailPoints = 3
export const rippleCount = 3
export const waveCount = 4

/** Fields of a particle: x, y, radius, strength 0 to 1, shade. */
export const particleFields = 5
/** Fields of a mote: those of a particle, and its depth from -1 (behind the figure) to 1. */
export const moteFields = 6

/** A moment of a journey. Levels are 0 to 7; equal ones mean a day at rest. */
export interface JourneyPosition {
  before: number
  after: number
  /** Time since the session was shown. */
  sinceMs: number
  /** Animation time since the first session: breath and drift continue from one session to the next. */
  flowMs: number
}

/** The random seeds of each particle and mote: its position along the path and its individual variation. */
export interface JourneyScene {
  particles: Float32Array
  motes: Float32Array
}

/** In figure units. Only the first `particles` and `motes` of a frame are set. */
export interface JourneyFrame {
  before: number
  after: number
  /** The reveal, 0 to 1. */
  reveal: number
  /** -1 to 1. */
  breath: number
  /** The height that the energy has reached. */
  frontY: number
  particles: number
  motes: number
  particle: Float32Array
  /** x and y of `trailPoints` points behind each particle. */
  trail: Float32Array
  mote: Float32Array
  /** x and y of `strandPoints` points of each strand. */
  strand: Float32Array
  /** The brightness of each level's center, 0 to 1. */
  light: Float32Array
  /** How far the reached center has opened, 0 to 1. */
  bloom: number
  /** Radius and strength of each ripple around the reached center. */
  ripple: Float32Array
  /** Progress, 0 to 1, and strength of each wave on the water. */
  wave: Float32Array
}

/** Random numbers per particle and mote. */
export const seedFields = 4

/** Draws the random seeds; `random` returns numbers in [0, 1). */
export function createJourneyScene(random: () => number): JourneyScene {
  const particles = new Float32Array(particleCount * seedFields)
  for (let index = 0; index < particleCount; index += 1) {
    // Evenly spread along the path for any number of particles, with jitter: random positions would cluster.
    particles[index * seedFields] = vanDerCorput(index) + 0.012 * random()
    particles[index * seedFields + 1] = random()
    particles[index * seedFields + 2] = random() + random() - 1
    particles[index * seedFields + 3] = random()
  }
  const motes = new Float32Array(moteCount * seedFields)
  for (let index = 0; index < moteCount; index += 1) {
    motes[index * seedFields] = vanDerCorput(index)
    for (let field = 1; field < seedFields; field += 1) motes[index * seedFields + field] = random()
  }
  return { particles, motes }
}

export function createJourneyFrame(): JourneyFrame {
  return {
    before: 0,
    after: 0,
    reveal: 0,
    breath: 0,
    frontY: 0,
    particles: 0,
    motes: 0,
    particle: new Float32Array(particleCount * particleFields),
    trail: new Float32Array(particleCount * trailPoints * 2),
    mote: new Float32Array(moteCount * moteFields),
    strand: new Float32Array(strandCount * strandPoints * 2),
    light: new Float32Array(figure.levelY.length),
    bloom: 0,
    ripple: new Float32Array(rippleCount * 2),
    wave: new Float32Array(waveCount * 2),
  }
}

/** The van der Corput sequence: 1/2, 1/4, 3/4, 1/8 and so on. Every prefix is spread evenly over (0, 1). */
function vanDerCorput(index: number): number {
  let value = 0
  let weight = 0.5
  for (let bits = index + 1; bits > 0; bits >>= 1) {
    if (bits & 1) value += weight
    weight /= 2
  }
  return value
}

export function fractionalPart(number: number): number {
  return number - Math.floor(number)
}

/** Eases from 0 at `start` to 1 at `end`; `start` and `end` may be equal. */
export function smoothstep(start: number, end: number, x: number): number {
  if (x <= start) return 0
  if (x >= end) return 1
  const t = (x - start) / (end - start)
  return t * t * (3 - 2 * t)
}

/** A seeded generator of numbers in [0, 1) (mulberry32): the same integer gives the same sequence. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
