// Makes the sound of a silence on the device: one FLAC file with the bell's strokes, played without any request (SEQ-05).
import { blocksPerSecond, flacParts, sampleRate, type FlacContent } from '#web/player/flac.ts'
import { ringingsOf, secondsBetweenStrokes, soundSecondsOf, type SilenceSpan } from '../../strokes.ts'
import { bellAddress, type Bell } from './bell-sound.ts'

/**
 * -66 dB of a constant level. Chromium takes digital silence for no sound, and then pauses the timers of a hidden page
 * for half a minute.
 */
const restLevel = 16
const fullScale = 32_767

/**
 * Without a bell it has no strokes. Rejects if the bell doesn't load, or `signal` is aborted. It is made between the
 * page's other tasks.
 */
export async function makeSilenceFile(
  span: SilenceSpan,
  bell: Bell | null,
  signal: AbortSignal,
): Promise<Blob> {
  const content = silenceContent(span, bell === null ? null : await loadSamples(bell, signal))
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const part of flacParts(content)) {
    parts.push(part)
    await nextTask()
    signal.throwIfAborted()
  }
  return new Blob(parts, { type: 'audio/flac' })
}

/** The strokes of a bell in the silence's file. */
export function silenceContent(span: SilenceSpan, bell: Int16Array | null): FlacContent {
  const ringings = ringingsOf(span)
  const soundOf = (strokes: 1 | 2, samples: Int16Array) => ({
    samples,
    atBlocks: ringings
      .filter((ringing) => ringing.strokes === strokes)
      .map(({ at }) => (span.leadSeconds + at) * blocksPerSecond),
  })
  return {
    blocks: soundSecondsOf(span) * blocksPerSecond,
    rest: restLevel,
    sounds: bell === null ? [] : [soundOf(1, withRest(bell)), soundOf(2, withRest(twice(bell)))],
  }
}

/** The second stroke sounds into the first one. */
function twice(bell: Int16Array): Int16Array {
  const later = secondsBetweenStrokes * sampleRate
  return Int16Array.from({ length: later + bell.length }, (_, index) =>
    clamped((bell[index] ?? 0) + (bell[index - later] ?? 0)),
  )
}

/** On the level of the silence, so that it neither begins nor ends with a click. */
function withRest(bell: Int16Array): Int16Array {
  return bell.map((sample) => clamped(sample + restLevel))
}

function clamped(sample: number): number {
  return Math.max(-fullScale, Math.min(fullScale, sample))
}

const samplesOfBells = new Map<Bell, Int16Array>()

async function loadSamples(bell: Bell, signal: AbortSignal): Promise<Int16Array> {
  const known = samplesOfBells.get(bell)
  if (known) return known
  const response = await fetch(bellAddress(bell), { signal })
  const bytes = await response.arrayBuffer()
  // Unlike the page's audio, this context needs no press.
  const sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes)
  const samples = Int16Array.from(sound.getChannelData(0), (value) => clamped(Math.round(value * fullScale)))
  samplesOfBells.set(bell, samples)
  return samples
}

/** Not a timer: browsers run those of a hidden page rarely. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
