// One process that remakes pictures, from its start to its end: given one file at a time, killed when it takes too long.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { serverEnvironment } from '#server/embedded-postgres-process.ts'

export interface PictureWorkerProcess {
  /** False as soon as it is being ended, or has ended by itself. */
  isAlive(): boolean
  /**
   * The picture made of a file; null when that can't be read, takes too long or needs too much memory. Rejects when
   * the process doesn't start.
   */
  remake(content: Buffer, edgePx: number): Promise<Buffer | null>
  /** Ends it at once; settles when it is gone. */
  end(): Promise<void>
}

export interface ProcessLimits {
  /** How long it may take to start. */
  startMs: number
  /** How long it may work at one file, as its processor counts: a busy machine refuses no sound picture. */
  cpuMs: number
  /** How long it may be silent over one file, should it be stuck without working. */
  fileMs: number
  memoryMaxMb: number
}

const scriptMaxMb = 64

/** Starts a process, which gets ready meanwhile. */
export function startPictureWorkerProcess({
  startMs,
  fileMs,
  ...limits
}: ProcessLimits): PictureWorkerProcess {
  const child = forkWorker(limits)
  let alive = true
  const gone = new Promise<null>((resolve) => {
    const leave = () => {
      alive = false
      resolve(null)
    }
    child.once('exit', leave)
    child.once('error', leave)
  })
  const end = async () => {
    alive = false
    child.kill('SIGKILL')
    await gone
  }
  const ready = nextMessage(child, { withinMs: startMs, gone, end })
  return {
    isAlive: () => alive,
    remake: async (content, edgePx) => {
      if ((await ready) !== 'ready') throw new Error('The process that remakes pictures did not start.')
      const answer = nextMessage(child, { withinMs: fileMs, gone, end })
      child.send({ content, edgePx }, (error) => {
        if (error) void end()
      })
      const picture = await answer
      return picture instanceof Uint8Array ? Buffer.from(picture) : null
    },
    end,
  }
}

interface MessageWaitOptions {
  withinMs: number
  gone: Promise<null>
  end(): Promise<void>
}

/** What the process says next; null when it ends instead, as it must when it says nothing in time. */
async function nextMessage(
  child: ChildProcess,
  { withinMs, gone, end }: MessageWaitOptions,
): Promise<unknown> {
  const tooLate = setTimeout(() => void end(), withinMs)
  const noMore = new AbortController()
  const said = once(child, 'message', { signal: noMore.signal }).then(
    ([message]: unknown[]) => message,
    () => null,
  )
  const answer = await Promise.race([said, gone])
  clearTimeout(tooLate)
  noMore.abort()
  return answer
}

function forkWorker({ memoryMaxMb, cpuMs }: Pick<ProcessLimits, 'memoryMaxMb' | 'cpuMs'>): ChildProcess {
  // Built, it lies beside the server; while developing it is read as TypeScript.
  const isSource = import.meta.url.endsWith('.ts')
  const file = new URL(`./picture-worker.${isSource ? 'ts' : 'js'}`, import.meta.url)
  const tsx = isSource ? ['--import', createRequire(import.meta.url).resolve('tsx')] : []
  return fork(fileURLToPath(file), [String(memoryMaxMb), String(cpuMs)], {
    execArgv: [`--max-old-space-size=${scriptMaxMb}`, ...tsx],
    env: serverEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
