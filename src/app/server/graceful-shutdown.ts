// How the process ends: by a signal, after everything under way is done (F20), or by an error that nobody has caught.
import { isatty } from 'node:tty'
import type { Logger } from 'pino'

interface ShutdownDeps {
  log: Pick<Logger, 'error' | 'fatal' | 'info'>
  /** Ends what is under way and closes everything. */
  close(): Promise<void>
}

/** How long that may take. */
const shutdownTimeoutMs = 15_000

/** Ends the process at the first signal in peace, at the second at once; and with 1 after an error that nobody caught. */
export function handleShutdown({ log, close }: ShutdownDeps): void {
  let isEnding = false
  const end = async (code: number): Promise<void> => {
    isEnding = true
    setTimeout(() => {
      log.error({ event: 'stop-late', withinMs: shutdownTimeoutMs }, 'Shutdown timed out; exiting.')
      process.exit(1)
    }, shutdownTimeoutMs).unref()
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, 'It did not end well.')
      process.exit(1)
    }
    process.exit(code)
  }
  // A terminal that is closed ends what was begun in it; what nohup let go of goes on.
  const isInTerminal = isatty(0)
  if (!isInTerminal) process.on('SIGHUP', () => undefined)
  for (const signal of ['SIGTERM', 'SIGINT', ...(isInTerminal ? (['SIGHUP'] as const) : [])] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1)
      log.info({ event: 'stop', signal }, 'It ends.')
      void end(0)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error, event: 'crash' }, 'An error that nobody caught ends it.')
      if (!isEnding) void end(1)
    })
  }
}

/** Lets a terminal or a pipe go away without taking the process along (F18). */
export function ignoreStdioErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
