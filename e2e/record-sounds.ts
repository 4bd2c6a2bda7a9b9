// When the sounds of a page's bell start.
import type { BrowserContext, Page } from '@playwright/test'

/** Records them in every page of the target from now on, without those stopped again. */
export async function startRecordingSounds(target: Page | BrowserContext): Promise<void> {
  await target.addInitScript(() => {
    const starts = new Map<AudioScheduledSourceNode, number>()
    Object.assign(window, { starts })
    const { start, stop } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (when = 0) {
      starts.set(this, Date.now() + (when - this.context.currentTime) * 1_000)
      start.call(this, when)
    }
    AudioBufferSourceNode.prototype.stop = function (when) {
      starts.delete(this)
      stop.call(this, when)
    }
  })
}

/** In epoch milliseconds of this machine. */
export function soundStarts(page: Page): Promise<number[]> {
  return page.evaluate(() => [...(window as unknown as { starts: Map<unknown, number> }).starts.values()])
}
