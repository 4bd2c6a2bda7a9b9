// A teacher's desk on this page: a test, speaking, and the end of the teacher's part (STREAM-27 to STREAM-30).
import { secondMs } from '#shared/durations.ts'
import type { Sky } from '#shared/scene/sky.ts'
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { streamsCalls, type Rendition } from '../../contract.ts'
import { createDeskDevices, type DeskDevices } from './desk-devices.ts'
import { readDeskMemory, saveDeskMemory } from './desk-memory.ts'
import { createDeskRecording, type DeskRecording } from './desk-recording.ts'
import { createDeskSender, nothingArrived, type DeskSender } from './desk-sender.ts'
import { createDeskStore, type DeskStore, type DeskTest } from './desk-state.ts'
import { loadReceivedTest } from './received-test.ts'

export interface Desk
  extends
    Pick<DeskStore, 'get' | 'subscribe'>,
    Pick<DeskDevices, 'openMicrophone' | 'choose' | 'switchCamera' | 'switchMicrophone'>,
    Pick<DeskRecording, 'level'> {
  /** Returns `close`. */
  open: () => () => void
  /** Sends a test, and loads what the server received. */
  test: () => Promise<void>
  speak: () => Promise<void>
  /** Ends the stream once the group has heard the last words; at once when it is already ending. */
  endPart: () => Promise<void>
  /** Closes the devices, and sends nothing more; the stream stays the desk's. */
  close: () => void
}

export const testMs = 10 * secondMs
/** How long the last segments may take. */
const drainMaxMs = 15 * secondMs

export function createDesk({ sittingId, sky }: { sittingId: number; sky: Sky }): Desk {
  const store = createDeskStore()
  const devices = createDeskDevices({
    store,
    sky,
    onMicrophoneChanged: (isThere) => void onMicrophoneChanged(isThere),
  })
  const recording = createDeskRecording({ store, tracks: devices.tracks })
  const line = createDeskLine(sittingId, store, () => void recording.stop())
  let endNow = () => {}
  let closeParts = () => {}

  const onMicrophoneChanged = async (isThere: boolean) => {
    await recording.stop()
    const sender = line.sender()
    if (isThere && sender && store.get().step === 'speaking') await recording.start('stream', sender)
  }
  const forgetTest = () => {
    const { test } = store.get()
    if (test?.kind === 'received') URL.revokeObjectURL(test.url)
    store.set({ test: null })
  }
  const setReady = () => {
    line.close()
    if (store.get().step !== 'closed') store.set({ step: 'ready' })
  }
  const close = () => {
    closeParts()
    line.close()
    forgetTest()
    store.reset()
  }
  return {
    ...store,
    ...devices,
    level: recording.level,
    open: () => {
      const parts = [devices.open(), recording.open()]
      closeParts = () => parts.forEach((closePart) => closePart())
      return close
    },
    test: async () => {
      forgetTest()
      store.set({ step: 'testing' })
      if (await recording.start('test', line.open(['test']))) {
        await timeout(testMs)
        await recording.stop()
        if (store.get().step !== 'testing') return
        store.set({ test: { kind: 'loading' } })
        await line.drain()
        const test = await receive(sittingId, store.get().arrived.segments)
        if (store.get().step === 'testing') store.set({ test })
      }
      setReady()
    },
    speak: async () => {
      forgetTest()
      const opened = line.open(['picture', 'sound'])
      store.set({ step: 'speaking' })
      if (!(await recording.start('stream', opened))) setReady()
    },
    endPart: async () => {
      if (store.get().step === 'ending') return endNow()
      store.set({ step: 'ending' })
      const ended = new Promise<void>((resolve) => {
        endNow = resolve
      })
      await recording.stop()
      const heard = line.drain().then(() => timeout(store.get().arrived.leadMs ?? 0))
      await Promise.race([heard, ended])
      line.forget()
      await call(streamsCalls.endStream, { params: { id: String(sittingId) } }).catch((error: unknown) =>
        // Without segments the stream is off by itself.
        logFailure('The stream was not ended.', error),
      )
      setReady()
    },
    close,
  }
}

/** What is sent of a desk, and its memory of that. */
function createDeskLine(sittingId: number, store: DeskStore, onStop: () => void) {
  const { deskId } = readDeskMemory(sittingId)
  let sender: DeskSender | null = null
  const remember = (spokeAtMs: number | null) => saveDeskMemory(sittingId, { deskId, spokeAtMs })
  return {
    open: (renditions: readonly Rendition[]): DeskSender => {
      sender?.close()
      store.set({ arrived: nothingArrived, stopReason: null })
      sender = createDeskSender({
        sittingId,
        deskId,
        renditions,
        onArrived: (arrived) => {
          const { step, arrived: before } = store.get()
          store.set({ arrived })
          if (arrived.storedAtMs !== before.storedAtMs && step === 'speaking') remember(Date.now())
        },
        onStop: (stopReason) => {
          onStop()
          store.set({ step: 'ready', stopReason })
        },
      })
      return sender
    },
    sender: () => sender,
    /** Resolves once nothing waits any more, or the line takes too long. */
    drain: () => Promise.race([sender?.whenEmpty(), timeout(drainMaxMs)]),
    /** A reload doesn't go on. */
    forget: () => remember(null),
    close: () => sender?.close(),
  }
}

function receive(sittingId: number, segments: number): Promise<DeskTest> {
  return loadReceivedTest(sittingId, segments).then(
    (file): DeskTest => ({ kind: 'received', url: URL.createObjectURL(file) }),
    (): DeskTest => ({ kind: 'failed' }),
  )
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
