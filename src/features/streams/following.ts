// How a page follows a stream: it requests nothing before segments arrive, and stops when the stream ends. Pure.
import { secondMs } from '#shared/durations.ts'
import type { StreamState } from './live-messages.ts'

/**
 * `load`: requests it. `play-out`: plays what it has, and requests nothing. `rest`: its member has paused it. `stop`:
 * nothing plays any more.
 */
export type Following = 'load' | 'play-out' | 'rest' | 'stop'

interface FollowingInput {
  /** The member has a seat, and the stream's time is on. */
  isWanted: boolean
  /** The stream's time is over, and the teacher's bell still sounds. */
  isRingingOut: boolean
  isOnOwn: boolean
  /** As the live channel said last; null while it said nothing. */
  state: StreamState | null
  /** The page has found segments by itself since then. */
  isFound: boolean
}

export function followingOf(input: FollowingInput): Following {
  const { isWanted, isRingingOut, isOnOwn, state, isFound } = input
  const isOn = state === 'on' || isFound
  if (isRingingOut) return isOnOwn || state === 'ended' ? 'stop' : 'play-out'
  if (!isWanted || (state === 'ended' && !isFound)) return 'stop'
  if (isOnOwn) return 'rest'
  if (isOn) return 'load'
  return state === 'off' ? 'play-out' : 'stop'
}

/** Whether a page looks for segments by itself: only while the live channel is away (STREAM-12). */
export function pollsItself(
  { isWanted, isOnOwn, state, isFound }: Omit<FollowingInput, 'isRingingOut'>,
  isConnected: boolean,
): boolean {
  return isWanted && !isOnOwn && !isConnected && state !== 'on' && !isFound
}

const spreadOverMs = 2 * secondMs

/** When a page requests a stream that has just begun: the pages of a room spread over two seconds. */
export function firstRequestDelayMs(random: number): number {
  return spreadOverMs * random
}

const lookMinMs = 10 * secondMs
const lookMaxMs = 15 * secondMs

/** When a page without the live channel looks again. */
export function pollDelayMs(random: number): number {
  return lookMinMs + (lookMaxMs - lookMinMs) * random
}

/** Whether a playlist has segments, or lists of them, and more may come. */
export function hasLiveSegments(playlist: string): boolean {
  const hasSegments = playlist.includes('#EXTINF') || playlist.includes('#EXT-X-STREAM-INF')
  return hasSegments && !playlist.includes('#EXT-X-ENDLIST')
}
