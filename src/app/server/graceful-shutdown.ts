// Graceful shutdown on a signal, after work in flight is done (F20), and exit after an uncaught exception.
import { isatty } from 'node:tty'
import type { Logger } from 'pino'

interface ShutdownDeps {
  log: Pick<Logger, 'error' | 'fatal' | 'info'>
  /** Finishes work in flight and closes everything. */
  close(): Promise<void>
}

/** The time limit of a graceful shutdown. */
const shutdownTimeoutMs = 15_000

/** Within this time the same signal is the first one again: npm forwards the Ctrl+C that reached the server as well. */
const sameSignalMs = 1_000

/**
 * Shuts down gracefully at the first signal, exits at once at the next; exits with 1 after an uncaught exception.
 */
export function handleShutdown({ log, close }: ShutdownDeps): void {
  let isShuttingDown = false
  let first: { signal: string; atMs: number } | undefined
  const shutDown = async (code: number): Promise<void> => {
    isShuttingDown = true
    setTimeout(() => {
      log.error({ event: 'shutdown-timeout', withinMs: shutdownTimeoutMs }, 'Shutdown timed out; exiting.')
      process.exit(1)
    }, shutdownTimeoutMs).unref()
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, 'Shutdown failed; exiting.')
      process.exit(1)
    }
    process.exit(code)
  }
  // Closing a terminal stops the process started in it; a process under nohup keeps running.
  const isInTerminal = isatty(0)
  if (!isInTerminal) process.on('SIGHUP', () => undefined)
  for (const signal of ['SIGTERM', 'SIGINT', ...(isInTerminal ? (['SIGHUP'] as const) : [])] as const) {
    process.on(signal, () => {
      if (first?.signal === signal && performance.now() - first.atMs < sameSignalMs) return
      if (isShuttingDown) process.exit(1)
      first = { signal, atMs: performance.now() }
      log.info({ event: 'shutdown', signal }, 'Shutting down.')
      void shutDown(0)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error, event: 'crash' }, 'Uncaught exception; shutting down.')
      if (!isShuttingDown) void shutDown(1)
    })
  }
}

/** Ignores stdio errors, so that the process survives a closed terminal or pipe (F18). */
export function ignoreStdioErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
