// Journey particle flow: along the braid from Before to After, or in orbits for a day at rest.
import { shadeOf } from './journey-colors.ts'
import { braidWidth, levelHeight } from './journey-figure.ts'
import {
  type JourneyFrame,
  type JourneyScene,
  particleFields,
  seedFields,
  strandCount,
  strandPoints,
  trailPoints,
} from './journey-frame.ts'
import { fractionalPart, smoothstep } from './journey-math.ts'

/** Updates rising or falling particles: some swing along a strand of the braid, some go straight up the spine. */
export function updateFlow(frame: JourneyFrame, scene: JourneyScene, seconds: number): void {
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
export function updateStrands(frame: JourneyFrame, seconds: number): void {
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
export function updateOrbits(frame: JourneyFrame, scene: JourneyScene, seconds: number): void {
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
