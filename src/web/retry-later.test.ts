// Retry later: the sentence with the minutes, and which responds wait.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryLaterSentence, subscribeToRetries, retryLater } from './retry-later.ts'

const refused = (retryAfterMs: number | null, status = 429) =>
  Object.assign(new Error(String(status)), { status, errorBody: null, retryAfterMs })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[AUTH-52] a refused call goes on after its retry-after, and the sentence names the minutes left', async () => {
  const heard: (string | null)[] = []
  const stop = subscribeToRetries(() => heard.push(retryLaterSentence()))
  const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused(170_000)).mockResolvedValue('in')
  const result = retryLater(run)
  await vi.advanceTimersByTimeAsync(169_000)
  expect(run).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await result).toBe('in')
  stop()
  const minutes = heard.map((sentence) => /in about (\d+ minutes?)\.$/.exec(sentence ?? '')?.[1] ?? null)
  expect(minutes.slice(0, 3)).toEqual(['3 minutes', '2 minutes', '1 minute'])
  expect(heard.at(-1)).toBeNull()
})

test.each([refused(null), refused(1_000, 503), refused(90_000), new Error('lost')])(
  '[AUTH-52] %s fails like any other error',
  async (error) => {
    await expect(retryLater(() => Promise.reject(error), { maxWaitMs: 60_000 })).rejects.toBe(error)
    expect(retryLaterSentence()).toBeNull()
  },
)
