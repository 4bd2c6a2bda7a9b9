// Synthesizes the three bells and encodes them with LAME: node assets/source/bells.mjs
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const rate = 44_100
const maxBytes = 60_000

/**
 * A struck body is a sum of inharmonic partials that die away at their own pace; two close frequencies beat.
 * `attack` and `decay` are in seconds, `beat` in hertz.
 * @typedef {{ ratio: number, level: number, decay: number, beat?: number }} Partial
 * @type {Record<string, { hz: number, seconds: number, attack: number, strike: number, partials: Partial[] }>}
 */
const bells = {
  bowl: {
    hz: 220,
    seconds: 8,
    attack: 0.012,
    strike: 0.05,
    partials: [
      { ratio: 1, level: 1, decay: 3.2, beat: 0.7 },
      { ratio: 2.71, level: 0.42, decay: 2.1, beat: 1.3 },
      { ratio: 5.15, level: 0.16, decay: 1.1, beat: 2.1 },
      { ratio: 8.43, level: 0.05, decay: 0.5 },
    ],
  },
  chime: {
    hz: 784,
    seconds: 6,
    attack: 0.003,
    strike: 0.08,
    partials: [
      { ratio: 1, level: 1, decay: 1.7, beat: 0.4 },
      { ratio: 2.756, level: 0.35, decay: 0.8 },
      { ratio: 5.404, level: 0.12, decay: 0.35 },
    ],
  },
  gong: {
    hz: 98,
    seconds: 8,
    attack: 0.045,
    strike: 0.03,
    partials: [
      { ratio: 1, level: 1, decay: 3.6, beat: 0.3 },
      { ratio: 1.483, level: 0.6, decay: 2.8, beat: 0.6 },
      { ratio: 2.02, level: 0.5, decay: 2.4, beat: 0.9 },
      { ratio: 2.41, level: 0.36, decay: 1.9, beat: 1.1 },
      { ratio: 3.13, level: 0.25, decay: 1.5, beat: 1.7 },
      { ratio: 4.2, level: 0.14, decay: 1 },
      // The speaker of a phone carries little below 400 Hz: there these three are the gong.
      { ratio: 4.63, level: 0.25, decay: 2, beat: 1.3 },
      { ratio: 5.32, level: 0.09, decay: 0.7 },
      { ratio: 7.48, level: 0.15, decay: 1.4, beat: 1.9 },
      { ratio: 11.9, level: 0.08, decay: 0.9 },
    ],
  },
}

/** A repeatable noise: the same file at every run. */
function createNoise() {
  let state = 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}

/** @param {typeof bells[string]} bell */
function synthesize({ hz, seconds, attack, strike, partials }) {
  const noise = createNoise()
  const samples = new Float64Array(seconds * rate)
  for (let index = 0; index < samples.length; index += 1) {
    const time = index / rate
    let sum = strike * noise() * Math.exp(-time / 0.012)
    for (const { ratio, level, decay, beat = 0 } of partials) {
      const phase = 2 * Math.PI * hz * ratio * time
      const swell = beat === 0 ? 1 : 0.75 + 0.25 * Math.cos(2 * Math.PI * beat * time)
      sum += level * swell * Math.sin(phase) * Math.exp(-time / decay)
    }
    const fadeOut = Math.min(1, (seconds - time) / 1.5)
    samples[index] = sum * (1 - Math.exp(-time / attack)) * fadeOut ** 2
  }
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  // 3 dB below full scale.
  return samples.map((sample) => (sample / peak) * 0.708)
}

/** @param {Float64Array} samples */
function toPcm(samples) {
  const pcm = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, index) => pcm.writeInt16LE(Math.round(sample * 32_767), index * 2))
  return pcm
}

for (const [name, bell] of Object.entries(bells)) {
  const file = join(import.meta.dirname, `../media/bells/${name}.mp3`)
  const options = ['--quiet', '-r', '-s', '44.1', '--bitwidth', '16', '-m', 'm', '-b', '56', '-', file]
  execFileSync('lame', options, { input: toPcm(synthesize(bell)) })
  const { size } = statSync(file)
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than ${maxBytes}.`)
}
