import { expect, test } from 'vitest'
import { videoOutcomes } from './video-outcomes.ts'

test.each([
  [
    [200, 206, 302, 404, 410, 403, 500, 429],
    ['responds', 'responds', 'responds', 'fails', 'fails', 'fails', 'fails', 'unknown'],
  ],
  [
    ['found', 'missing'],
    ['responds', 'fails'],
  ],
  [
    ['unreachable', 404],
    ['fails', 'fails'],
  ],
  [
    ['unreachable', 'unreachable', 'found'],
    ['unknown', 'unknown', 'responds'],
  ],
  [
    ['private', 200],
    ['unknown', 'responds'],
  ],
] as const)('[SCH-37] %j says %j', (responses, outcomes) => {
  expect(videoOutcomes(responses)).toEqual(outcomes)
})
