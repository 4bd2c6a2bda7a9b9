// Gate: the fuzz tests ran the required number of inputs of every kind.
import { expect, test } from 'vitest'
import { fuzzedInputs } from './test-reports.ts'

const inputsMin = 10_000

/** The required kinds, by the prefix of their names, with the minimum number of inputs. */
const kinds = {
  'body of ': 2_000,
  'parameters of ': 1_000,
  'query of ': 400,
  'response of ': 400,
  'message ': 200,
  'live frames': 280,
  'GET /api/': 80,
  'POST /api/': 50,
  'raw requests': 100,
  'CSV ': 300,
  pictures: 20,
  text: 500,
  'address of ': 1_000,
  moments: 300,
}

test('the fuzz tests ran at least 10,000 inputs, and the minimum of each kind', () => {
  const recorded = fuzzedInputs()
  const sum = (name: string) =>
    recorded.filter((entry) => entry.name.startsWith(name)).reduce((all, { count }) => all + count, 0)
  expect(sum('')).toBeGreaterThanOrEqual(inputsMin)
  for (const [name, minimum] of Object.entries(kinds)) {
    expect({ name, isEnough: sum(name) >= minimum }).toEqual({ name, isEnough: true })
  }
})
