// The group's player on YouTube's messages: what is an advertisement, a refused start, or its member's own doing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { YoutubePlayer } from './youtube-group-player.ts'
import type { PlayerInfo } from './youtube-player-connection.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
})
afterEach(() => vi.useRealTimers())

function playerAt() {
  const player = new YoutubePlayer('asked')
  const commands: unknown[][] = []
  const connect = () =>
    player.connect({ command: (...command) => commands.push(command), disconnect: () => {} })
  const info = (next: Partial<PlayerInfo>) =>
    player.onMessage({
      state: null,
      error: null,
      isAutoplayBlocked: false,
      info: {
        playerState: undefined,
        currentTime: undefined,
        readAt: Date.now() / 1_000,
        videoId: undefined,
        ...next,
      },
    })
  /** Plays on for some seconds, with a message a second. */
  const play = (from: number, seconds: number) => {
    for (let second = 1; second <= seconds; second += 1) {
      vi.advanceTimersByTime(1_000)
      info({ currentTime: from + second })
    }
  }
  return { player, commands, connect, info, play }
}

test('[SYNC-27] its position runs on between messages, and commands wait for the connection', () => {
  const { player, commands, connect, info } = playerAt()
  expect(player.read()).toBeNull()
  info({ playerState: 1, currentTime: 10 })
  vi.advanceTimersByTime(400)
  expect(player.read()).toMatchObject({ isRunning: true, isPaused: false })
  expect(player.read()?.position).toBeCloseTo(10.4)
  player.seek(42)
  connect()
  void player.play()
  expect(commands).toEqual([['seekTo', 42, true], ['playVideo']])
})

test('[HALL-04] it is mute as soon as it is connected, and plays so', () => {
  const { player, commands, connect } = playerAt()
  player.setMuted(true)
  void player.play()
  connect()
  player.setMuted(false)
  expect(commands).toEqual([['mute'], ['playVideo'], ['unMute']])
})

test('[SYNC-29] a position that doesn’t move while playing, or another video, is an advertisement', () => {
  const { player, info, play } = playerAt()
  info({ playerState: 1, currentTime: 10 })
  play(10, 2)
  expect(player.read()).toMatchObject({ isRunning: true, isAdvertisement: false })
  vi.advanceTimersByTime(1_600)
  expect(player.read()).toMatchObject({ isRunning: false, isAdvertisement: true, position: 12 })
  info({ currentTime: 12.5 })
  expect(player.read()).toMatchObject({ isRunning: true, isAdvertisement: false })
  info({ videoId: 'other' })
  expect(player.read()).toMatchObject({ isRunning: false, isAdvertisement: true })
})

test('[SYNC-30] a start that is refused, or still waits after 3 s, is blocked until it plays', () => {
  const { player, info } = playerAt()
  info({ playerState: -1 })
  void player.play()
  vi.advanceTimersByTime(2_900)
  expect(player.read()).toMatchObject({ isBlocked: false })
  vi.advanceTimersByTime(200)
  expect(player.read()).toMatchObject({ isBlocked: true, isPaused: false })
  info({ playerState: 1, currentTime: 0 })
  expect(player.read()).toMatchObject({ isBlocked: false, isRunning: true })

  const refused = playerAt()
  refused.info({ playerState: 5 })
  void refused.player.play()
  refused.player.onMessage({ state: null, error: null, info: null, isAutoplayBlocked: true })
  expect(refused.player.read()).toMatchObject({ isBlocked: true })
})

test('[SYNC-31] a jump is the member’s, unless it was our seek', () => {
  const { player, info, play } = playerAt()
  info({ playerState: 1, currentTime: 10 })
  play(10, 7)
  player.seek(60)
  info({ currentTime: 60 })
  expect(player.read()).toMatchObject({ hasJumped: false })
  play(60, 6)
  info({ currentTime: 120 })
  expect(player.read()).toMatchObject({ hasJumped: true })
  expect(player.read()).toMatchObject({ hasJumped: false })
})
