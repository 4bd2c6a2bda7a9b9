// Reads the server's clock on purpose, where an exact moment depends on it.
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { sittingsCalls } from '../../contract.ts'

const clockSamples = 4
const clockSamplesWithinMs = 1_500

/** Reads the server's clock a few times in a row, so that a quick response is among them (SYNC-03). Logs a failure. */
export function sampleServerClock(): void {
  readSamples().catch((error: unknown) => logFailure('The server’s clock could not be read.', error))
}

async function readSamples(): Promise<void> {
  for (let sample = 1; sample <= clockSamples; sample += 1) {
    await call(sittingsCalls.sittings, { query: {} })
    await new Promise((resolve) => setTimeout(resolve, clockSamplesWithinMs / clockSamples))
  }
}
