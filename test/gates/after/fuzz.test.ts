// Gate: the fuzz tests ran the required number of inputs of every kind.
import { expect, test } from 'vitest'
import { fuzzedInputs } from './test-reports.ts'

const inputsMin = 100_000

/** The required kinds, by the prefix of their names, with the minimum number of inputs. */
const kinds = {
  'body of ': 20_000,
  'parameters of ': 10_000,
  'query of ': 4_000,
  'answer of ': 4_000,
  'message ': 2_000,
  'live frames': 2_800,
  'GET /api/': 800,
  'POST /api/': 500,
  'raw requests': 1_000,
  'CSV ': 3_000,
  pictures: 200,
  text: 5_000,
  'address of ': 10_000,
  moments: 3_000,
}

test('the fuzz tests ran at least 100,000 inputs, and the minimum of each kind', () => {
  const recorded = fuzzedInputs()
  const sum = (name: string) =>
    recorded.filter((entry) => entry.name.startsWith(name)).reduce((all, { count }) => all + count, 0)
  expect(sum('')).toBeGreaterThanOrEqual(inputsMin)
  for (const [name, minimum] of Object.entries(kinds)) {
    expect({ name, isEnough: sum(name) >= minimum }).toEqual({ name, isEnough: true })
  }
})
