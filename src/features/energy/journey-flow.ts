// The energy of a journey: how it moves along the braid from Before to After, and how it circles at rest.
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

/** Energy that rises or falls: a part swings along each strand of the braid, a part goes straight up the spine. */
export function updateFlow(frame: JourneyFrame, scene: JourneyScene, seconds: number): void {
  const { before, after, reveal } = frame
  const span = Math.abs(after - before)
  // It comes in a surge, then at an even pace of about four seconds from center to center.
  const shift = (seconds * 0.36) / (span + 1.4) + 0.35 * reveal
  const step = 0.055 / (span + 1.4)
  for (let index = 0; index < frame.particles; index += 1) {
    const seed = index * seedFields
    const own = scene.particles[seed + 3] ?? 0
    const way = fractionalPart((scene.particles[seed] ?? 0) + shift)
    const at = index * particleFields
    writeBraidPosition(frame.particle, at, frame, scene, index, way, seconds)
    const depth = Math.cos(Math.PI * (before + (after - before) * way)) * sideOf(index)
    frame.particle[at + 2] = (0.75 + 1.25 * own ** 3) * (1 + 0.22 * depth)
    frame.particle[at + 3] =
      Math.min(1, way * 14, (1 - way) * 14) * smoothstep(0, 0.05, reveal * 1.05 - way) * (0.62 + 0.38 * own)
    frame.particle[at + 4] = shadeOf(before + (after - before) * way)
    for (let point = 0; point < trailPoints; point += 1) {
      const behind = Math.max(0, way - step * (point + 1) * (0.6 + 0.8 * own))
      writeBraidPosition(frame.trail, (index * trailPoints + point) * 2, frame, scene, index, behind, seconds)
    }
  }
}

/** Writes x and y of a particle at a part of the way, 0 to 1. */
function writeBraidPosition(
  into: Float32Array,
  at: number,
  { before, after }: JourneyFrame,
  scene: JourneyScene,
  index: number,
  way: number,
  seconds: number,
): void {
  const seed = index * seedFields
  const level = before + (after - before) * way
  const swing = Math.sin(Math.PI * level)
  const stray = scene.particles[seed + 2] ?? 0
  const sway = 0.8 * Math.sin(seconds * 1.1 + 40 * (scene.particles[seed + 1] ?? 0))
  const side = sideOf(index)
  // At the centers everything comes together.
  const room = side === 0 ? 2 : 1 + 5 * swing * swing
  into[at] = side * swing * braidWidth(level) + stray * room + sway
  into[at + 1] = levelHeight(level)
}

/** The braid itself, as far as it is revealed: two strands that cross in every center, and threads around them. */
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

/** Energy at rest circles slowly around its center: close and bright, and fainter further out. */
export function updateOrbits(frame: JourneyFrame, scene: JourneyScene, seconds: number): void {
  const { after, reveal, particle, trail } = frame
  const centerY = levelHeight(after)
  const opened = 0.4 + 0.6 * reveal
  const strength = after === 0 ? 0.55 * reveal : reveal
  for (let index = 0; index < frame.particles; index += 1) {
    const seed = index * seedFields
    const own = scene.particles[seed + 3] ?? 0
    // Each has a ring of its own; half of them go round one way, half the other.
    const ring = scene.particles[seed + 1] ?? 0
    const reach = opened * (17 + restReach * ring)
    const pace = (own < 0.5 ? 1 : -1) * (0.26 - 0.16 * ring)
    const turn = 2 * Math.PI * (scene.particles[seed] ?? 0) + seconds * pace
    const at = index * particleFields
    particle[at + 2] = (0.55 + 1.1 * own ** 3) * (1 - 0.25 * ring)
    particle[at + 3] = strength * (1 - ring) ** 0.8 * (0.35 + 0.6 * own)
    particle[at + 4] = shadeOf(after)
    for (let point = 0; point <= trailPoints; point += 1) {
      const angle = turn - Math.sign(pace) * 0.075 * point
      const into = point === 0 ? particle : trail
      const to = point === 0 ? at : (index * trailPoints + point - 1) * 2
      into[to] = Math.cos(angle) * reach
      into[to + 1] = centerY + Math.sin(angle) * reach
    }
  }
}

/** How much further than the nearest ring the furthest one is. */
const restReach = 42

/** Which way a particle swings first: two in five each to the right and the left, the fifth stays on the spine. */
function sideOf(index: number): -1 | 0 | 1 {
  const place = index % 5
  if (place === 4) return 0
  return place % 2 === 0 ? 1 : -1
}
