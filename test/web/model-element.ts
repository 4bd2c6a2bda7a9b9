// A model of a media element with a file of the page: its position runs with the page's clock while it plays.

const duration = 100_000
const enoughData = 4
// happy-dom has none of its constants.
Object.assign(HTMLMediaElement, { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 })

export class ModelElement extends EventTarget {
  /** The newest one. */
  static last: ModelElement | null = null
  readonly commands: string[] = []
  readonly rates: number[] = []
  readonly textTracks: TextTrack[] = []
  readonly error = null
  readonly seeking = false
  readonly duration = duration
  muted = false
  volume = 1
  defaultPlaybackRate = 1
  paused = true
  readyState = 0
  /** How `play` fails, as during a call or without a press. */
  refusal: DOMException | null = null
  #src = ''
  #position = 0
  #setAt = 0
  #rate = 1

  constructor() {
    super()
    ModelElement.last = this
  }
  get ended() {
    return this.currentTime >= duration
  }
  get src() {
    return this.#src
  }
  set src(url: string) {
    this.#src = url
    this.commands.push('src')
    this.#restAt(0)
    this.paused = true
    this.readyState = enoughData
    this.#send('loadedmetadata')
  }
  removeAttribute() {
    this.#src = ''
  }
  load() {
    this.commands.push('load')
  }
  get currentTime() {
    const ranSeconds = this.paused ? 0 : (performance.now() - this.#setAt) / 1_000
    return this.#position + ranSeconds * this.#rate
  }
  get playbackRate() {
    return this.#rate
  }
  set playbackRate(rate: number) {
    this.#restAt(this.currentTime)
    this.#rate = rate
    this.rates.push(rate)
  }
  set currentTime(position: number) {
    this.commands.push(`seek ${Math.round(position)}`)
    this.#restAt(position)
    this.#send('seeked')
  }
  play(): Promise<void> {
    this.commands.push('play')
    if (this.refusal) return Promise.reject(this.refusal)
    if (this.paused) {
      this.#restAt(this.currentTime)
      this.paused = false
      this.#send('playing')
    }
    return Promise.resolve()
  }
  pause() {
    if (this.paused) return
    this.commands.push('pause')
    this.stop()
  }
  /** As the system does, by no command of the page. */
  stop() {
    this.#restAt(this.currentTime)
    this.paused = true
    this.#send('pause')
  }
  #restAt(position: number) {
    this.#position = position
    this.#setAt = performance.now()
  }
  #send(type: string) {
    this.dispatchEvent(new Event(type))
  }
}
