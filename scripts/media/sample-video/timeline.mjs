// The timeline of the film: breaths, words, sounds and captions. All times in seconds.

export const widthPx = 1280
export const heightPx = 720
export const framesPerSecond = 24
export const lengthS = 168
export const frameCount = lengthS * framesPerSecond

export const inBreathS = 4
export const outBreathS = 6
export const firstBreathS = 22
export const breathCount = 12
const lastBreathEndS = firstBreathS + breathCount * (inBreathS + outBreathS)
export const bowlStrikesS = [2.5, lastBreathEndS + 3.5]

const PLAIN = ['Breathe in', 'Breathe out']
const BREATH_WORDS = [
  PLAIN,
  PLAIN,
  PLAIN,
  ['Breathe in', 'Let the shoulders soften'],
  PLAIN,
  ['Breathe in the light', 'Breathe out, and rest'],
  PLAIN,
  PLAIN,
  ['Nothing to reach', 'Nothing to hold'],
  PLAIN,
  PLAIN,
  ['One more breath in', 'And a long breath out'],
]

/** Hermite ease from 0 at `from` to 1 at `to`. */
export function ease(from, to, at) {
  const x = Math.min(1, Math.max(0, (at - from) / (to - from)))
  return x * x * (3 - 2 * x)
}

/** How full the breath is at a time: 0 empty, 1 full. */
export function breathAt(timeS) {
  if (timeS < firstBreathS || timeS >= lastBreathEndS) return 0
  const phase = (timeS - firstBreathS) % (inBreathS + outBreathS)
  const turn = phase < inBreathS ? phase / inBreathS : 1 - (phase - inBreathS) / outBreathS
  return 0.5 - 0.5 * Math.cos(Math.PI * turn)
}

/** Progress of the morning: 0 night, 1 full morning. */
export function dawnAt(timeS) {
  const x = Math.min(1, Math.max(0, (timeS - 2) / 142))
  return 0.35 * x + 0.65 * x * x * (3 - 2 * x)
}

/** Picture brightness: the fade from and to black. */
export function pictureFadeAt(timeS) {
  return ease(0, 3.5, timeS) * (1 - ease(lengthS - 4.5, lengthS - 0.3, timeS))
}

/** The opacity of the breathing ring. */
export function ringAt(timeS) {
  return ease(14, 19, timeS) * (1 - ease(lastBreathEndS - 0.5, lastBreathEndS + 4.5, timeS))
}

function breathLines() {
  return BREATH_WORDS.flatMap(([inWords, outWords], i) => {
    const startS = firstBreathS + i * (inBreathS + outBreathS)
    const turnS = startS + inBreathS
    return [
      { text: inWords, fromS: startS - 0.2, toS: turnS, kind: 'breath' },
      { text: outWords, fromS: turnS, toS: turnS + outBreathS - 0.5, kind: 'breath' },
    ]
  })
}

/** The words in the picture. */
export const wordLines = [
  { text: 'Still water', fromS: 3, toS: 9, kind: 'title' },
  { text: 'A short breathing guide', fromS: 4.2, toS: 9, kind: 'subtitle' },
  { text: 'Settle, and let the ground hold you', fromS: 10, toS: 15.4, kind: 'breath' },
  { text: 'Follow the ring of light', fromS: 16.2, toS: 21.2, kind: 'breath' },
  ...breathLines(),
  {
    text: 'Let the breath go its own way',
    fromS: lastBreathEndS + 1,
    toS: lastBreathEndS + 8,
    kind: 'breath',
  },
  {
    text: 'Carry this quiet with you',
    fromS: lastBreathEndS + 9.5,
    toS: lastBreathEndS + 19,
    kind: 'breath',
  },
]

/** The opacity of a line of words. */
export function wordsAt(line, timeS) {
  return ease(line.fromS, line.fromS + 0.9, timeS) * (1 - ease(line.toS - 0.9, line.toS, timeS))
}

function captionTexts() {
  const last = lastBreathEndS
  const breaths = breathLines().map((line, i) => {
    const tail = i % 2 === 0 ? ' …' : '.'
    return { fromS: Math.max(line.fromS, firstBreathS), toS: line.toS, text: line.text + tail }
  })
  return [
    { fromS: 0.4, toS: 2.4, text: '[Soft, warm music begins]' },
    { fromS: 2.5, toS: 5.5, text: '[A bowl rings]' },
    { fromS: 5.6, toS: 9.4, text: 'Still water. A short breathing guide.' },
    { fromS: 10, toS: 15.4, text: 'Settle, and let the ground hold you.' },
    { fromS: 16.2, toS: 21.4, text: 'Follow the ring of light.\n[Breath begins, like a small wave]' },
    ...breaths,
    { fromS: last + 0.6, toS: last + 3.4, text: 'Let the breath go its own way.' },
    { fromS: last + 3.5, toS: last + 8.6, text: '[A bowl rings]' },
    { fromS: last + 9.5, toS: last + 19, text: 'Carry this quiet with you.' },
    { fromS: last + 19.4, toS: lengthS - 0.4, text: '[The bowl and the music fade]' },
  ]
}

const clock = (timeS) => {
  const ms = Math.round(timeS * 1000)
  const two = (n) => String(Math.floor(n)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/** The captions as a WebVTT file. */
export function captionsFile() {
  const cues = captionTexts().map(
    (cue, i) => `${i + 1}\n${clock(cue.fromS)} --> ${clock(cue.toS)}\n${cue.text}\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}
