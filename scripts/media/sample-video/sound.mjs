// Synthesises the sound of the sample meditation: a warm pad, a breath like small waves, and a bowl.
import { seededRandom } from '../random.mjs'
import { reverberate } from './reverb.mjs'
import {
  bowlStrikesS,
  breathAt,
  breathCount,
  ease,
  firstBreathS,
  inBreathS,
  lengthS,
  outBreathS,
} from './timeline.mjs'

export const sampleRate = 48000
const SAMPLES = lengthS * sampleRate
const TABLE = 4096
const TAU = Math.PI * 2

const CHORDS = [
  { fromS: 0, notes: [73.42, 110, 146.83, 185, 220, 329.63] },
  { fromS: 32, notes: [98, 146.83, 196, 246.94, 293.66, 369.99] },
  { fromS: 52, notes: [123.47, 146.83, 185, 220, 293.66, 329.63] },
  { fromS: 72, notes: [98, 146.83, 196, 220, 293.66, 493.88] },
  { fromS: 92, notes: [110, 164.81, 220, 246.94, 277.18, 329.63] },
  { fromS: 112, notes: [98, 146.83, 196, 246.94, 293.66, 440] },
  { fromS: 132, notes: [73.42, 110, 146.83, 220, 293.66, 369.99] },
]
const CHORD_ATTACK_S = 6
const CHORD_RELEASE_S = 8

/** One period of a soft tone: `count` harmonics that fall off by `fall`. */
function toneTable(count, fall) {
  return Float32Array.from({ length: TABLE + 1 }, (_, i) => {
    let sum = 0
    for (let n = 1; n <= count; n++) sum += Math.sin((TAU * n * i) / TABLE + n * n * 0.7) / n ** fall
    return sum
  })
}

/** Adds one held note, as three slightly detuned voices that open with the breath. */
function addNote(bus, note, random) {
  const [dark, warm] = note.tables
  const from = Math.max(0, Math.round(note.fromS * sampleRate))
  const to = Math.min(SAMPLES, Math.round((note.toS + CHORD_RELEASE_S) * sampleRate))
  const width = Math.min(1, Math.max(0, (note.hz - 100) / 160))
  const pan = 0.5 + (random() - 0.5) * 0.7 * width
  const voices = [-1, 0, 1].map((side) => ({
    phase: random() * TABLE,
    step: (note.hz * 2 ** ((side * (3.2 + random())) / 1200) * TABLE) / sampleRate,
    left: Math.cos(((pan + side * 0.18 * width) * Math.PI) / 2),
    right: Math.sin(((pan + side * 0.18 * width) * Math.PI) / 2),
  }))
  const [swayRate, swayPhase] = [0.05 + random() * 0.06, random() * TAU]
  for (let i = from; i < to; i++) {
    const timeS = i / sampleRate
    const rise =
      note.fromS <= 0 ? ease(0, 5, timeS) : ease(note.fromS - 1, note.fromS + CHORD_ATTACK_S, timeS)
    const hold = rise * (1 - ease(note.toS, note.toS + CHORD_RELEASE_S, timeS))
    const sway = 0.84 + 0.16 * Math.sin(TAU * swayRate * timeS + swayPhase)
    const open = 0.18 + 0.5 * note.breath[i >> 8]
    for (const voice of voices) {
      voice.phase = (voice.phase + voice.step) % TABLE
      const cell = voice.phase | 0
      const part = voice.phase - cell
      const soft = dark[cell] + (dark[cell + 1] - dark[cell]) * part
      const full = warm[cell] + (warm[cell + 1] - warm[cell]) * part
      const value = (soft + (full - soft) * open) * hold * sway * note.level
      bus.left[i] += value * voice.left
      bus.right[i] += value * voice.right
    }
  }
}

function addPad(bus) {
  const random = seededRandom(101)
  const tables = [toneTable(2, 2.6), toneTable(9, 1.75)]
  const breath = Float32Array.from({ length: (SAMPLES >> 8) + 1 }, (_, i) => breathAt((i * 256) / sampleRate))
  CHORDS.forEach(({ fromS, notes }, i) => {
    const toS = CHORDS[i + 1]?.fromS ?? lengthS
    notes.forEach((hz) => {
      const level = 0.05 * Math.min(1.15, (190 / hz) ** 0.55)
      addNote(bus, { hz, fromS, toS, level, tables, breath }, random)
    })
  })
}

