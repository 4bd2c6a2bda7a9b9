// Reads the server's clock on purpose, where an exact moment depends on it.
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { sittingsCalls } from '../../contract.ts'

const clockSamples = 4
const clockSamplesWithinMs = 1_500

/**
 * Reads the server's clock a few times in a row, so that a quick response is among them (SYNC-03). Logs a failure.
 * Returns the function that stops it.
 */
export function sampleServerClock(): () => void {
  const controller = new AbortController()
  readSamples(controller.signal).catch((error: unknown) =>
    logFailure('The server’s clock could not be read.', error),
  )
  return () => controller.abort()
}

async function readSamples(signal: AbortSignal): Promise<void> {
  for (let sample = 1; sample <= clockSamples && !signal.aborted; sample += 1) {
    await call(sittingsCalls.sittings, { query: {} })
    await new Promise((resolve) => setTimeout(resolve, clockSamplesWithinMs / clockSamples))
  }
}
