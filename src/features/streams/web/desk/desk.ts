// A teacher's desk on this page: devices, picture, recorder and sender, and how far it is (STREAM-27 to STREAM-30).
import { minuteMs, secondMs } from '#shared/durations.ts'
import type { Sky } from '#shared/scene/sky.ts'
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { mediaDevices } from '#web/secure-context.ts'
import { ImportError, importPart, importWhenOnline } from '#web/use-lazy-import.ts'
import { streamsCalls, type Rendition } from '../../contract.ts'
import { readDeskMemory, saveDeskMemory } from './desk-memory.ts'
import { createDeskPicture, type DeskPicture } from './desk-picture.ts'
import { createDeskSender, nothingArrived, type Arrived, type DeskSender } from './desk-sender.ts'
import {
  closeDevice,
  deviceFailureOf,
  listDevices,
  openCamera,
  openMicrophone,
  type DeviceFailure,
  type DeviceKind,
  type DeviceOption,
} from './devices.ts'
import { loadReceivedTest } from './received-test.ts'
import type { Recorded, Recorder } from './recorder.ts'
import type { StopReason } from './send-failure.ts'

export type DeskStep =
  /** No device is open. */
  | 'closed'
  /** The browser asks for the microphone. */
  | 'asking'
  /** The microphone is open; nothing is sent. */
  | 'ready'
  | 'testing'
  | 'speaking'
  /** The last words are on their way; then the stream ends. */
  | 'ending'

/** The test that a desk has made: its file, or that the server doesn't have it. */
export type DeskTest = { kind: 'loading' } | { kind: 'received'; url: string } | { kind: 'failed' }

export interface DeskState {
  step: DeskStep
  /** The picture that is sent; null while no device is open. */
  picture: HTMLCanvasElement | null
  camera: 'off' | 'asking' | 'on'
  /** Off by the teacher's press. */
  isMicrophoneOn: boolean
  /** The device gives nothing, or has given silence alone for a while. */
  isMicrophoneSilent: boolean
  deviceFailures: Readonly<Partial<Record<DeviceKind, DeviceFailure>>>
  /** The recorder didn't start, or stopped. */
  recorderFailure: 'encodes-nothing' | 'not-loaded' | 'stopped' | null
  stopReason: StopReason | null
  devices: Readonly<Record<DeviceKind, readonly DeviceOption[]>>
  chosen: Readonly<Record<DeviceKind, string | null>>
  test: DeskTest | null
  arrived: Arrived
}

const initialState: DeskState = {
  step: 'closed',
  picture: null,
  camera: 'off',
  isMicrophoneOn: true,
  isMicrophoneSilent: false,
  deviceFailures: {},
  recorderFailure: null,
  stopReason: null,
  devices: { microphone: [], camera: [] },
  chosen: { microphone: null, camera: null },
  test: null,
  arrived: nothingArrived,
}

export interface Desk {
  /** Returns the function that closes it: devices too, and nothing more is sent; the stream stays the desk's. */
  open: () => () => void
  get: () => DeskState
  /** Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** The loudest moment of the last tenth of a second, from 0 to 1. */
  level: () => number
  openMicrophone: () => Promise<void>
  choose: (kind: DeviceKind, id: string) => Promise<void>
  switchCamera: (isOn: boolean) => Promise<void>
  switchMicrophone: (isOn: boolean) => void
  test: () => Promise<void>
  speak: () => Promise<void>
  /** Ends the stream once the group has heard the last words; at once when it is already ending. */
  endPart: () => Promise<void>
  close: () => void
}

export const testMs = 10 * secondMs
/** Digital silence for so long is no teacher's pause. */
const silentAfterMs = 10 * secondMs
const silence = 0.000_1
const drainMaxMs = minuteMs / 4

const loadRecorder = () => importWhenOnline(() => import('./recorder.ts'))

