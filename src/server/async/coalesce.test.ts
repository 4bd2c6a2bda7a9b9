// Coalesced runs: which callers share one, and that no result is cached.
import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Reads that the test settles, in the order in which they started. */
function createPendingReads() {
  const begun: { key: string; answer(value: string): void; fail(error: Error): void }[] = []
  const { run: ask } = coalesce<string, string>(
    (key) =>
      new Promise((answer, fail) => {
        begun.push({ key, answer, fail })
      }),
  )
  return { ask, begun }
}

test('[T40] callers during a read share the next one, which starts after their call', async () => {
  const { ask, begun } = createPendingReads()
  const first = ask('today')
  const others = Array.from({ length: 1_000 }, () => ask('today'))
  expect(begun).toHaveLength(1)
  begun[0]?.answer('before')
  expect(await first).toBe('before')
  await expect.poll(() => begun.length).toBe(2)
  const late = ask('today')
  begun[1]?.answer('after')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['after']))
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.answer('late')
  expect(await late).toBe('late')
})

test('results are not cached, and neither other days nor failures delay a read', async () => {
  const { ask, begun } = createPendingReads()
  const [today, next, yesterday] = [ask('today'), ask('today'), ask('yesterday')]
  expect(begun.map(({ key }) => key)).toEqual(['today', 'yesterday'])
  begun[1]?.answer('yesterday')
  expect(await yesterday).toBe('yesterday')
  begun[0]?.fail(new Error('away'))
  await expect(today).rejects.toThrow('away')
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.answer('back')
  expect(await next).toBe('back')
  void ask('today')
  expect(begun).toHaveLength(4)
})
