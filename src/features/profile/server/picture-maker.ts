// Makes the pictures that are kept out of the files that members send, two at a time and outside of the server (T27, F21).
import { refuse } from '#server/refusal.ts'
import { createTurns } from '#server/turns.ts'
import { pictureEdgePx } from '../rules.ts'
import { startPictureProcess, type PictureProcess, type ProcessLimits } from './picture-process.ts'

export interface PictureMaker {
  /**
   * A square JPEG made of a JPEG, PNG or GIF file, 512 px wide unless told otherwise; null when that can't be read.
   * Refuses with `unavailable` while too many others wait.
   */
  make(content: Buffer, edgePx?: number): Promise<Buffer | null>
  /** Leaves no process behind; what was under way fails. */
  close(): Promise<void>
}

interface MakerLimits extends ProcessLimits {
  atOnce: number
  waitingMax: number
  /** How long a process without work is kept. */
  restMs: number
}

const usual: MakerLimits = {
  atOnce: 2,
  waitingMax: 20,
  startMs: 20_000,
  cpuMs: 5_000,
  fileMs: 60_000,
  memoryMaxMb: 512,
  restMs: 60_000,
}

/** Starts no process before the first picture; tests alone name other limits. */
export function createPictureMaker(differing: Partial<MakerLimits> = {}): PictureMaker {
  const limits = { ...usual, ...differing }
  const turns = createTurns(limits)
  const processes = new Set<PictureProcess>()
  let resting: PictureProcess[] = []
  let rest: NodeJS.Timeout | undefined
  let isClosed = false

  const end = async (one: PictureProcess) => {
    await one.end()
    processes.delete(one)
  }
  const endResting = () => {
    for (const one of resting) void end(one)
    resting = []
  }
  const take = (): PictureProcess => {
    clearTimeout(rest)
    if (isClosed) throw refuse('unavailable')
    // One that has died at rest is no loss.
    resting = resting.filter((one) => one.isAlive())
    const one = resting.pop() ?? startPictureProcess(limits)
    processes.add(one)
    return one
  }
  const putBack = (one: PictureProcess) => {
    clearTimeout(rest)
    if (one.isAlive()) resting.push(one)
    else processes.delete(one)
    if (!isClosed) rest = setTimeout(endResting, limits.restMs)
  }

  return {
    make: (content, edgePx = pictureEdgePx) =>
      turns.take(async () => {
        const one = take()
        try {
          return await one.remake(content, edgePx)
        } finally {
          putBack(one)
        }
      }),
    close: async () => {
      isClosed = true
      clearTimeout(rest)
      await Promise.all([...processes].map(end))
    },
  }
}
