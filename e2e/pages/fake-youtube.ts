// A fake of YouTube's player: a page at its URL that speaks its message protocol and records requests.
import type { Frame, Page } from '@playwright/test'

export const videoId = 'inpok4MKVLM'

/** Responds to the listening message as YouTube's player does; the test sets its state. */
const playerPage = `<!doctype html><title>Player</title>
<body style="margin:0;background:#123;color:#fff">
<button>Player</button>
<script>
  const heard = new Set()
  let isMute = MUTE
  const send = (message) => parent.postMessage(JSON.stringify({ ...message, id: 'sitting', channel: 'widget' }), '*')
  const response = () => {
    send({ event: 'initialDelivery', info: { playerState: -1, videoData: { video_id: VIDEO, errorCode: EARLY, isLive: LIVE }, duration: DURATION } })
    send({ event: 'onReady' })
  }
  // The video that plays by commands, and what was commanded.
  const commands = []
  let isRefusing = REFUSING
  let seconds = 0
  let playsSince = null
  let isAdvertising = false
  const position = () => seconds + (playsSince === null || isAdvertising ? 0 : (Date.now() - playsSince) / 1000)
  const report = (more) => send({ event: 'infoDelivery', info: { currentTime: position(), currentTimeLastUpdated_: Date.now() / 1000, ...more } })
  const setPlaying = (isPlaying) => {
    seconds = position()
    playsSince = isPlaying ? Date.now() : null
    report({ playerState: isPlaying ? 1 : 2 })
  }
  setInterval(() => playsSince !== null && report(), 250)
  const obey = (func, [at]) => {
    commands.push({ func, at, sentAt: Date.now() })
    if (func === 'playVideo' && isRefusing) player.tell('onAutoplayBlocked')
    else if (func === 'playVideo') setPlaying(true)
    if (func === 'seekTo') {
      seconds = at
      if (playsSince !== null) playsSince = Date.now()
      report()
    }
  }
  const player = {
    tell(event, info) { if (heard.has(event)) send({ event, info }) },
    state(state) {
      this.tell('onStateChange', state)
      send({ event: 'infoDelivery', info: { playerState: state, currentTime: 1 } })
    },
    speak() { isMute = false; response() },
    commands,
    position,
    press(isPlaying) { isRefusing = false; setPlaying(isPlaying) },
    jump(to) { seconds = to; playsSince = Date.now(); report() },
    advertise(isOn) {
      seconds = position()
      if (playsSince !== null) playsSince = Date.now()
      isAdvertising = isOn
    },
  }
  addEventListener('message', (event) => {
    if (event.source !== parent) return
    const message = JSON.parse(event.data)
    if (message.event === 'listening' && !isMute) response()
    if (message.func === 'addEventListener') heard.add(message.args[0])
    else if (message.func) obey(message.func, message.args)
    player.isHeard = heard.has('onError') && heard.has('onStateChange')
  })
</script>`

interface Player {
  isHeard?: boolean
  tell(event: string, info: unknown): void
  state(state: number): void
  speak(): void
  commands: PlayerCommand[]
  position(): number
  press(isPlaying: boolean): void
  jump(to: number): void
  advertise(isOn: boolean): void
}

/** A command of our page; `at` is the position of a seek, `sentAt` in milliseconds of this machine's clock. */
interface PlayerCommand {
  func: string
  at?: number
  sentAt: number
}
declare const player: Player

const hosts =
  /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|ytimg\.com|ggpht\.com|googlevideo\.com|google\.com|gstatic\.com|doubleclick\.net)$/

interface Behaviour {
  /** Sends no messages until the test makes it. */
  mute?: boolean
  /** An error that occurs before the page starts listening. */
  earlyError?: number
  /** In seconds; 0 while unknown. */
  duration?: number
  isLive?: boolean
  /** It starts on a press in it only. */
  isRefusing?: boolean
}

/** Replaces YouTube on a page; call it before opening the page. No request reaches a real host. */
export async function stubYoutube(
  page: Page,
  { mute = false, earlyError, duration = 0, isLive = false, isRefusing = false }: Behaviour = {},
) {
  const requests: { url: string; referrer: string | undefined }[] = []
  const body = playerPage
    .replace('MUTE', String(mute))
    .replace('EARLY', String(earlyError ?? null))
    .replace('DURATION', String(duration))
    .replace('LIVE', String(isLive))
    .replace('VIDEO', JSON.stringify(videoId))
    .replace('REFUSING', String(isRefusing))
  await page.context().route(
    ({ hostname }) => hosts.test(hostname),
    async (route) => {
      const request = route.request()
      requests.push({ url: request.url(), referrer: (await request.allHeaders()).referer })
      await route.fulfill({ contentType: 'text/html', body })
    },
  )
  const frame = async (): Promise<Frame> => {
    const element = await page.locator('section iframe').elementHandle()
    const contentFrame = await element?.contentFrame()
    if (!contentFrame) throw new Error('The YouTube frame is missing.')
    return contentFrame
  }
  return {
    /** Every request to YouTube and Google, in order. */
    requests,
    frame,
    /** Waits until the page has asked the player for its events. */
    async waitForListener(): Promise<void> {
      // By a timer: the default waits for frames of animation, and a hidden frame of another origin may have none.
      await (await frame()).waitForFunction(() => player.isHeard === true, undefined, { polling: 100 })
    },
    /** -1 unstarted, 0 ended, 1 playing, 2 paused, 3 buffering. */
    setState: async (state: number) => (await frame()).evaluate((next) => player.state(next), state),
    sendError: async (code: number) =>
      (await frame()).evaluate((error) => player.tell('onError', error), code),
    commands: async () => (await frame()).evaluate(() => player.commands),
    position: async () => (await frame()).evaluate(() => player.position()),
    /** The member plays or pauses with the player's own controls. */
    press: async (isPlaying: boolean) => (await frame()).evaluate((next) => player.press(next), isPlaying),
    /** The member jumps with the player's own controls. */
    jump: async (to: number) => (await frame()).evaluate((next) => player.jump(next), to),
    /** Its time stands still while it 'plays' something else. */
    advertise: async (isOn: boolean) => (await frame()).evaluate((next) => player.advertise(next), isOn),
    startResponding: async () => (await frame()).evaluate(() => player.speak()),
  }
}
