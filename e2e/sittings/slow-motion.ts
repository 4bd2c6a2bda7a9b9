// Slow motion: a page and the test's server share a slower time, so that a busy machine draws each frame in time.
import type { Page } from '@playwright/test'

/** The page's own time, before its scripts run. */
function installRate(): void {
  const { setTimeout, requestAnimationFrame } = window
  const now = performance.now.bind(performance)
  const startedAt = Date.now() - now()
  let [rate, realAt, shownAt] = [1, now(), now()]
  const shownNow = () => shownAt + (now() - realAt) * rate
  const RealDate = Date
  const rateOfVideo = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'playbackRate')!
  const rates = new WeakMap<HTMLMediaElement, number>()
  const setVideoRate = (video: HTMLMediaElement) =>
    rateOfVideo.set?.call(video, (rates.get(video) ?? 1) * rate)
  Object.defineProperty(HTMLMediaElement.prototype, 'playbackRate', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return rates.get(this) ?? 1
    },
    set(this: HTMLMediaElement, wanted: number) {
      rates.set(this, wanted)
      setVideoRate(this)
    },
  })
  document.addEventListener('loadedmetadata', ({ target }) => setVideoRate(target as HTMLMediaElement), true)
  performance.now = shownNow
  Object.assign(window, {
    Date: class extends RealDate {
      constructor(...parts: ConstructorParameters<typeof Date> | []) {
        super(...((parts.length === 0 ? [startedAt + shownNow()] : parts) as [number]))
      }
      static override now() {
        return startedAt + shownNow()
      }
    },
    setTimeout: (run: () => void, ms = 0, ...rest: []) => setTimeout(run, ms / rate, ...rest),
    requestAnimationFrame: (draw: FrameRequestCallback) => requestAnimationFrame(() => draw(shownNow())),
    setRate: (next: number) => {
      ;[shownAt, realAt, rate] = [shownNow(), now(), next]
      for (const video of document.querySelectorAll('video')) setVideoRate(video)
    },
  })
}

/** Call it before the page is opened. Returns the function that sets how fast its time and the server's go. */
export async function slowMotion(page: Page): Promise<(rate: number) => Promise<void>> {
  await page.addInitScript(installRate)
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  const now = performance.now.bind(performance)
  return async (rate) => {
    await session.send('Animation.setPlaybackRate', { playbackRate: rate })
    await page.evaluate(
      (next) => (window as unknown as { setRate: (rate: number) => void }).setRate(next),
      rate,
    )
    const [realAt, shownAt] = [now(), performance.now()]
    performance.now = () => shownAt + (now() - realAt) * rate
  }
}
