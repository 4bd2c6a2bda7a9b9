// Another browser engine than the one that Playwright drives: the few commands that the smoke journey needs.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** An element is named by an XPath, as both protocols know it. */
export interface Engine {
  /** Opens an address; an error page of the browser's own is no failure. */
  navigate(url: string): Promise<void>
  /** Runs the source of a synchronous function in the page; its list of arguments and its answer are JSON. */
  call(source: string, args: string): Promise<string>
  /** A press of the mouse in the middle of an element. */
  click(xpath: string): Promise<void>
  /** Focuses an element and types; keys without a character as WebDriver writes them, such as \uE007 for Enter. */
  type(xpath: string, text: string): Promise<void>
  /** Puts a file of the disk into a file field, shown or not. */
  chooseFile(xpath: string, path: string): Promise<void>
  /** A PNG of what is in the window. */
  screenshot(): Promise<Buffer>
  /** Ends the browser and everything that it started; never fails. */
  close(): Promise<void>
}

/** How long one command may take. */
export const commandMs = 30_000

export interface Program {
  /** What it printed matches; the first group of the match. Rejects when it ends before, or after `commandMs`. */
  printed(pattern: RegExp): Promise<string>
  /** Kills it and its children. */
  kill(): Promise<void>
}

/** Starts a program in a process group of its own, which ends with this process at the latest. */
export function startProgram(path: string, args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(path, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString()
      child.emit('printed')
    })
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  process.once('exit', killGroup)
  return {
    printed: (pattern) => untilPrinted(child, pattern, () => output),
    kill: async () => {
      process.off('exit', killGroup)
      const isRunning = child.exitCode === null && child.signalCode === null && child.pid !== undefined
      const ended = isRunning ? once(child, 'exit') : null
      killGroup()
      await ended
    },
  }
}

async function untilPrinted(child: ChildProcess, pattern: RegExp, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(output())
      if (found) resolve(found[1] ?? '')
    }
    const fail = (why: string) => reject(new Error(`${child.spawnfile} ${why}:\n${output()}`))
    child.on('printed', look)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with ${code}`))
    setTimeout(() => fail(`printed nothing like ${pattern.source}`), commandMs).unref()
    look()
  })
}
