// Group playback against a simulated player: seeks, and play commands.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSeededRandom } from '#test/seeded-random.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import { createGroupPlayback, type GroupPlayer, type PlayerReading } from './group-playback.ts'
import { preloadDelayMs } from './group-sync.ts'
import { createMediaPlayer } from './media-player.ts'
import { mediaTraits } from './sync-traits.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
})
afterEach(() => vi.useRealTimers())

function fakePlayer() {
  const commands: string[] = []
  let reading: PlayerReading | null = null
  let onChange = () => {}
  const player: GroupPlayer = {
    traits: mediaTraits,
    read: () => reading,
    play: () => {
      commands.push('play')
      return Promise.resolve()
    },
    isPausedByMember: () => false,
    mute: () => {},
    isMuted: () => false,
    seek: (position) => commands.push(`seek ${Math.round(position)}`),
    setRate: (rate) => rate !== 1 && commands.push(`rate ${rate}`),
    onChange: (listener) => {
      onChange = listener
      return () => {}
    },
  }
  const show = (next: Partial<PlayerReading>) => {
    reading = { position: 0, isPaused: false, isEnded: false, isRunning: true, isSpeaking: false, ...next }
    onChange()
  }
  return { player, commands, show }
}

test('[SYNC-11, SYNC-13] a latecomer’s player seeks once its metadata are there, and not before', () => {
  const { player, commands, show } = fakePlayer()
  const playback = createGroupPlayback()
  playback.start(player, { startsAtMs: Date.now() - 40_000, mediaSeconds: 600 })
  vi.advanceTimersByTime(2_000)
  expect(commands).toEqual(['play'])
  expect(playback.getSnapshot().status).toBe('waiting')
  show({ position: 0, isRunning: false })
  expect(commands).toEqual(['play', 'seek 42'])
})

test('[SYNC-02] playback is called early by what this browser is late, and from the beginning', () => {
  const { player, commands, show } = fakePlayer()
  localStorage.setItem('start-lead-ms', '200')
  const playback = createGroupPlayback()
  playback.start(player, { startsAtMs: Date.now() + 3_000, mediaSeconds: 600 })
  // It was watched before the doors opened.
  show({ position: 80, isPaused: true, isRunning: false })
  expect(commands).toEqual(['seek 0'])
  show({ position: 0, isPaused: true, isRunning: false })
  vi.advanceTimersByTime(2_799)
  expect(commands).toEqual(['seek 0'])
  vi.advanceTimersByTime(1)
  expect(commands).toEqual(['seek 0', 'play'])
})

test('[SYNC-16, SYNC-31] a pause or a jump is the member’s: the player gets no command until they rejoin', () => {
  const { player, commands, show } = fakePlayer()
  const playback = createGroupPlayback()
  playback.start(player, { startsAtMs: Date.now() - 40_000, mediaSeconds: 600 })
  show({ position: 40 })
  commands.length = 0
  show({ position: 41, isPaused: true, isRunning: false })
  expect(playback.getSnapshot().status).toBe('own-pace')
  vi.advanceTimersByTime(60_000)
  show({ position: 41 })
  vi.advanceTimersByTime(60_000)
  expect(commands).toEqual([])
  playback.rejoin()
  expect(commands).toEqual(['play', 'seek 160'])
  show({ position: 160, hasJumped: true })
  expect(playback.getSnapshot().status).toBe('own-pace')
})

test('[SYNC-34] a speed that isn’t ours is put back once; changed again, the member is at their own pace and speed', () => {
  const { player, commands, show } = fakePlayer()
  player.setRate = (rate) => commands.push(`rate ${rate}`)
  const playback = createGroupPlayback()
  playback.start(player, { startsAtMs: Date.now() - 40_000, mediaSeconds: 600 })
  show({ position: 40, rate: 1 })
  commands.length = 0
  vi.advanceTimersByTime(1_000)
  show({ position: 41, rate: 1.25 })
  expect(commands).toEqual(['rate 1'])
  show({ position: 41, rate: 1 })
  expect(playback.getSnapshot().status).toBe('in-step')
  vi.advanceTimersByTime(1_000)
  show({ position: 42, rate: 1.5 })
  expect(playback.getSnapshot().status).toBe('own-pace')
  expect(commands).toEqual(['rate 1'])
  playback.rejoin()
  expect(commands).toEqual(['rate 1', 'rate 1', 'play'])
})

/** Three seconds behind, running evenly for so many seconds. */
function runBehind(show: (next: Partial<PlayerReading>) => void, seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000)
    show({ position: 38 + second })
  }
}

