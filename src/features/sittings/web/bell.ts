// The bell: rings at the beginning and at the end of a sitting, at the same moment on every page (PHASE-10).
import { useEffect, useState, useSyncExternalStore } from 'react'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import type { Sitting } from '../sitting.ts'

export const bells = ['bowl', 'chime', 'gong'] as const
export type Bell = (typeof bells)[number]
/** A bell, or none. */
export type BellChoice = Bell | 'off'

const storageKey = 'bell'
const listeners = new Set<() => void>()

/** The choice of this browser; the bowl until another one is made. */
function bellChoice(): BellChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return [...bells, 'off' as const].find((choice) => choice === stored) ?? 'bowl'
  } catch {
    return 'bowl'
  }
}

/** Saves the choice on this device. */
export function setBellChoice(choice: BellChoice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is denied: the bowl stays.
  }
  for (const listener of listeners) listener()
}

export function useBellChoice(): BellChoice {
  return useSyncExternalStore(subscribe, bellChoice)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let audio: AudioContext | null = null
const sounds = new Map<Bell, Promise<AudioBuffer>>()

function loadSound(context: AudioContext, bell: Bell): Promise<AudioBuffer> {
  const sound =
    sounds.get(bell) ??
    fetch(`/media/bells/${bell}.mp3`)
      .then((response) => response.arrayBuffer())
      .then((bytes) => context.decodeAudioData(bytes))
  sounds.set(bell, sound)
  // A failed load is tried again next time.
  sound.catch(() => sounds.delete(bell))
  return sound
}

/** Call it in a press: lets the page play sound, and loads the bell. Resolves with whether the browser lets it. */
export async function prepareBell(): Promise<boolean> {
  audio ??= new AudioContext()
  const choice = bellChoice()
  const [, isRunning] = await Promise.all([
    choice === 'off' ? null : loadSound(audio, choice),
    audio.resume().then(() => audio?.state === 'running'),
  ])
  return isRunning
}

/** Plays a bell now; call it in a press. */
export async function playBell(bell: Bell): Promise<void> {
  audio ??= new AudioContext()
  await audio.resume()
  startSound(audio, await loadSound(audio, bell), 0)
}

function startSound(context: AudioContext, sound: AudioBuffer, delayMs: number): AudioBufferSourceNode {
  const source = context.createBufferSource()
  source.buffer = sound
  source.connect(context.destination)
  source.start(context.currentTime + Math.max(0, delayMs) / 1_000)
  return source
}

/** Browsers run the timers of a hidden page once a minute, so the sound is scheduled this early. */
const scheduleAheadMs = 70_000
/** A bell that is later than this would only confuse. */
const lateMaxMs = 2_000

/** Rings at a moment of the room clock, by the audio clock; returns the function that cancels it. */
function ringAt(atMs: number): () => void {
  let source: AudioBufferSourceNode | null = null
  let isCancelled = false
  const schedule = async () => {
    const choice = bellChoice()
    if (!audio || choice === 'off') return
    const sound = await loadSound(audio, choice)
    const delayMs = atMs - serverNow()
    if (!isCancelled && delayMs > -lateMaxMs) source = startSound(audio, sound, delayMs)
  }
  const timer = setTimeout(
    () => {
      schedule().catch((error: unknown) => logFailure('The bell could not be loaded.', error))
    },
    Math.max(0, atMs - scheduleAheadMs - serverNow()),
  )
  return () => {
    isCancelled = true
    clearTimeout(timer)
    source?.stop()
  }
}

/** Rings for a seated member at the start and the end; of several tabs of a browser, one rings. */
export function useBell(sitting: Sitting | null, isSeated: boolean): void {
  const isRinger = useRingerLock(isSeated && sitting !== null && !sitting.cancelled)
  // Each moment has its own effect: an end that a host moves doesn't ring or cut off the first bell.
  useRing(isRinger, sitting?.startsAt ?? 0)
  useRing(isRinger, sitting?.sharingAt ?? 0)
}

function useRing(isRinger: boolean, atMs: number): void {
  useEffect(() => (isRinger ? ringAt(atMs) : undefined), [isRinger, atMs])
}

/** Whether this is the tab that rings. */
function useRingerLock(isWanted: boolean): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    const released = new Promise<void>((resolve) => {
      controller.signal.addEventListener('abort', () => {
        setHeld(false)
        resolve()
      })
    })
    navigator.locks
      .request('sitting-bell', { signal: controller.signal }, () => {
        setHeld(true)
        return released
      })
      // Another tab rings, and this one no longer waits for its turn.
      .catch(() => undefined)
    return () => controller.abort()
  }, [isWanted])
  return isHeld
}
