// How far a desk is, for its components.
import { nothingArrived, type Arrived } from './desk-sender.ts'
import type { DeviceFailure, DeviceKind, DeviceOption } from './devices.ts'
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

export interface DeskStore {
  get: () => DeskState
  set: (change: Partial<DeskState>) => void
  /** Sets it back to a desk without devices. */
  reset: () => void
  /** Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

export function createDeskStore(): DeskStore {
  let state = initialState
  const listeners = new Set<() => void>()
  const set = (change: Partial<DeskState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    set,
    reset: () => set(initialState),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