test('[SYNC-08] a browser that has stalled at a change of the rate isn’t asked for one again for 30 days', () => {
  const behind = () => {
    const { player, commands, show } = fakePlayer()
    const stop = createGroupPlayback().start(player, { startsAtMs: Date.now() - 40_000, mediaSeconds: 600 })
    show({ position: 40 })
    runBehind(show, 6)
    return { commands, show, stop }
  }
  localStorage.setItem('rate-stalled-at-ms', String(Date.now() - 29 * 86_400_000))
  const warned = behind()
  expect(warned.commands).not.toContain('rate 1.04')
  warned.stop()

  localStorage.setItem('rate-stalled-at-ms', String(Date.now() - 31 * 86_400_000))
  const { commands, show, stop } = behind()
  expect(commands).toContain('rate 1.04')
  show({ position: 43, isRunning: false })
  expect(localStorage.getItem('rate-stalled-at-ms')).toBe(String(Date.now()))
  stop()
})

test('[SYNC-35] a video that ends before the group’s time is over, and gets no command', () => {
  const { player, commands, show } = fakePlayer()
  const playback = createGroupPlayback()
  playback.start(player, { startsAtMs: Date.now() - 40_000, mediaSeconds: 600 })
  show({ position: 40 })
  commands.length = 0
  // At twice the speed.
  show({ position: 160, isEnded: true, isRunning: false })
  expect(playback.getSnapshot().status).toBe('own-pace')
  show({ position: 41, isEnded: true, isRunning: false })
  expect(playback.getSnapshot().status).toBe('over')
  vi.advanceTimersByTime(60_000)
  expect(commands).toEqual([])
})

test('[SYNC-16, SYNC-22] a start that loading interrupts is repeated, one that its member interrupts isn’t', async () => {
  const { player, commands, show } = fakePlayer()
  player.play = () => {
    commands.push('play')
    return Promise.reject(new DOMException('interrupted', 'AbortError'))
  }
  const playback = createGroupPlayback()
  playback.start(player, { startsAtMs: Date.now() - 40_000, mediaSeconds: 600 })
  await Promise.resolve()
  await Promise.resolve()
  show({ position: 40, isPaused: true, isRunning: false })
  expect(commands).toEqual(['play', 'play'])
  await Promise.resolve()
  await Promise.resolve()
  expect(playback.getSnapshot().status).toBe('own-pace')
  vi.advanceTimersByTime(10_000)
  expect(commands).toEqual(['play', 'play'])
})

test('[SYNC-16, SYNC-20] a pause before the metadata counts, though it interrupts the start', async () => {
  const audio = document.createElement('audio')
  let interrupt = () => {}
  const play = vi.fn<() => Promise<void>>(
    () =>
      new Promise((_, reject) => (interrupt = () => reject(new DOMException('interrupted', 'AbortError')))),
  )
  audio.play = play
  const playback = createGroupPlayback()
  const media = createMediaPlayer(audio, false)
  let hasMetadata = false
  const player = { ...media, read: () => (hasMetadata ? media.read() : null) }
  playback.start(player, { startsAtMs: Date.now() - 40_000, mediaSeconds: 600 })
  // Browsers fire the event before they reject.
  audio.dispatchEvent(new Event('pause'))
  interrupt()
  await Promise.resolve()
  await Promise.resolve()
  expect(playback.getSnapshot().status).toBe('own-pace')
  vi.advanceTimersByTime(2_000)
  expect(playback.getSnapshot().status).toBe('own-pace')
  hasMetadata = true
  audio.dispatchEvent(new Event('loadedmetadata'))
  expect(play).toHaveBeenCalledTimes(1)
  playback.rejoin()
  expect(play).toHaveBeenCalledTimes(2)
})

test('[SYNC-24] a failure that pauses the element isn’t its member’s pause', () => {
  const video = document.createElement('video')
  const facts = { readyState: 4, paused: true, error: null as { code: number } | null }
  for (const name of ['readyState', 'paused', 'error'] as const)
    Object.defineProperty(video, name, { get: () => facts[name] })
  const player = createMediaPlayer(video, false)
  expect(player.read()).toMatchObject({ isPaused: true })
  facts.error = { code: 2 }
  expect(player.read()).toBeNull()
})

test('[SYNC-25] with doors of 15 minutes, 10,000 seats load at most 30 videos in any second', () => {
  const random = createSeededRandom(7)
  const doorsMs = 15 * 60_000
  const starts = new Map<number, number>()
  for (let seat = 0; seat < 10_000; seat += 1) {
    const second = Math.floor(preloadDelayMs(doorsMs, random) / 1_000)
    starts.set(second, (starts.get(second) ?? 0) + 1)
  }
  expect(Math.max(...starts.values())).toBeLessThanOrEqual(30)
  expect(Math.max(...starts.keys())).toBeLessThan(15 * 60 - 20)
  expect(preloadDelayMs(10_000, random)).toBe(0)
})

test('[PHASE-06] [SYNC-11] a device that slept over the start joins the group at its second as soon as the clock is read', () => {
  const { player, commands, show } = fakePlayer()
  const playback = createGroupPlayback()
  playback.start(player, { startsAtMs: serverNow() + 60_000, mediaSeconds: 600 })
  syncServerClock(serverNow() + 100_000, performance.now(), performance.now())
  expect(commands).toEqual(['play'])
  show({ position: 0 })
  expect(commands).toEqual(['play', 'seek 40'])
})
