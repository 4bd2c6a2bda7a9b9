// Session cache: single-flight reads, invalidation, and the size limit.
import { describe, expect, test } from 'vitest'
import { createSessionCache } from './session-cache.ts'

interface Value {
  name: string
  version: number
}

/** A cache whose reads the test resolves one by one; its entries can be made stale. */
function createTestCache(entriesMax = 10) {
  const reads: { key: string; resolve(value: Value | null): void; reject(error: Error): void }[] = []
  let isFresh = true
  const cache = createSessionCache<Value>({
    read: (key) =>
      new Promise((resolve, reject) => {
        reads.push({ key, resolve, reject })
      }),
    isFresh: () => isFresh,
    entriesMax,
  })
  const known = async (name: string, version = 1) => {
    const found = cache.find(name)
    reads.pop()?.resolve({ name, version })
    return found
  }
  return {
    cache,
    reads,
    known,
    setFresh: (fresh: boolean) => {
      isFresh = fresh
    },
  }
}

const hasName = (name: string) => (value: Value) => value.name === name

describe('a read', () => {
  test('runs once for concurrent callers, and not at all for a cached value', async () => {
    const { cache, reads } = createTestCache()
    const found = ['mia', 'mia', 'mo'].map(async (key) => cache.find(key))
    expect(reads.map(({ key }) => key)).toEqual(['mia', 'mo'])
    for (const { key, resolve } of reads) resolve({ name: key, version: 1 })
    expect((await Promise.all(found)).map((value) => value?.name)).toEqual(['mia', 'mia', 'mo'])
    expect(await cache.find('mia')).toEqual({ name: 'mia', version: 1 })
    expect(reads).toHaveLength(2)
  })

  test('of an invalid token is repeated each time', async () => {
    const { cache, reads } = createTestCache()
    for (const times of [1, 2]) {
      const found = cache.find('nobody')
      reads.at(-1)?.resolve(null)
      expect([await found, reads.length]).toEqual([null, times])
    }
  })

  test('that fails rejects for all who waited, and the next caller starts a new one', async () => {
    const { cache, reads, known } = createTestCache()
    const found = Promise.allSettled([cache.find('mia'), cache.find('mia')])
    reads.pop()?.reject(new Error('away'))
    expect((await found).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await known('mia')).toEqual({ name: 'mia', version: 1 })
  })

  test('is repeated when the cached value is stale, and an invalid token is evicted', async () => {
    const { cache, reads, known, setFresh } = createTestCache()
    await known('mia')
    setFresh(false)
    expect(await known('mia', 2)).toMatchObject({ version: 2 })
    const gone = cache.find('mia')
    reads.pop()?.resolve(null)
    expect(await gone).toBe(null)
    setFresh(true)
    expect(await known('mia', 3)).toMatchObject({ version: 3 })
  })
})

describe('an invalidation', () => {
  test('[T04] evicts only the matching values', async () => {
    const { cache, reads, known } = createTestCache()
    for (const name of ['mia', 'mo']) await known(name)
    cache.evict(hasName('mia'))
    expect(await cache.find('mo')).toMatchObject({ version: 1 })
    expect(reads).toHaveLength(0)
    expect(await known('mia', 2)).toMatchObject({ version: 2 })
  })

  test('[T04] during a read discards the older result', async () => {
    const { cache, reads } = createTestCache()
    const before = cache.find('mia')
    cache.evict(hasName('mo'))
    cache.evict(hasName('mia'))
    const after = cache.find('mia')
    reads.shift()?.resolve({ name: 'mia', version: 1 })
    await expect.poll(() => reads.length).toBe(1)
    cache.evict(hasName('mia'))
    reads.shift()?.resolve({ name: 'mia', version: 2 })
    await expect.poll(() => reads.length).toBe(1)
    cache.evict(hasName('mo'))
    reads.shift()?.resolve({ name: 'mia', version: 3 })
    expect(await Promise.all([before, after])).toMatchObject([{ version: 3 }, { version: 3 }])
    expect(await cache.find('mia')).toMatchObject({ version: 3 })
    expect(reads).toHaveLength(0)
  })
})

test('the least recently used entries are evicted above the limit', async () => {
  const { cache, reads, known } = createTestCache(3)
  for (const name of ['mia', 'mo', 'ada']) await known(name)
  await cache.find('mia')
  await known('gail')
  for (const name of ['mia', 'ada', 'gail']) expect(await cache.find(name)).toMatchObject({ name })
  expect(reads).toHaveLength(0)
  expect(await known('mo', 2)).toMatchObject({ version: 2 })
})
