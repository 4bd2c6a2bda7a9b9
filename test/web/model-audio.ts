// A model of the browser's audio, whose clock can stop as in a sleeping device or during a call.
import { serverNow } from '#web/server-clock.ts'

/** One sound of the model: from when to when it was heard, in milliseconds of the room clock. */
interface Sound {
  at: number
  isStopped: boolean
}

/** The browser's audio: its clock runs with the page's, except while it is suspended. */
export class ModelAudio extends EventTarget {
  static first: ModelAudio | undefined
  /** Of all contexts, since a test emptied it. */
  static sounds: Sound[] = []
  state: AudioContextState = 'running'
  outputLatency = 0
  destination = {}
  canResume = true
  readonly #createdAt = performance.now()
  #stoppedAt: number | null = null
  #stoppedMs = 0

  constructor() {
    super()
    ModelAudio.first ??= this
  }
  get currentTime() {
    return ((this.#stoppedAt ?? performance.now()) - this.#createdAt - this.#stoppedMs) / 1_000
  }
  interrupt() {
    this.#stoppedAt = performance.now()
    this.#changeState('suspended')
  }
  resume(): Promise<void> {
    if (this.state === 'running') return Promise.resolve()
    if (!this.canResume) return new Promise(() => {})
    this.#stoppedMs += performance.now() - (this.#stoppedAt ?? performance.now())
    this.#stoppedAt = null
    this.#changeState('running')
    return Promise.resolve()
  }
  #changeState(state: AudioContextState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  decodeAudioData() {
    return Promise.resolve({})
  }
  createBufferSource() {
    const sound = { at: 0, isStopped: false }
    return {
      connect: () => {},
      start: (at: number) => {
        sound.at = at
        ModelAudio.sounds.push(sound)
      },
      stop: () => {
        sound.isStopped = true
      },
    }
  }
  /** Milliseconds after `atMs` at which a sound starts that nothing stopped; empty for silence. */
  heard(atMs: number): number[] {
    const lateMs = ({ at }: Sound) => serverNow() + (at - this.currentTime) * 1_000 - atMs
    return ModelAudio.sounds.filter(({ isStopped }) => !isStopped).map((sound) => Math.round(lateMs(sound)))
  }
}