export function createDesk({ sittingId, sky }: { sittingId: number; sky: Sky }): Desk {
  const { deskId } = readDeskMemory(sittingId)
  let state = initialState
  const listeners = new Set<() => void>()
  const set = (change: Partial<DeskState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  let microphone: MediaStream | null = null
  let camera: MediaStream | null = null
  let picture: DeskPicture | null = null
  let recorder: Recorder | null = null
  let sender: DeskSender | null = null
  let isClosed = true
  let level = { peak: 0, atMs: 0 }
  let soundAtMs = 0
  let endNow = () => {}

  const setFailure = (kind: DeviceKind, failure: DeviceFailure | null) => {
    const { [kind]: _, ...others } = state.deviceFailures
    set({ deviceFailures: failure === null ? others : { ...others, [kind]: failure } })
  }
  const listAll = async () => {
    const [microphones, cameras] = await Promise.all([listDevices('microphone'), listDevices('camera')])
    set({ devices: { microphone: microphones, camera: cameras } })
  }
  const onLevel = (peak: number) => {
    const nowMs = performance.now()
    level = nowMs - level.atMs > 100 || peak > level.peak ? { peak, atMs: nowMs } : level
    if (peak > silence) soundAtMs = nowMs
  }
  const checkSound = () => {
    const [track] = microphone?.getAudioTracks() ?? []
    const isQuiet = recorder !== null && performance.now() - soundAtMs > silentAfterMs
    const isMicrophoneSilent = state.isMicrophoneOn && track !== undefined && (track.muted || isQuiet)
    if (isMicrophoneSilent !== state.isMicrophoneSilent) set({ isMicrophoneSilent })
  }

  const openDevice = async (kind: DeviceKind): Promise<MediaStream | null> => {
    try {
      const stream = await (kind === 'microphone' ? openMicrophone : openCamera)(state.chosen[kind])
      if (isClosed) {
        closeDevice(stream)
        return null
      }
      const [track] = stream.getTracks()
      track?.addEventListener('ended', () => void onDeviceEnded(kind, stream))
      setFailure(kind, null)
      void listAll().catch(() => undefined)
      return stream
    } catch (error) {
      setFailure(kind, deviceFailureOf(error))
      return null
    }
  }
  const onDeviceEnded = async (kind: DeviceKind, stream: MediaStream) => {
    if (stream === camera) {
      camera = null
      picture?.showCamera(null)
      set({ camera: 'off' })
    } else if (stream === microphone) {
      microphone = null
      await stopRecorder()
    } else return
    setFailure(kind, 'unplugged')
  }
  const stopRecorder = async () => {
    const stopping = recorder
    recorder = null
    await stopping?.stop().catch((error: unknown) => logFailure('The recorder did not stop.', error))
  }
  const onRecorderFailure = (error: unknown) => {
    if (recorder === null) return
    logFailure('The recorder has stopped.', error)
    void stopRecorder()
    set({ recorderFailure: 'stopped' })
  }
  const startRecorder = async (recorded: Recorded): Promise<boolean> => {
    const [track] = microphone?.getAudioTracks() ?? []
    if (!track || !picture || !sender) return false
    track.enabled = state.isMicrophoneOn
    soundAtMs = performance.now()
    const sending = sender
    try {
      const recording = await importPart(loadRecorder)
      recorder = await recording.startRecorder({
        microphone: track,
        picture: picture.track,
        recorded,
        onInit: (rendition, bytes) => sending.setInit(rendition, bytes),
        onSegment: (rendition, segment) => sending.add(rendition, segment),
        onLevel,
        onFailure: onRecorderFailure,
      })
      set({ recorderFailure: null })
      return true
    } catch (error) {
      logFailure('The recorder did not start.', error)
      const encodesNothing = error instanceof Error && error.name === 'NothingEncodedError'
      const isMissing = error instanceof ImportError
      set({ recorderFailure: encodesNothing ? 'encodes-nothing' : isMissing ? 'not-loaded' : 'stopped' })
      return false
    }
  }
  const openSender = (renditions: readonly Rendition[], onArrived: (arrived: Arrived) => void) => {
    sender?.close()
    sender = createDeskSender({
      sittingId,
      deskId,
      renditions,
      onArrived: (arrived) => {
        set({ arrived })
        onArrived(arrived)
      },
      onStop: (stopReason) => {
        void stopRecorder()
        set({ step: 'ready', stopReason })
      },
    })
    set({ arrived: nothingArrived, stopReason: null })
  }
  const forgetTest = () => {
    if (state.test?.kind === 'received') URL.revokeObjectURL(state.test.url)
    set({ test: null })
  }
  const remember = (spokeAtMs: number | null) => saveDeskMemory(sittingId, { deskId, spokeAtMs })
  const changeMicrophone = async () => {
    const isSpeaking = state.step === 'speaking'
    await stopRecorder()
    closeDevice(microphone)
    microphone = await openDevice('microphone')
    if (isSpeaking && microphone) await startRecorder('stream')
  }
  // A microphone that is connected again goes on.
  const onDeviceChange = () => {
    void listAll().catch(() => undefined)
    if (state.deviceFailures.microphone === 'unplugged') void changeMicrophone()
  }
  const switchCamera = async (isOn: boolean) => {
    closeDevice(camera)
    camera = null
    picture?.showCamera(null)
    setFailure('camera', null)
    set({ camera: isOn ? 'asking' : 'off' })
    if (!isOn) return
    camera = await openDevice('camera')
    picture?.showCamera(camera)
    set({ camera: camera ? 'on' : 'off' })
  }
  let stopWatching = () => {}
  const close = () => {
    isClosed = true
    stopWatching()
    void stopRecorder()
    sender?.close()
    forgetTest()
    closeDevice(microphone)
    closeDevice(camera)
    picture?.stop()
    ;[microphone, camera, picture] = [null, null, null]
    set(initialState)
  }
  return {
    open: () => {
      isClosed = false
      const timer = setInterval(checkSound, secondMs)
      mediaDevices()?.addEventListener('devicechange', onDeviceChange)
      stopWatching = () => {
        clearInterval(timer)
        mediaDevices()?.removeEventListener('devicechange', onDeviceChange)
      }
      return close
    },
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    level: () => (performance.now() - level.atMs > 300 || !state.isMicrophoneOn ? 0 : level.peak),
    openMicrophone: async () => {
      set({ step: 'asking' })
      microphone = await openDevice('microphone')
      if (isClosed) return
      if (microphone) picture ??= createDeskPicture(sky)
      set({ step: microphone ? 'ready' : 'closed', picture: picture?.canvas ?? null })
    },
    choose: async (kind, id) => {
      set({ chosen: { ...state.chosen, [kind]: id } })
      await (kind === 'microphone' ? changeMicrophone() : switchCamera(true))
    },
    switchCamera,
    switchMicrophone: (isOn) => {
      const [track] = microphone?.getAudioTracks() ?? []
      if (track) track.enabled = isOn
      soundAtMs = performance.now()
      set({ isMicrophoneOn: isOn, isMicrophoneSilent: false })
    },
    test: async () => {
      forgetTest()
      set({ step: 'testing' })
      openSender(['test'], () => {})
      if (await startRecorder('test')) {
        await new Promise((resolve) => setTimeout(resolve, testMs))
        await stopRecorder()
        set({ test: { kind: 'loading' } })
        await Promise.race([sender?.whenEmpty(), timeout(drainMaxMs)])
        const test = await loadReceivedTest(sittingId, state.arrived.segments).then(
          (file): DeskTest => ({ kind: 'received', url: URL.createObjectURL(file) }),
          (): DeskTest => ({ kind: 'failed' }),
        )
        set({ test })
      }
      sender?.close()
      if (!isClosed) set({ step: 'ready' })
    },
    speak: async () => {
      forgetTest()
      openSender(['picture', 'sound'], ({ storedAtMs }) => {
        if (storedAtMs !== null && state.step === 'speaking') remember(Date.now())
      })
      set({ step: 'speaking' })
      if (!(await startRecorder('stream'))) {
        sender?.close()
        set({ step: 'ready' })
      }
    },
    endPart: async () => {
      if (state.step === 'ending') return endNow()
      set({ step: 'ending' })
      await stopRecorder()
      const isHeard = (async () => {
        await Promise.race([sender?.whenEmpty(), timeout(drainMaxMs)])
        await timeout(state.arrived.leadMs ?? 0)
      })()
      await Promise.race([
        isHeard,
        new Promise<void>((resolve) => {
          endNow = resolve
        }),
      ])
      sender?.close()
      remember(null)
      try {
        await call(streamsCalls.endStream, { params: { id: String(sittingId) } })
      } catch (error) {
        // Without segments the stream is off by itself.
        logFailure('The stream was not ended.', error)
      }
      if (!isClosed) set({ step: 'ready' })
    },
    close,
  }
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
