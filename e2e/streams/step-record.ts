// Records on a member's page, each second, where the stream is that plays there: the picture, or the sound alone.
import type { Page } from '@playwright/test'
import { watchStream } from '../sittings/watched-stream.ts'

/** One second of a page: how far it is ahead of room clock − lead, and how long its clock of seconds stood before. */
interface StepSample {
  atMs: number
  /** In seconds; null while nothing plays. */
  ahead: number | null
  pauseMs: number
}

interface RecordedSecond {
  atMs: number
  position: number | null
}

/** Begin it before the page is opened. `samples` reads those between two moments; the room clock is the machine's. */
export async function recordSteps(page: Page) {
  const { zeroMs } = watchStream(page)
  await page.addInitScript(record)
  return {
    samples: async (leadMs: number, fromMs: number, untilMs: number): Promise<StepSample[]> => {
      const seconds = await page.evaluate(() => (window as unknown as { seconds: RecordedSecond[] }).seconds)
      const zero = zeroMs()
      return seconds.flatMap(({ atMs, position }, index) => {
        const before = seconds[index - 1]
        if (!before || atMs < fromMs || atMs > untilMs) return []
        const isPlaying = position !== null && zero !== null
        const ahead = isPlaying ? position - (atMs - leadMs - zero) / 1_000 : null
        return [{ atMs, ahead, pauseMs: atMs - before.atMs }]
      })
    },
  }
}

/** Runs in the page. */
function record(): void {
  const sounds: HTMLMediaElement[] = []
  const Plain = window.Audio
  window.Audio = class extends Plain {
    constructor(url?: string) {
      super(url)
      sounds.push(this)
    }
  }
  const seconds: RecordedSecond[] = []
  Object.assign(window, { seconds })
  setInterval(() => {
    const element = [...document.querySelectorAll('video'), ...sounds].find(
      ({ src, paused, readyState, seeking }) =>
        src.startsWith('blob:') && !paused && !seeking && readyState >= 3,
    )
    seconds.push({ atMs: Date.now(), position: element?.currentTime ?? null })
  }, 1_000)
}

/** What pages' samples of the same seconds show. */
export function judgeSteps(pages: readonly (readonly StepSample[])[]) {
  const all = pages.flat()
  const numbers = all.map(({ ahead }) => ahead ?? Number.POSITIVE_INFINITY)
  const apart = pages.flatMap((samples, index) =>
    pages.slice(index + 1).flatMap((others) =>
      samples.map(({ atMs, ahead }) => {
        const other = others.toSorted((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs))[0]
        return Math.abs((ahead ?? Number.POSITIVE_INFINITY) - (other?.ahead ?? 0))
      }),
    ),
  )
  return {
    longestPauseMs: Math.max(...all.map(({ pauseMs }) => pauseMs)),
    apart: Math.max(...apart),
    fromGroup: Math.max(...numbers.map(Math.abs)),
  }
}