/** Adds a struck bowl: tuned partials, each a slowly beating pair. */
function addBowl(bus, atS) {
  const partials = [
    { hz: 146.83, level: 0.3, decayS: 9, beatHz: 0.55 },
    { hz: 392.6, level: 0.2, decayS: 6.2, beatHz: 0.9 },
    { hz: 740.8, level: 0.085, decayS: 3.6, beatHz: 1.3 },
    { hz: 1176, level: 0.03, decayS: 1.9, beatHz: 1.9 },
    { hz: 1710, level: 0.012, decayS: 0.9, beatHz: 2.3 },
  ]
  const from = Math.round(atS * sampleRate)
  for (const { hz, level, decayS, beatHz } of partials) {
    for (let i = from; i < SAMPLES; i++) {
      const t = (i - from) / sampleRate
      const loud = level * (1 - Math.exp(-t / 0.018)) * Math.exp(-t / decayS)
      if (t > 1 && loud < 1e-5) break
      const [a, b] = [Math.sin(TAU * hz * t), Math.sin(TAU * (hz + beatHz) * t + 0.4)]
      bus.left[i] += loud * (0.62 * a + 0.38 * b)
      bus.right[i] += loud * (0.38 * a + 0.62 * b)
    }
  }
}

/** The strength and brightness (Hz) of the air noise at a moment of the breath. */
function airAt(timeS) {
  const since = timeS - firstBreathS
  if (since < 0 || since >= breathCount * (inBreathS + outBreathS)) return { flow: 0, hz: 500 }
  const phase = since % (inBreathS + outBreathS)
  if (phase < inBreathS) {
    const x = phase / inBreathS
    return { flow: 0.8 * Math.sin(Math.PI * x) ** 1.3, hz: 480 + 620 * x }
  }
  const x = (phase - inBreathS) / outBreathS
  return { flow: Math.sin(Math.PI * x ** 0.72) ** 1.2, hz: 900 - 560 * x }
}

/** Adds filtered noise that swells with the breath, and the faint lapping of water under everything. */
function addAir(bus, channel, seed) {
  const random = seededRandom(seed)
  let [low, band, slow, deep] = [0, 0, 0, 0]
  for (let i = 0; i < SAMPLES; i++) {
    const timeS = i / sampleRate
    const { flow, hz } = airAt(timeS)
    const noise = random() * 2 - 1
    slow += 0.18 * (noise - slow)
    const f = 2 * Math.sin((Math.PI * hz) / sampleRate)
    low += f * band
    band += f * (slow - low - 1.25 * band)
    deep += 0.016 * (noise - deep)
    const lap =
      0.55 + 0.3 * Math.sin(TAU * 0.083 * timeS + seed) + 0.15 * Math.sin(TAU * 0.191 * timeS + 2 * seed)
    bus[channel][i] += band * flow * 0.74 + deep * lap * 0.14
  }
}

const newBus = () => ({ left: new Float32Array(SAMPLES), right: new Float32Array(SAMPLES) })

/** The reverb of a bus without its bass, which would only boom. */
function hall(bus) {
  const [left, right] = [new Float32Array(SAMPLES), new Float32Array(SAMPLES)]
  const keep = Math.exp((-TAU * 330) / sampleRate)
  let [lowLeft, lowRight] = [0, 0]
  for (let i = 0; i < SAMPLES; i++) {
    lowLeft = bus.left[i] + (lowLeft - bus.left[i]) * keep
    lowRight = bus.right[i] + (lowRight - bus.right[i]) * keep
    left[i] = 0.6 * (bus.left[i] - lowLeft) + 0.4 * (bus.right[i] - lowRight)
    right[i] = 0.4 * (bus.left[i] - lowLeft) + 0.6 * (bus.right[i] - lowRight)
  }
  const [wetLeft, wetRight] = [reverberate(left, 0), reverberate(right, 23)]
  return {
    left: wetLeft.map((v, i) => 0.68 * v + 0.32 * wetRight[i]),
    right: wetRight.map((v, i) => 0.68 * v + 0.32 * wetLeft[i]),
  }
}

/** The whole sound as interleaved stereo floats at 48 kHz, faded in and out, before the loudness is set. */
export function makeSound() {
  const [music, air] = [newBus(), newBus()]
  addPad(music)
  for (const atS of bowlStrikesS) addBowl(music, atS)
  addAir(air, 'left', 7)
  addAir(air, 'right', 8)
  const room = hall(music)
  const airRoom = hall(air)
  const out = new Float32Array(SAMPLES * 2)
  for (let i = 0; i < SAMPLES; i++) {
    const timeS = i / sampleRate
    const fade = ease(0, 3, timeS) * (1 - ease(lengthS - 7, lengthS - 0.15, timeS))
    const [ownL, ownR] = [air.left[i] * 0.72 + air.right[i] * 0.28, air.right[i] * 0.72 + air.left[i] * 0.28]
    out[i * 2] = fade * (music.left[i] * 0.8 + room.left[i] + ownL + airRoom.left[i] * 0.25)
    out[i * 2 + 1] = fade * (music.right[i] * 0.8 + room.right[i] + ownR + airRoom.right[i] * 0.25)
  }
  return out
}
