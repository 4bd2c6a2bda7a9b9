// The devices of a desk: its microphone, its camera, and the picture that is made of it.
import type { Sky } from '#shared/scene/sky.ts'
import { mediaDevices } from '#web/secure-context.ts'
import { createDeskPicture, type DeskPicture } from './desk-picture.ts'
import type { DeskStore } from './desk-state.ts'
import {
  stopTracks,
  deviceFailureOf,
  listDevices,
  openCamera,
  openMicrophone,
  type DeviceFailure,
  type DeviceKind,
} from './devices.ts'

interface DeskDevicesDeps {
  store: DeskStore
  sky: Sky
  /** The microphone is gone (false), or another one or the same again. */
  onMicrophoneChanged: (isThere: boolean) => void
}

export interface DeskDevices {
  /** Returns the function that closes them. */
  open: () => () => void
  openMicrophone: () => Promise<void>
  choose: (kind: DeviceKind, id: string) => Promise<void>
  switchCamera: (isOn: boolean) => Promise<void>
  switchMicrophone: (isOn: boolean) => void
  /** What is recorded; null without a microphone. */
  tracks: () => { microphone: MediaStreamTrack; picture: MediaStreamTrack } | null
}

export function createDeskDevices({ store, sky, onMicrophoneChanged }: DeskDevicesDeps): DeskDevices {
  let picture: DeskPicture | null = null
  const streams = createDeviceStreams(store, (kind) => {
    if (kind === 'camera') showCamera()
    else onMicrophoneChanged(false)
  })
  const showCamera = () => {
    const camera = streams.get('camera')
    picture?.showCamera(camera)
    store.set({ camera: camera ? 'on' : 'off' })
  }
  const changeMicrophone = async () => {
    if (await streams.replace('microphone')) onMicrophoneChanged(true)
  }
  const changeCamera = async () => {
    store.set({ camera: 'asking' })
    await streams.replace('camera')
    showCamera()
  }
  const onDeviceChange = () => {
    listInto(store)
    // One that is connected again goes on by itself.
    if (store.get().deviceFailures.microphone === 'unplugged') void changeMicrophone()
  }
  const close = () => {
    mediaDevices()?.removeEventListener('devicechange', onDeviceChange)
    streams.closeAll()
    picture?.stop()
    picture = null
  }
  return {
    open: () => {
      streams.allow()
      mediaDevices()?.addEventListener('devicechange', onDeviceChange)
      return close
    },
    openMicrophone: async () => {
      if (store.get().step !== 'closed') return changeMicrophone()
      store.set({ step: 'asking' })
      const isThere = await streams.replace('microphone')
      // The desk may have been closed meanwhile.
      if (store.get().step !== 'asking') return
      if (isThere) picture ??= createDeskPicture(sky)
      store.set({ step: isThere ? 'ready' : 'closed', picture: picture?.canvas ?? null })
    },
    choose: async (kind, id) => {
      store.set({ chosen: { ...store.get().chosen, [kind]: id } })
      await (kind === 'microphone' ? changeMicrophone() : changeCamera())
    },
    switchCamera: async (isOn) => {
      setFailure(store, 'camera', null)
      if (isOn) return changeCamera()
      streams.close('camera')
      showCamera()
    },
    switchMicrophone: (isOn) => {
      for (const track of streams.get('microphone')?.getAudioTracks() ?? []) track.enabled = isOn
      store.set({ isMicrophoneOn: isOn, isMicrophoneSilent: false })
    },
    tracks: () => {
      const [microphone] = streams.get('microphone')?.getAudioTracks() ?? []
      if (!microphone || !picture) return null
      microphone.enabled = store.get().isMicrophoneOn
      return { microphone, picture: picture.track }
    },
  }
}

/** The streams of the devices that are open; `onEnded` hears of one that is gone. */
function createDeviceStreams(store: DeskStore, onEnded: (kind: DeviceKind) => void) {
  const streams: Record<DeviceKind, MediaStream | null> = { microphone: null, camera: null }
  let isClosed = true
  const close = (kind: DeviceKind) => {
    stopTracks(streams[kind])
    streams[kind] = null
  }
  const end = (kind: DeviceKind, stream: MediaStream) => {
    if (streams[kind] !== stream) return
    streams[kind] = null
    setFailure(store, kind, 'unplugged')
    onEnded(kind)
  }
  return {
    get: (kind: DeviceKind) => streams[kind],
    /** Opens the chosen one in place of another; false leaves that as it is. */
    replace: async (kind: DeviceKind): Promise<boolean> => {
      try {
        const stream = await (kind === 'microphone' ? openMicrophone : openCamera)(store.get().chosen[kind])
        if (isClosed) {
          stopTracks(stream)
          return false
        }
        for (const track of stream.getTracks()) track.addEventListener('ended', () => end(kind, stream))
        close(kind)
        streams[kind] = stream
        setFailure(store, kind, null)
        listInto(store)
        return true
      } catch (error) {
        setFailure(store, kind, deviceFailureOf(error))
        return false
      }
    },
    close,
    allow: () => {
      isClosed = false
    },
    closeAll: () => {
      isClosed = true
      close('microphone')
      close('camera')
    },
  }
}

function setFailure(store: DeskStore, kind: DeviceKind, failure: DeviceFailure | null): void {
  const { [kind]: _, ...others } = store.get().deviceFailures
  store.set({ deviceFailures: failure === null ? others : { ...others, [kind]: failure } })
}

/** Without a list there is no choice, and the usual devices are used. */
function listInto(store: DeskStore): void {
  void Promise.all([listDevices('microphone'), listDevices('camera')]).then(
    ([microphone, camera]) => store.set({ devices: { microphone, camera } }),
    () => undefined,
  )
}
