// Gate: the fuzz tests ran the required number of inputs of every kind.
import { expect, test } from 'vitest'
import { fuzzedInputs } from './test-reports.ts'

const inputsMin = 25_000

/** The required kinds, by the prefix of their names, with the minimum number of inputs. */
const kinds = {
  'body of ': 5_000,
  'parameters of ': 2_500,
  'query of ': 1_000,
  'response of ': 1_000,
  'message ': 500,
  'live frames': 700,
  'GET /api/': 200,
  'POST /api/': 125,
  'raw requests': 250,
  'CSV ': 750,
  pictures: 50,
  text: 1_250,
  'address of ': 2_500,
  moments: 750,
}

test('the fuzz tests ran at least 25,000 inputs, and the minimum of each kind', () => {
  const recorded = fuzzedInputs()
  const sum = (name: string) =>
    recorded.filter((entry) => entry.name.startsWith(name)).reduce((all, { count }) => all + count, 0)
  expect(sum('')).toBeGreaterThanOrEqual(inputsMin)
  for (const [name, minimum] of Object.entries(kinds)) {
    expect({ name, isEnough: sum(name) >= minimum }).toEqual({ name, isEnough: true })
  }
})
