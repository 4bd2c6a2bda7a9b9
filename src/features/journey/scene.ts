// Journey scene update: motes, lit centers and flowing energy at a moment.
import { shadeOf } from './colors.ts'
import { levelAtHeight, levelHeight, braidWidth } from './figure.ts'
import {
  type JourneyFrame,
  type JourneyPosition,
  type JourneyScene,
  moteCount,
  moteFields,
  particleCount,
  rippleCount,
  seedFields,
  waveCount,
  fractionalPart,
  smoothstep,
  particleFields,
  strandCount,
  strandPoints,
  trailPoints,
} from './frame.ts'
import { breathAt, breathMs, revealAt } from './playback.ts'
import type { JourneyQuality } from './quality.ts'

/** Updates a frame to a moment. It is deterministic per scene and moment, and allocates nothing. */
export function updateFrame(
  frame: JourneyFrame,
  scene: JourneyScene,
  moment: JourneyPosition,
  quality: JourneyQuality,
): void {
  frame.before = moment.before
  frame.after = moment.after
  frame.reveal = revealAt(moment.sinceMs)
  frame.breath = breathAt(moment.flowMs)
  frame.frontY = levelHeight(moment.before + (moment.after - moment.before) * frame.reveal)
  frame.particles = Math.floor(particleCount * quality.particles)
  frame.motes = Math.floor(moteCount * quality.particles)
  const seconds = moment.flowMs / 1000
  updateCenters(frame, seconds)
  updateWaves(frame, seconds)
  updateMotes(frame, scene, seconds)
  if (moment.before === moment.after) {
    updateOrbits(frame, scene, seconds)
  } else {
    updateFlow(frame, scene, seconds)
    updateStrands(frame, seconds)
  }
}

function updateCenters(frame: JourneyFrame, seconds: number): void {
  const { before, after, reveal } = frame
  const span = Math.abs(after - before)
  for (let level = 0; level < frame.light.length; level += 1) {
    const part = span === 0 ? 0 : Math.abs(level - before) / span
    const isInRange = level >= Math.min(before, after) && level <= Math.max(before, after)
    frame.light[level] = isInRange ? smoothstep(part * 0.88, part * 0.88 + 0.12, reveal) : 0
  }
  frame.bloom = span === 0 ? reveal : smoothstep(0.8, 1, reveal)
  for (let index = 0; index < rippleCount; index += 1) {
    const age = fractionalPart(seconds * 0.16 + index / rippleCount)
    frame.ripple[index * 2] = 13 + 46 * age
    frame.ripple[index * 2 + 1] = frame.bloom * Math.min(1, age * 6) * (1 - age) ** 1.5
  }
}

/** Every breath sends a wave over the water, which fades within a few breaths. */
function updateWaves(frame: JourneyFrame, seconds: number): void {
  for (let index = 0; index < waveCount; index += 1) {
    const age = fractionalPart((seconds * 1000) / (breathMs * waveCount) + index / waveCount)
    frame.wave[index * 2] = age
    frame.wave[index * 2 + 1] = Math.min(1, age * 5) * (1 - age)
  }
}

function updateMotes(frame: JourneyFrame, scene: JourneyScene, seconds: number): void {
  const { mote } = frame
  for (let index = 0; index < frame.motes; index += 1) {
    const seed = index * seedFields
    const speed = scene.motes[seed + 1] ?? 0
    const progress = fractionalPart((scene.motes[seed] ?? 0) + seconds * (0.006 + 0.008 * speed))
    const angle = 2 * Math.PI * (scene.motes[seed + 2] ?? 0) + seconds * (0.05 + 0.09 * speed)
    const y = 436 - 420 * progress
    const radius = (96 + 44 * Math.sin(progress * 2.6)) * (0.62 + 0.5 * (scene.motes[seed + 3] ?? 0))
    const at = index * moteFields
    const twinkle = 0.55 + 0.45 * Math.sin(angle * 3 + speed * 50)
    mote[at] = Math.cos(angle) * radius
    mote[at + 1] = y + Math.sin(angle) * 10
    mote[at + 2] = 0.9 + 1.3 * speed * speed
    // Motes fade in and out at the ends of their path.
    mote[at + 3] = twinkle * Math.min(1, progress * 8, (1 - progress) * 8)
    mote[at + 4] = shadeOf(Math.max(1, levelAtHeight(y)))
    mote[at + 5] = Math.sin(angle)
  }
}

