// Journey scene update: motes, lit centers and flowing energy at a moment.
import { breathAt, breathMs, revealAt } from './journey-clock.ts'
import { shadeOf } from './journey-colors.ts'
import { levelAtHeight, levelHeight } from './journey-figure.ts'
import { updateOrbits, updateFlow, updateStrands } from './journey-flow.ts'
import {
  type JourneyFrame,
  type JourneyMoment,
  type JourneyScene,
  moteCount,
  moteFields,
  particleCount,
  rippleCount,
  seedFields,
  waveCount,
} from './journey-frame.ts'
import { fractionalPart, smoothstep } from './journey-math.ts'
import type { JourneyQuality } from './journey-quality.ts'

/** Updates a frame to a moment. It is deterministic per scene and moment, and allocates nothing. */
export function updateFrame(
  frame: JourneyFrame,
  scene: JourneyScene,
  moment: JourneyMoment,
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
