// Reads the server's clock on purpose, where an exact moment depends on it.
import { call } from '#web/call.ts'
import { sittingsCalls } from '../../contract.ts'

const clockSamples = 4
const clockSamplesWithinMs = 1_500

/** Reads the server's clock a few times in a row, so that a quick response is among them (SYNC-03). */
export async function sampleServerClock(): Promise<void> {
  for (let sample = 1; sample <= clockSamples; sample += 1) {
    await call(sittingsCalls.sittings, { query: {} })
    await new Promise((resolve) => setTimeout(resolve, clockSamplesWithinMs / clockSamples))
  }
}
