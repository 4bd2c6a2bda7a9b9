// Lifecycle of one picture worker process: one file at a time, killed when it takes too long.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { serverEnvironment } from '#server/postgres/process.ts'
import { pictureMegapixelsMax } from '../rules.ts'

/** The file has more pixels than `pictureMegapixelsMax`. */
export class TooManyPixelsError extends Error {}

/** A PNG with transparency that contains the whole picture. */
export interface PngOutput {
  widthPx: number
  heightPx: number
  /** Empty space on each side, within these bounds. */
  marginPx: number
  /** A CSS color below the picture; null keeps its transparency. */
  background: string | null
  /** Without empty space around the picture, and never larger than it is. */
  isTight: boolean
}

/** The edge of a square JPEG in px, or a PNG, or a drawing as a JPEG of its own size. */
export type PictureOutput = number | PngOutput | 'drawing'

export interface PictureWorkerProcess {
  /** False once the process is being ended or has exited. */
  isAlive(): boolean
  /**
   * The picture made from a file; null when the file is unreadable, takes too long or needs too much memory.
   * Rejects when the process doesn't start, and with a `TooManyPixelsError`.
   */
  reencode(content: Buffer, output: PictureOutput): Promise<Buffer | null>
  /** Kills the process; resolves after its exit. */
  kill(): Promise<void>
}

export interface ProcessLimits {
  /** A process reads uploads, or the product's own SVG files, never both. */
  reads: 'uploads' | 'drawings'
  /** Startup timeout. */
  startMs: number
  /** CPU time limit per file: on a busy machine a valid picture still succeeds. */
  cpuMs: number
  /** Wall-clock limit per file, for a process that is stuck without using CPU. */
  fileMs: number
  memoryMaxMb: number
}

const scriptMaxMb = 64

/** Forks a process and returns without waiting for its startup. */
export function startPictureWorkerProcess({
  startMs,
  fileMs,
  ...limits
}: ProcessLimits): PictureWorkerProcess {
  const child = forkWorker(limits)
  let alive = true
  const exited = new Promise<null>((resolve) => {
    const onExit = () => {
      alive = false
      resolve(null)
    }
    child.once('exit', onExit)
    child.once('error', onExit)
  })
  const kill = async () => {
    alive = false
    child.kill('SIGKILL')
    await exited
  }
  const ready = nextMessage(child, { withinMs: startMs, exited, kill })
  return {
    isAlive: () => alive,
    reencode: async (content, output) => {
      if ((await ready) !== 'ready') throw new Error('The picture worker process did not start.')
      const reply = nextMessage(child, { withinMs: fileMs, exited, kill })
      child.send({ content, output }, (error) => {
        if (error) void kill()
      })
      const picture = await reply
      if (picture === 'pixels') throw new TooManyPixelsError('The picture has too many pixels.')
      return picture instanceof Uint8Array ? Buffer.from(picture) : null
    },
    kill,
  }
}

interface MessageWaitOptions {
  withinMs: number
  exited: Promise<null>
  kill(): Promise<void>
}

/** The next message from the process; null when it exits first. On timeout the process is killed. */
async function nextMessage(
  child: ChildProcess,
  { withinMs, exited, kill }: MessageWaitOptions,
): Promise<unknown> {
  const timer = setTimeout(() => void kill(), withinMs)
  const controller = new AbortController()
  const received = once(child, 'message', { signal: controller.signal }).then(
    ([message]: unknown[]) => message,
    () => null,
  )
  const reply = await Promise.race([received, exited])
  clearTimeout(timer)
  controller.abort()
  return reply
}

function forkWorker({
  memoryMaxMb,
  cpuMs,
  reads,
}: Pick<ProcessLimits, 'memoryMaxMb' | 'cpuMs' | 'reads'>): ChildProcess {
  // The build puts the worker beside the server; in development it is loaded as TypeScript.
  const isSource = import.meta.url.endsWith('.ts')
  const file = new URL(`./picture-worker.${isSource ? 'ts' : 'js'}`, import.meta.url)
  const tsx = isSource ? ['--import', createRequire(import.meta.url).resolve('tsx')] : []
  const limits = [memoryMaxMb, cpuMs, pictureMegapixelsMax * 1_000_000, reads].map(String)
  return fork(fileURLToPath(file), limits, {
    execArgv: [`--max-old-space-size=${scriptMaxMb}`, ...tsx],
    env: serverEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