/** Updates rising or falling particles: some swing along a strand of the braid, some go straight up the spine. */
function updateFlow(frame: JourneyFrame, scene: JourneyScene, seconds: number): void {
  const { before, after, reveal } = frame
  const span = Math.abs(after - before)
  // A surge at first, then a steady four seconds or so from center to center.
  const shift = (seconds * 0.36) / (span + 1.4) + 0.35 * reveal
  const step = 0.055 / (span + 1.4)
  for (let index = 0; index < frame.particles; index += 1) {
    const seed = index * seedFields
    const variation = scene.particles[seed + 3] ?? 0
    const progress = fractionalPart((scene.particles[seed] ?? 0) + shift)
    const at = index * particleFields
    writeBraidPosition(frame.particle, at, frame, scene, index, progress, seconds)
    const depth = Math.cos(Math.PI * (before + (after - before) * progress)) * sideOf(index)
    frame.particle[at + 2] = (0.75 + 1.25 * variation ** 3) * (1 + 0.22 * depth)
    frame.particle[at + 3] =
      Math.min(1, progress * 14, (1 - progress) * 14) *
      smoothstep(0, 0.05, reveal * 1.05 - progress) *
      (0.62 + 0.38 * variation)
    frame.particle[at + 4] = shadeOf(before + (after - before) * progress)
    for (let point = 0; point < trailPoints; point += 1) {
      const trailProgress = Math.max(0, progress - step * (point + 1) * (0.6 + 0.8 * variation))
      writeBraidPosition(
        frame.trail,
        (index * trailPoints + point) * 2,
        frame,
        scene,
        index,
        trailProgress,
        seconds,
      )
    }
  }
}

/** Writes a particle's x and y at `progress`, 0 to 1, along its path. */
function writeBraidPosition(
  target: Float32Array,
  at: number,
  { before, after }: JourneyFrame,
  scene: JourneyScene,
  index: number,
  progress: number,
  seconds: number,
): void {
  const seed = index * seedFields
  const level = before + (after - before) * progress
  const swing = Math.sin(Math.PI * level)
  const jitter = scene.particles[seed + 2] ?? 0
  const sway = 0.8 * Math.sin(seconds * 1.1 + 40 * (scene.particles[seed + 1] ?? 0))
  const side = sideOf(index)
  // All strands meet at the centers.
  const jitterWidth = side === 0 ? 2 : 1 + 5 * swing * swing
  target[at] = side * swing * braidWidth(level) + jitter * jitterWidth + sway
  target[at + 1] = levelHeight(level)
}

/** Updates the revealed part of the braid: two strands that cross in every center, and threads around them. */
function updateStrands(frame: JourneyFrame, seconds: number): void {
  const { before, after, reveal, strand } = frame
  for (let index = 0; index < strandCount; index += 1) {
    const side = index % 2 === 0 ? 1 : -1
    const isThread = index > 1
    for (let point = 0; point < strandPoints; point += 1) {
      const level = before + ((after - before) * reveal * point) / (strandPoints - 1)
      const drift = isThread ? 0.26 * Math.sin(seconds * 0.5 + index * 2.1 + level * 0.9) : 0
      const width = braidWidth(level) * (1 + drift)
      const at = (index * strandPoints + point) * 2
      strand[at] = side * Math.sin(Math.PI * level) * width
      strand[at + 1] = levelHeight(level)
    }
  }
}

/** Updates particles at rest: slow orbits around the center, bright close to it and fainter further out. */
function updateOrbits(frame: JourneyFrame, scene: JourneyScene, seconds: number): void {
  const { after, reveal, particle, trail } = frame
  const centerY = levelHeight(after)
  const opened = 0.4 + 0.6 * reveal
  const strength = after === 0 ? 0.55 * reveal : reveal
  for (let index = 0; index < frame.particles; index += 1) {
    const seed = index * seedFields
    const variation = scene.particles[seed + 3] ?? 0
    // Each particle has its own orbit; half of them run in the opposite direction.
    const ring = scene.particles[seed + 1] ?? 0
    const radius = opened * (17 + restReach * ring)
    const speed = (variation < 0.5 ? 1 : -1) * (0.26 - 0.16 * ring)
    const baseAngle = 2 * Math.PI * (scene.particles[seed] ?? 0) + seconds * speed
    const at = index * particleFields
    particle[at + 2] = (0.55 + 1.1 * variation ** 3) * (1 - 0.25 * ring)
    particle[at + 3] = strength * (1 - ring) ** 0.8 * (0.35 + 0.6 * variation)
    particle[at + 4] = shadeOf(after)
    for (let point = 0; point <= trailPoints; point += 1) {
      const angle = baseAngle - Math.sign(speed) * 0.075 * point
      const target = point === 0 ? particle : trail
      const to = point === 0 ? at : (index * trailPoints + point - 1) * 2
      target[to] = Math.cos(angle) * radius
      target[to + 1] = centerY + Math.sin(angle) * radius
    }
  }
}

/** The distance from the innermost to the outermost orbit. */
const restReach = 42

/** A particle's strand: two in five right, two in five left, one in five on the spine. */
function sideOf(index: number): -1 | 0 | 1 {
  const slot = index % 5
  if (slot === 4) return 0
  return slot % 2 === 0 ? 1 : -1
}
