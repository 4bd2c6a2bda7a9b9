// Picture worker pool: processes uploads outside the server, two at a time (T27, F21).
import { appError } from '#server/app-error.ts'
import { createSemaphore } from '#server/semaphore.ts'
import { pictureEdgePx } from '../rules.ts'
import {
  startPictureWorkerProcess,
  type PictureWorkerProcess,
  type ProcessLimits,
} from './picture-worker-process.ts'

export interface PictureWorkerPool {
  /**
   * Makes a square JPEG, by default 512 px wide, from a JPEG, PNG or GIF file; null when the file is unreadable.
   * Throws `unavailable` when the queue is full.
   */
  make(content: Buffer, edgePx?: number): Promise<Buffer | null>
  /** Ends all processes; work in progress fails. */
  close(): Promise<void>
}

interface WorkerPoolLimits extends ProcessLimits {
  atOnce: number
  waitingMax: number
  /** How long an idle process is kept. */
  idleMs: number
}

const defaultLimits: WorkerPoolLimits = {
  atOnce: 2,
  waitingMax: 20,
  startMs: 20_000,
  cpuMs: 5_000,
  fileMs: 60_000,
  memoryMaxMb: 512,
  idleMs: 60_000,
}

/** Starts the first process on demand; only tests pass other limits. */
export function createPictureWorkerPool(differing: Partial<WorkerPoolLimits> = {}): PictureWorkerPool {
  const limits = { ...defaultLimits, ...differing }
  const turns = createSemaphore(limits)
  const processes = new Set<PictureWorkerProcess>()
  let resting: PictureWorkerProcess[] = []
  let rest: NodeJS.Timeout | undefined
  let isClosed = false

  const end = async (one: PictureWorkerProcess) => {
    await one.kill()
    processes.delete(one)
  }
  const endResting = () => {
    for (const one of resting) void end(one)
    resting = []
  }
  const take = (): PictureWorkerProcess => {
    clearTimeout(rest)
    if (isClosed) throw appError('unavailable')
    // Processes that died while idle are replaced.
    resting = resting.filter((one) => one.isAlive())
    const one = resting.pop() ?? startPictureWorkerProcess(limits)
    processes.add(one)
    return one
  }
  const putBack = (one: PictureWorkerProcess) => {
    clearTimeout(rest)
    if (one.isAlive()) resting.push(one)
    else processes.delete(one)
    if (!isClosed) rest = setTimeout(endResting, limits.idleMs)
  }

  return {
    make: (content, edgePx = pictureEdgePx) =>
      turns.run(async () => {
        const one = take()
        try {
          return await one.reencode(content, edgePx)
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
