// Coalesced runs: which callers share one, and that no result is cached.
import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Reads that the test resolves, in the order of their start. */
function createPendingReads() {
  const started: { key: string; respond(value: string): void; fail(error: Error): void }[] = []
  const { run: ask } = coalesce<string, string>(
    (key) =>
      new Promise((respond, fail) => {
        started.push({ key, respond, fail })
      }),
  )
  return { ask, started }
}

test('[T40] callers during a read share the next one, which starts after their call', async () => {
  const { ask, started } = createPendingReads()
  const first = ask('today')
  const others = Array.from({ length: 1_000 }, () => ask('today'))
  expect(started).toHaveLength(1)
  started[0]?.respond('before')
  expect(await first).toBe('before')
  await expect.poll(() => started.length).toBe(2)
  const late = ask('today')
  started[1]?.respond('after')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['after']))
  await expect.poll(() => started.length).toBe(3)
  started[2]?.respond('late')
  expect(await late).toBe('late')
})

test('results are not cached, and neither other days nor failures delay a read', async () => {
  const { ask, started } = createPendingReads()
  const [today, next, yesterday] = [ask('today'), ask('today'), ask('yesterday')]
  expect(started.map(({ key }) => key)).toEqual(['today', 'yesterday'])
  started[1]?.respond('yesterday')
  expect(await yesterday).toBe('yesterday')
  started[0]?.fail(new Error('away'))
  await expect(today).rejects.toThrow('away')
  await expect.poll(() => started.length).toBe(3)
  started[2]?.respond('back')
  expect(await next).toBe('back')
  void ask('today')
  expect(started).toHaveLength(4)
})
