import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grantMaxMs, settledWithin } from './settled-within.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

function ask(request: Promise<unknown>): boolean[] {
  const responses: boolean[] = []
  settledWithin(request, grantMaxMs, (isGranted) => responses.push(isGranted))
  return responses
}

test('[PHASE-08] the browser’s silence counts as a refusal after three seconds, until it grants the request', async () => {
  let grant = () => {}
  const responses = ask(
    new Promise<void>((resolve) => {
      grant = resolve
    }),
  )
  await vi.advanceTimersByTimeAsync(2_999)
  expect(responses).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(responses).toEqual([false])
  grant()
  await vi.advanceTimersByTimeAsync(0)
  expect(responses).toEqual([false, true])
})

test('[PHASE-08] a request is granted unless it fails or resolves with false', async () => {
  const responses = [
    Promise.resolve(),
    Promise.resolve(false),
    Promise.reject<unknown>(new Error('denied')),
  ].map(ask)
  await vi.advanceTimersByTimeAsync(grantMaxMs)
  expect(responses).toEqual([[true], [false], [false]])
})
