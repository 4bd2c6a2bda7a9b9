// The group's player on YouTube's frame, by its messages: it seeks only, and never while YouTube shows something else.
import { youtubeTraits } from '../../group-sync.ts'
import type { GroupPlayer, PlayerReading } from '../group/group-playback.ts'
import type { PlayerConnection, PlayerMessage } from './youtube-player-connection.ts'

const playing = 1
const paused = 2
const ended = 0
const buffering = 3

/** A player that hasn't started by then was refused, whether or not it says so (SYNC-30). */
const refusedAfterSeconds = 3
/** Time that stands still for so long while it 'plays' is an advertisement's (SYNC-29). */
const stillAfterSeconds = 1.5
/** A larger jump, beside our own seeks, is the member's. */
const jumpSeconds = 2
/** How long one of our seeks may take to show. */
const ownSeekSeconds = 5

export interface YoutubeGroupPlayer extends GroupPlayer {
  /** Takes in a message of the player. */
  onMessage: (message: PlayerMessage) => void
  /** Commands go to this connection from now on, those from before first. */
  connect: (connection: PlayerConnection) => void
}

/** `videoId` is the one that was asked for; another one is an advertisement's. */
export function createYoutubePlayer(videoId: string): YoutubeGroupPlayer {
  let connection: PlayerConnection | null = null
  const delayedCommands: Parameters<PlayerConnection['command']>[] = []
  const command: PlayerConnection['command'] = (...call) => {
    if (connection === null) delayedCommands.push(call)
    else connection.command(...call)
  }
  const listeners = new Set<() => void>()
  let state: number | null = null
  let position = { seconds: 0, readAt: 0 }
  let movedAt = 0
  let isOtherVideo = false
  let isRefused = false
  let toldToPlayAt: number | null = null
  let soughtAt = Number.NEGATIVE_INFINITY
  let hasJumped = false

  const expectedAt = (at: number) => position.seconds + (state === playing ? at - position.readAt : 0)

  const onPosition = (seconds: number, readAt: number) => {
    const hasMoved = Math.abs(seconds - position.seconds) > 0.05
    const isJump = hasMoved && Math.abs(seconds - expectedAt(readAt)) > jumpSeconds
    // Before it plays, and after an advertisement, it is where it was told to be.
    if (isJump && state === playing && readAt - movedAt < jumpSeconds && readAt - soughtAt > ownSeekSeconds)
      hasJumped = true
    if (hasMoved) movedAt = readAt
    position = { seconds, readAt }
  }

  const read = (): PlayerReading => {
    const now = Date.now() / 1_000
    const standsStill = state === playing && now - movedAt > stillAfterSeconds
    const isAdvertisement = isOtherVideo || standsStill
    const isLate = toldToPlayAt !== null && now - toldToPlayAt > refusedAfterSeconds
    const hasNotStarted = toldToPlayAt !== null && state !== playing && state !== buffering
    const jumped = hasJumped
    hasJumped = false
    return {
      position: isAdvertisement ? position.seconds : expectedAt(now),
      isPaused: state === paused,
      isEnded: state === ended,
      isRunning: state === playing && !isAdvertisement,
      isSpeaking: false,
      hasJumped: jumped,
      isAdvertisement,
      isBlocked: hasNotStarted && (isRefused || isLate),
    }
  }

  return {
    traits: youtubeTraits,
    read: () => (state === null ? null : read()),
    play: () => {
      toldToPlayAt ??= Date.now() / 1_000
      command('playVideo')
      return Promise.resolve()
    },
    mute: null,
    isMuted: () => false,
    seek: (seconds) => {
      soughtAt = Date.now() / 1_000
      command('seekTo', seconds, true)
    },
    setRate: () => {},
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: (next) => {
      connection = next
      for (const call of delayedCommands.splice(0)) next.command(...call)
    },
    onMessage: ({ info, isAutoplayBlocked }) => {
      if (isAutoplayBlocked) isRefused = true
      const before = state
      if (info?.playerState !== undefined) state = info.playerState
      if (info?.videoId !== undefined) isOtherVideo = info.videoId !== videoId
      const readAt = info?.readAt ?? Date.now() / 1_000
      const seconds = isOtherVideo ? undefined : info?.currentTime
      if (state === playing && before !== playing) {
        position = { seconds: seconds ?? position.seconds, readAt }
        movedAt = readAt
        toldToPlayAt = null
        isRefused = false
      } else if (seconds !== undefined) onPosition(seconds, readAt)
      if (state !== before || hasJumped || isAutoplayBlocked) for (const listener of listeners) listener()
    },
  }
}
