// The group's player on YouTube's frame, by its messages: it seeks only, and never while YouTube shows something else.
import type { GroupPlayer, PlayerReading } from '#web/player/group/group-playback.ts'
import { youtubeTraits } from '#web/player/group/sync-traits.ts'
import type { PlayerConnection, PlayerMessage } from './youtube-player-connection.ts'

const playing = 1
const paused = 2
const ended = 0
const buffering = 3

/** A player that hasn't started by then was refused, whether or not it says so (SYNC-30). */
const refusedAfterSeconds = 3
/** If the position doesn't move for this long while 'playing', an advertisement is on (SYNC-29). */
const stillAfterSeconds = 1.5
/** A larger jump, beside our own seeks, is the member's. */
const jumpSeconds = 2
/** How long one of our seeks may take to show. */
const ownSeekSeconds = 5

/** `videoId` is the one that was asked for; another one is an advertisement's. */
export class YoutubePlayer implements GroupPlayer {
  readonly traits = youtubeTraits
  /** It starts with sound or not at all. */
  readonly mute = null
  readonly #videoId: string
  readonly #listeners = new Set<() => void>()
  readonly #delayedCommands: Parameters<PlayerConnection['command']>[] = []
  #connection: PlayerConnection | null = null
  #state: number | null = null
  #position = { seconds: 0, readAt: 0 }
  #movedAt = 0
  #isOtherVideo = false
  #isRefused = false
  #playRequestedAt: number | null = null
  #soughtAt = Number.NEGATIVE_INFINITY
  #hasJumped = false

  constructor(videoId: string) {
    this.#videoId = videoId
  }

  /** Commands go to this connection from now on, those from before first. */
  connect(connection: PlayerConnection): void {
    this.#connection = connection
    for (const call of this.#delayedCommands.splice(0)) connection.command(...call)
  }

  /** Takes in a message of the player. */
  onMessage({ info, isAutoplayBlocked }: PlayerMessage): void {
    if (isAutoplayBlocked) this.#isRefused = true
    const before = this.#state
    if (info?.playerState !== undefined) this.#state = info.playerState
    if (info?.videoId !== undefined) this.#isOtherVideo = info.videoId !== this.#videoId
    const readAt = info?.readAt ?? Date.now() / 1_000
    const seconds = this.#isOtherVideo ? undefined : info?.currentTime
    if (this.#state === playing && before !== playing) {
      this.#position = { seconds: seconds ?? this.#position.seconds, readAt }
      this.#movedAt = readAt
      this.#playRequestedAt = null
      this.#isRefused = false
    } else if (seconds !== undefined) this.#onPosition(seconds, readAt)
    if (this.#state === before && !this.#hasJumped && !isAutoplayBlocked) return
    for (const listener of this.#listeners) listener()
  }

  read(): PlayerReading | null {
    if (this.#state === null) return null
    const now = Date.now() / 1_000
    const isPlaying = this.#state === playing
    const isAdvertisement = this.#isOtherVideo || (isPlaying && now - this.#movedAt > stillAfterSeconds)
    const hasJumped = this.#hasJumped
    this.#hasJumped = false
    return {
      position: isAdvertisement ? this.#position.seconds : this.#expectedAt(now),
      isPaused: this.#state === paused,
      isEnded: this.#state === ended,
      isRunning: isPlaying && !isAdvertisement,
      isSpeaking: false,
      hasJumped,
      isAdvertisement,
      isBlocked: this.#isBlocked(now),
    }
  }

  play(): Promise<void> {
    this.#playRequestedAt ??= Date.now() / 1_000
    this.#command('playVideo')
    return Promise.resolve()
  }

  /** Its `play` is never interrupted. */
  isPausedByMember(): boolean {
    return false
  }

  isMuted(): boolean {
    return false
  }

  seek(seconds: number): void {
    this.#soughtAt = Date.now() / 1_000
    this.#command('seekTo', seconds, true)
  }

  /** Also before it plays. Its member's own switch is in YouTube's controls, which tell nothing of it. */
  setMuted(isMuted: boolean): void {
    this.#command(isMuted ? 'mute' : 'unMute')
  }

  /** Its rates go in steps of a quarter: too much (SYNC-28). */
  setRate(): void {}

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #command(...call: Parameters<PlayerConnection['command']>): void {
    if (this.#connection === null) this.#delayedCommands.push(call)
    else this.#connection.command(...call)
  }

  #expectedAt(at: number): number {
    return this.#position.seconds + (this.#state === playing ? at - this.#position.readAt : 0)
  }

  #onPosition(seconds: number, readAt: number): void {
    const hasMoved = Math.abs(seconds - this.#position.seconds) > 0.05
    const isJump = hasMoved && Math.abs(seconds - this.#expectedAt(readAt)) > jumpSeconds
    // After an advertisement, and after a seek of ours, it may be anywhere.
    const isOfMember = readAt - this.#movedAt < jumpSeconds && readAt - this.#soughtAt > ownSeekSeconds
    if (this.#state === playing && isJump && isOfMember) this.#hasJumped = true
    if (hasMoved) this.#movedAt = readAt
    this.#position = { seconds, readAt }
  }

  #isBlocked(now: number): boolean {
    const requestedAt = this.#playRequestedAt
    if (requestedAt === null || this.#state === playing || this.#state === buffering) return false
    return this.#isRefused || now - requestedAt > refusedAfterSeconds
  }
}
