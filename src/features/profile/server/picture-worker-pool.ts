// Picture worker pool: processes uploads outside the server, two at a time (T27, F21).
import { appError } from '#server/app-error.ts'
import { createSemaphore } from '#server/async/semaphore.ts'
import { pictureEdgePx } from '../rules.ts'
import {
  startPictureWorkerProcess,
  type PictureOutput,
  type PictureWorkerProcess,
  type ProcessLimits,
} from './picture-worker-process.ts'

export interface PictureWorkerPool {
  /**
   * Makes a square JPEG, by default 512 px wide, or a PNG from a JPEG, PNG or GIF file; null when it is unreadable.
   * Throws `unavailable` when the queue is full, and a `TooManyPixelsError`.
   */
  reencode(content: Buffer, output?: PictureOutput): Promise<Buffer | null>
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
  reads: 'uploads',
  atOnce: 2,
  waitingMax: 20,
  startMs: 20_000,
  cpuMs: 5_000,
  fileMs: 60_000,
  memoryMaxMb: 512,
  idleMs: 60_000,
}

export interface DrawingPool {
  /** A JPEG of an SVG file of the product's own, in its size. Throws `unavailable` when the queue is full. */
  draw(svg: string): Promise<Buffer>
  close(): Promise<void>
}

/** Draws one file at a time, in a process that never gets an upload. */
export function createDrawingPool(overrides: Partial<WorkerPoolLimits> = {}): DrawingPool {
  const pool = createPictureWorkerPool({ ...overrides, reads: 'drawings', atOnce: 1 })
  return {
    draw: async (svg) => {
      const picture = await pool.reencode(Buffer.from(svg), 'drawing')
      if (picture === null) throw appError('unavailable')
      return picture
    },
    close: pool.close,
  }
}

/** Starts the first process on demand; only tests pass other limits. */
export function createPictureWorkerPool(overrides: Partial<WorkerPoolLimits> = {}): PictureWorkerPool {
  const limits = { ...defaultLimits, ...overrides }
  const semaphore = createSemaphore(limits)
  const processes = new Set<PictureWorkerProcess>()
  let idle: PictureWorkerProcess[] = []
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const killWorker = async (worker: PictureWorkerProcess) => {
    await worker.kill()
    processes.delete(worker)
  }
  const killIdle = () => {
    for (const worker of idle) void killWorker(worker)
    idle = []
  }
  const acquire = (): PictureWorkerProcess => {
    clearTimeout(idleTimer)
    if (isClosed) throw appError('unavailable')
    // Processes that died while idle are replaced.
    idle = idle.filter((worker) => worker.isAlive())
    const worker = idle.pop() ?? startPictureWorkerProcess(limits)
    processes.add(worker)
    return worker
  }
  const release = (worker: PictureWorkerProcess) => {
    clearTimeout(idleTimer)
    if (worker.isAlive()) idle.push(worker)
    else processes.delete(worker)
    if (!isClosed) idleTimer = setTimeout(killIdle, limits.idleMs)
  }

  return {
    reencode: (content, output = pictureEdgePx) =>
      semaphore.run(async () => {
        const worker = acquire()
        try {
          return await worker.reencode(content, output)
        } finally {
          release(worker)
        }
      }),
    close: async () => {
      isClosed = true
      clearTimeout(idleTimer)
      await Promise.all([...processes].map(killWorker))
    },
  }
}
