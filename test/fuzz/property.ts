// Runs fuzz properties: with a reported seed, a number of inputs set by the run, and a count for the gate.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

const reportsDir = join(import.meta.dirname, '../../.reports')

/** The seed of all inputs: fixed in ordinary runs, random in each `npm run fuzz`. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)

/** Multiplies the number of inputs that a test asks for; an ordinary run has a tenth. */
const factor = Number(process.env['FUZZ_FACTOR'] ?? 0.1)

/** The number of inputs of a property in this run. */
const inputs = (runs: number) => Math.max(1, Math.round(runs * factor))

/** Records the inputs that were tried, for the gate that counts them (test/gates/after/fuzz.test.ts). */
export function recordInputs(name: string, count: number): void {
  mkdirSync(reportsDir, { recursive: true })
  appendFileSync(join(reportsDir, 'fuzz.log'), `${JSON.stringify({ name, count, seed })}\n`)
}

/** Tries a property with that many inputs; a failure names the seed and the smallest failing input. */
export function tryProperty<Value>(
  name: string,
  runs: number,
  input: fc.Arbitrary<Value>,
  check: (value: Value) => void,
): void {
  let triedCount = 0
  fc.assert(
    fc.property(input, (value) => {
      triedCount += 1
      check(value)
    }),
    { seed, numRuns: inputs(runs) },
  )
  recordInputs(name, triedCount)
}

/** The same for slow properties, several at a time. A failure names its seed; the input isn't shrunk. */
export async function tryPropertyAsync<Value>(
  name: string,
  { runs, concurrency, salt = 0 }: { runs: number; concurrency: number; salt?: number },
  input: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<void>,
): Promise<void> {
  const values = fc.sample(input, { seed: seed + salt, numRuns: inputs(runs) })
  const left = values.values()
  const worker = async () => {
    for (const value of left) {
      try {
        await check(value)
      } catch (error) {
        throw new Error(`${name} with FUZZ_SEED=${seed}: ${fc.stringify(value).slice(0, 600)}`, {
          cause: error,
        })
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  recordInputs(name, values.length)
}
