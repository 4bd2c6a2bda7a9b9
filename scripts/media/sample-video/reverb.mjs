// The reverb of a quiet hall: damped comb filters, then all-pass filters (Schroeder–Moorer).

const COMB_SAMPLES = [1693, 1831, 1949, 2087, 2213, 2341, 2477, 2609]
const ALLPASS_SAMPLES = [607, 479, 367, 241]
const FEEDBACK = 0.86
const DAMPING = 0.42

function addComb(input, output, delay) {
  const line = new Float32Array(delay)
  let [at, kept] = [0, 0]
  for (let i = 0; i < input.length; i++) {
    const late = line[at]
    kept = late * (1 - DAMPING) + kept * DAMPING
    line[at] = input[i] + kept * FEEDBACK
    output[i] += late
    at = at + 1 === delay ? 0 : at + 1
  }
}

function allpass(signal, delay) {
  const line = new Float32Array(delay)
  let at = 0
  for (let i = 0; i < signal.length; i++) {
    const late = line[at]
    const fresh = signal[i] + late * 0.5
    line[at] = fresh
    signal[i] = late - fresh * 0.5
    at = at + 1 === delay ? 0 : at + 1
  }
}

/** The reverberation of a signal; `spread` (samples) makes left and right differ. */
export function reverberate(input, spread) {
  const output = new Float32Array(input.length)
  for (const delay of COMB_SAMPLES) addComb(input, output, delay + spread)
  for (const delay of ALLPASS_SAMPLES) allpass(output, delay + spread)
  for (let i = 0; i < output.length; i++) output[i] *= 0.16
  return output
}
