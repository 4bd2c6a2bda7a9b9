// The interface to another browser engine than Playwright's: the few commands that the smoke test needs.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Elements are located by XPath, which both protocols support. */
export interface Engine {
  /** Opens a URL; the browser's own error page doesn't count as a failure. */
  navigate(url: string): Promise<void>
  /** Runs the source of a synchronous function in the page; its argument list and its result are JSON. */
  call(source: string, args: string): Promise<string>
  /** Clicks the middle of an element. */
  click(xpath: string): Promise<void>
  /** Focuses an element and types; special keys use WebDriver's code points, such as \uE007 for Enter. */
  type(xpath: string, text: string): Promise<void>
  /** Sets a file from the disk in a file input, visible or not. */
  chooseFile(xpath: string, path: string): Promise<void>
  /** A PNG of the window's content. */
  screenshot(): Promise<Buffer>
  /** Stops the browser and all of its child processes; never fails. */
  close(): Promise<void>
}

/** The timeout of one command. */
export const commandMs = 30_000

export interface Program {
  /**
   * Waits for output that matches; resolves with the first group. Rejects when the program exits, or after
   * `commandMs`.
   */
  waitForOutput(pattern: RegExp): Promise<string>
  /** Kills it and its child processes. */
  kill(): Promise<void>
}

/** Starts a program in its own process group, which is killed at the latest when this process exits. */
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
      // It has already exited.
    }
  }
  process.once('exit', killGroup)
  return {
    waitForOutput: (pattern) => waitForMatch(child, pattern, () => output),
    kill: async () => {
      process.off('exit', killGroup)
      const isRunning = child.exitCode === null && child.signalCode === null && child.pid !== undefined
      const ended = isRunning ? once(child, 'exit') : null
      killGroup()
      await ended
    },
  }
}

async function waitForMatch(child: ChildProcess, pattern: RegExp, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(output())
      if (found) resolve(found[1] ?? '')
    }
    const fail = (reason: string) => reject(new Error(`${child.spawnfile} ${reason}:\n${output()}`))
    child.on('printed', look)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with ${code}`))
    setTimeout(() => fail(`printed nothing like ${pattern.source}`), commandMs).unref()
    look()
  })
}
