// The recording of a desk: its recorder, which loads when it is first needed, how loud it is, and whether it is silent.
import { secondMs } from '#shared/durations.ts'
import { logFailure } from '#web/log.ts'
import { ImportError, importPart, importWhenOnline } from '#web/use-lazy-import.ts'
import type { DeskDevices } from './desk-devices.ts'
import type { DeskSender } from './desk-sender.ts'
import type { DeskState, DeskStore } from './desk-state.ts'
import type { Recorded, Recorder } from './recorder.ts'

interface DeskRecordingDeps {
  store: DeskStore
  tracks: DeskDevices['tracks']
}

export interface DeskRecording {
  /** Returns the function that closes it. */
  open: () => () => void
  /** False if it can't; the state says why. */
  start: (recorded: Recorded, sender: DeskSender) => Promise<boolean>
  /** Ends the last segments. */
  stop: () => Promise<void>
  /** The loudest moment of the last tenth of a second, from 0 to 1. */
  level: () => number
}

/** Digital silence for so long is no teacher's pause. */
const silentAfterMs = 10 * secondMs
const silence = 0.000_1

const loadRecorder = () => importWhenOnline(() => import('./recorder.ts'))

export function createDeskRecording({ store, tracks }: DeskRecordingDeps): DeskRecording {
  let recorder: Recorder | null = null
  let level = { peak: 0, atMs: 0 }
  let soundAtMs = 0
  const onLevel = (peak: number) => {
    const nowMs = performance.now()
    level = nowMs - level.atMs > 100 || peak > level.peak ? { peak, atMs: nowMs } : level
    if (peak > silence) soundAtMs = nowMs
  }
  const stop = async () => {
    const stopping = recorder
    recorder = null
    await stopping?.stop().catch((error: unknown) => logFailure('The recorder did not stop.', error))
  }
  const onFailure = (error: unknown) => {
    if (recorder === null) return
    logFailure('The recorder has stopped.', error)
    void stop()
    store.set({ recorderFailure: 'stopped' })
  }
  const checkSilence = () => {
    const { isMicrophoneOn, isMicrophoneSilent: wasSilent } = store.get()
    if (!isMicrophoneOn) soundAtMs = performance.now()
    const isMuted = tracks()?.microphone.muted ?? false
    const isSilent = recorder !== null && (isMuted || performance.now() - soundAtMs > silentAfterMs)
    if (isSilent !== wasSilent) store.set({ isMicrophoneSilent: isSilent })
  }
  return {
    open: () => {
      const timer = setInterval(checkSilence, secondMs)
      return () => {
        clearInterval(timer)
        void stop()
      }
    },
    start: async (recorded, sender) => {
      const recordedTracks = tracks()
      if (recordedTracks === null) return false
      soundAtMs = performance.now()
      try {
        const { startRecorder } = await importPart(loadRecorder)
        recorder = await startRecorder({
          ...recordedTracks,
          recorded,
          onInit: sender.setInit,
          onSegment: sender.add,
          onLevel,
          onFailure,
        })
        store.set({ recorderFailure: null })
        return true
      } catch (error) {
        logFailure('The recorder did not start.', error)
        store.set({ recorderFailure: failureOf(error) })
        return false
      }
    },
    stop,
    level: () => (performance.now() - level.atMs > 300 || !store.get().isMicrophoneOn ? 0 : level.peak),
  }
}

function failureOf(error: unknown): DeskState['recorderFailure'] {
  if (error instanceof ImportError) return 'not-loaded'
  return error instanceof Error && error.name === 'NothingEncodedError' ? 'encodes-nothing' : 'stopped'
}
