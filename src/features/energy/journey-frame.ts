// The numbers that make a picture of a journey, in arrays that are made once, and the chance that scatters them.
import { figure } from './journey-figure.ts'

export const particleCount = 230
export const moteCount = 72
/** The two strands of the braid, and the fine threads around them. */
export const strandCount = 6
export const strandPoints = 97
export const trailPoints = 3
export const rippleCount = 3
export const waveCount = 4

/** Numbers of a particle: x, y, radius, strength 0 to 1, shade. */
export const particleFields = 5
/** Numbers of a mote: the same, and its depth from -1 (behind the figure) to 1. */
export const moteFields = 6

/** A moment of a journey. Levels are 0 to 7; equal ones are a day at rest. */
export interface JourneyMoment {
  before: number
  after: number
  /** Since the session began to be shown. */
  sinceMs: number
  /** Since the picture began, through all its sessions: the breath and the drift go on from one to the next. */
  flowMs: number
}

/** What chance gave each particle and mote: where on its way it is, and a few numbers of its own. */
export interface JourneyScene {
  particles: Float32Array
  motes: Float32Array
}

/** Units are the figure's. Only the first `particles` and `motes` of a frame are set. */
export interface JourneyFrame {
  before: number
  after: number
  /** 0 to 1: how far the energy has come. */
  reveal: number
  /** -1 to 1. */
  breath: number
  /** The height that the energy has come to. */
  frontY: number
  particles: number
  motes: number
  particle: Float32Array
  /** x and y of `trailPoints` points behind each particle. */
  trail: Float32Array
  mote: Float32Array
  /** x and y of `strandPoints` points of each strand. */
  strand: Float32Array
  /** How lit each level's center is, 0 to 1. */
  light: Float32Array
  /** How far the reached center has opened, 0 to 1. */
  bloom: number
  /** Radius and strength of each ripple around the reached center. */
  ripple: Float32Array
  /** How far each wave on the water has come, 0 to 1, and its strength. */
  wave: Float32Array
}

/** Numbers of chance that each particle and mote has. */
export const seedFields = 4

/** Throws the dice once; `chance` gives numbers in [0, 1). */
export function createJourneyScene(chance: () => number): JourneyScene {
  const particles = new Float32Array(particleCount * seedFields)
  for (let index = 0; index < particleCount; index += 1) {
    // Evenly along the way however many of them are drawn, and a little out of step: chance alone makes clots.
    particles[index * seedFields] = scattered(index) + 0.012 * chance()
    particles[index * seedFields + 1] = chance()
    particles[index * seedFields + 2] = chance() + chance() - 1
    particles[index * seedFields + 3] = chance()
  }
  const motes = new Float32Array(moteCount * seedFields)
  for (let index = 0; index < moteCount; index += 1) {
    motes[index * seedFields] = scattered(index)
    for (let field = 1; field < seedFields; field += 1) motes[index * seedFields + field] = chance()
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

/**
 * Numbers between 0 and 1 of which any first few lie evenly, without being in order: 1/2, 1/4, 3/4, 1/8 and so on.
 */
function scattered(index: number): number {
  let number = 0
  let share = 0.5
  for (let rest = index + 1; rest > 0; rest >>= 1) {
    if (rest & 1) number += share
    share /= 2
  }
  return number
}
