// The sound of the bell: the page's audio, and a bell that is checked against the room clock until it sounds (PHASE-10).
import { logFailure } from '#web/log.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { grantMaxMs, settledWithin } from '#web/settled-within.ts'
import { ringStep, type ScheduledRing } from '../../ring-step.ts'

export const bells = ['bowl', 'chime', 'gong'] as const
export type Bell = (typeof bells)[number]

export function bellAddress(bell: Bell): string {
  return `/media/bells/${bell}.mp3`
}

let audio: AudioContext | null = null
const sounds = new Map<Bell, Promise<AudioBuffer>>()

function loadSound(context: AudioContext, bell: Bell): Promise<AudioBuffer> {
  const sound =
    sounds.get(bell) ??
    fetch(bellAddress(bell))
      .then((response) => response.arrayBuffer())
      .then((bytes) => context.decodeAudioData(bytes))
  sounds.set(bell, sound)
  // A failed load is tried again next time.
  sound.catch(() => sounds.delete(bell))
  return sound
}

function logLoadFailure(error: unknown): void {
  logFailure('The bell could not be loaded.', error)
}

/**
 * The page's audio. On an iPhone it obeys the ring switch and stops with the screen, unless the page asks for playback.
 * Sources: w3c.github.io/audio-session (Safari 16.4), and bugs.webkit.org 261554 for the screen.
 */
function openAudio(): AudioContext {
  const { audioSession } = navigator as { audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'playback'
  return (audio ??= new AudioContext())
}

/** Call it in a press: lets the page play sound, and loads the bell. Throws in a browser without sound. */
export function prepareBell(bell: Bell | null): void {
  const context = openAudio()
  // Also in the press: later, only a context that was started in one may resume.
  context.resume().catch(() => undefined)
  if (bell !== null) loadSound(context, bell).catch(logLoadFailure)
}

/** Plays a bell now; call it in a press. */
export async function playBell(bell: Bell): Promise<void> {
  const context = openAudio()
  await context.resume()
  startSound(context, await loadSound(context, bell), context.currentTime)
}

function startSound(context: AudioContext, sound: AudioBuffer, at: number): AudioBufferSourceNode {
  const source = context.createBufferSource()
  source.buffer = sound
  source.connect(context.destination)
  source.start(at)
  return source
}

/**
 * Resumes the sound when the page is shown, and when the system has interrupted it (a call, a locked screen). Reports
 * whether the page is audible, at first and after each change, until the returned function is called.
 */
export function resumeAudio(onResult: (isAudible: boolean) => void): () => void {
  const context = audio
  if (!context) {
    onResult(false)
    return () => {}
  }
  let isStopped = false
  const resume = () => {
    if (document.visibilityState !== 'visible') return
    const isRunning = context.resume().then(() => context.state === 'running')
    settledWithin(isRunning, grantMaxMs, (isAudible) => {
      if (!isStopped) onResult(isAudible)
    })
  }
  const onStateChange = () => {
    if (context.state === 'running') onResult(true)
    else resume()
  }
  resume()
  document.addEventListener('visibilitychange', resume)
  context.addEventListener('statechange', onStateChange)
  return () => {
    isStopped = true
    document.removeEventListener('visibilitychange', resume)
    context.removeEventListener('statechange', onStateChange)
  }
}

/** Browsers run the timers of a hidden page once a minute, so the sound is scheduled this early. */
const scheduleAheadMs = 70_000
const checkEveryMs = 2_000
/** Longer than any bell. */
const checkUntilMs = 20_000

/** A bell is certain to ring this long before its moment. */
const certainBeforeMs = 1_000

interface RingOptions {
  /** Calls back when the choice may have changed; returns the function that stops it. */
  onChange: (listener: () => void) => () => void
  /** The bell sounds, or will within a second. */
  onCertain: () => void
}

/**
 * Rings at a moment of the room clock; returns the function that cancels it. The audio clock stops while the device
 * sleeps or the sound is interrupted, so the schedule is checked until the bell has sounded. `bell` returns the current
 * choice; null for none.
 */
export function ringAt(atMs: number, bell: () => Bell | null, options?: RingOptions): () => void {
  let context: AudioContext | null = null
  let ring: { bell: Bell; source: AudioBufferSourceNode; at: number } | null = null
  let attempt = 0

  const drop = () => {
    attempt += 1
    ring?.source.stop()
    ring = null
  }
  const schedule = async (chosen: Bell, audible: AudioContext) => {
    const started = (attempt += 1)
    const sound = await loadSound(audible, chosen)
    const delayMs = atMs - serverNow() - outputLatencyMs(audible)
    if (started !== attempt || ringStep(atMs, serverNow(), null) !== 'schedule') return
    const at = audible.currentTime + Math.max(0, delayMs) / 1_000
    ring = { bell: chosen, source: startSound(audible, sound, at), at }
    checkCertain(audible)
  }
  const checkCertain = ({ state }: AudioContext) => {
    if (state === 'running' && atMs - serverNow() <= certainBeforeMs) options?.onCertain()
  }
  const check = () => {
    if (!context && audio) {
      context = audio
      context.addEventListener('statechange', check)
    }
    const chosen = bell()
    if (chosen === null || (ring && ring.bell !== chosen)) drop()
    if (!context || chosen === null) return
    // Also in a hidden page: its member may be listening with the screen off (SYNC-20).
    if (context.state !== 'running') context.resume().catch(() => undefined)
    const step = ringStep(atMs, serverNow(), ring && scheduledRing(context, ring.at))
    if (step === 'keep') return checkCertain(context)
    drop()
    if (step === 'schedule') schedule(chosen, context).catch(logLoadFailure)
  }
  const stopChecks = runOnTime(() => {
    const leftMs = atMs - serverNow()
    if (leftMs > scheduleAheadMs) return leftMs - scheduleAheadMs
    check()
    const untilCertainMs = leftMs - certainBeforeMs
    if (untilCertainMs > 0) return Math.min(checkEveryMs, untilCertainMs)
    return leftMs > -checkUntilMs ? checkEveryMs : null
  })
  const stopListening = options?.onChange(() => {
    if (Math.abs(atMs - serverNow()) <= scheduleAheadMs) check()
  })
  return () => {
    stopChecks()
    stopListening?.()
    context?.removeEventListener('statechange', check)
    drop()
  }
}

function scheduledRing(context: AudioContext, at: number): ScheduledRing {
  const leftMs = (at - context.currentTime) * 1_000
  return { startsAtMs: serverNow() + leftMs + outputLatencyMs(context), isSounding: leftMs <= 0 }
}

/** From the page to the ear: over Bluetooth usually above 150 ms. Safari doesn't know it. */
function outputLatencyMs(context: { outputLatency?: number }): number {
  return (context.outputLatency ?? 0) * 1_000
}
