// Batcher: grouping, order, items that run alone, and no blocking of other items.
import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

interface ResponseOf {
  item: string
  how: 'together' | 'alone'
}

const sizes = { max: 4, waitingMax: 100, pauseMs: 0 }

/** Item names say which run alone or fail; each batch runs until the test resolves it. */
function createTestBatcher(options: Partial<typeof sizes> = {}) {
  const started: string[] = []
  const letGo: (() => void)[] = []
  const failures: unknown[] = []
  const take = createBatcher<string, ResponseOf>({
    ...sizes,
    ...options,
    runBatch: async (items) => {
      started.push(items.join(' '))
      await new Promise<void>((resolve) => {
        letGo.push(resolve)
      })
      if (items.includes('poison')) throw new Error('All of it failed.')
      return items.map((item) => (item.startsWith('apart') ? null : { item, how: 'together' }))
    },
    runSingle: async (item) => {
      if (item === 'poison' || item === 'apart-bad') throw new Error(`${item} failed.`)
      if (item === 'apart-stuck') await new Promise(() => {})
      return { item, how: 'alone' }
    },
    onBatchFailed: (error) => failures.push(error),
  })
  const resolveNext = () => letGo.shift()?.()
  return { take, started, failures, resolveNext }
}

const batchResponse = (item: string): ResponseOf => ({ item, how: 'together' })
const singleResponse = (item: string): ResponseOf => ({ item, how: 'alone' })

test('the first item runs at once; items that arrive meanwhile form the next batch, in order, up to the limit', async () => {
  const { take, started, resolveNext } = createTestBatcher()
  const first = take('a')
  expect(started).toEqual(['a'])
  const others = ['b', 'c', 'd', 'e', 'f'].map(take)
  expect(started).toEqual(['a'])
  resolveNext()
  expect(await first).toEqual(batchResponse('a'))
  await expect.poll(() => started).toEqual(['a', 'b c d e'])
  resolveNext()
  await expect.poll(() => started).toEqual(['a', 'b c d e', 'f'])
  resolveNext()
  expect(await Promise.all(others)).toEqual(['b', 'c', 'd', 'e', 'f'].map(batchResponse))
})

test('an item that must run alone doesn’t block the others or fail them', async () => {
  const { take, started, resolveNext } = createTestBatcher()
  const first = take('a')
  const others = ['apart-bad', 'apart', 'apart-stuck', 'b'].map(take)
  resolveNext()
  await first
  resolveNext()
  await expect(others[0]).rejects.toThrow('apart-bad failed.')
  await expect(others[1]).resolves.toEqual(singleResponse('apart'))
  await expect(others[3]).resolves.toEqual(batchResponse('b'))
  const next = take('c')
  await expect.poll(() => started.at(-1)).toBe('c')
  resolveNext()
  await expect(next).resolves.toEqual(batchResponse('c'))
})

test('after a failed batch each item runs alone, and only the bad one fails', async () => {
  const { take, failures, resolveNext } = createTestBatcher()
  const first = take('a')
  const others = ['b', 'poison', 'c'].map(take)
  resolveNext()
  await first
  resolveNext()
  await expect(others[1]).rejects.toThrow('poison failed.')
  await expect(Promise.all([others[0], others[2]])).resolves.toEqual([
    singleResponse('b'),
    singleResponse('c'),
  ])
  expect(failures).toEqual([new Error('All of it failed.')])
})

test('a synchronous exception doesn’t block the queue', async () => {
  const take = createBatcher<string, ResponseOf>({
    ...sizes,
    runBatch: () => {
      throw new Error('All of it failed.')
    },
    runSingle: (item) => {
      if (item === 'poison') throw new Error('It failed.')
      return Promise.resolve(singleResponse(item))
    },
    onBatchFailed: () => {
      throw new Error('Nobody hears.')
    },
  })
  const first = ['poison', 'a'].map(take)
  await expect(first[0]).rejects.toThrow('It failed.')
  await expect(first[1]).resolves.toEqual(singleResponse('a'))
  await expect(take('b')).resolves.toEqual(singleResponse('b'))
})

test('items beyond the queue limit run alone at once', async () => {
  const { take, started } = createTestBatcher({ waitingMax: 2 })
  for (const item of ['a', 'b', 'c']) void take(item)
  expect(await take('d')).toEqual(singleResponse('d'))
  expect(started).toEqual(['a'])
})

test('the batcher pauses after a batch of several items, but not after a single one', async () => {
  const { take, started, resolveNext } = createTestBatcher({ pauseMs: 50 })
  const first = take('a')
  resolveNext()
  await first
  const second = take('b')
  expect(started).toEqual(['a', 'b'])
  const others = ['c', 'd'].map(take)
  resolveNext()
  await second
  await expect.poll(() => started.at(-1)).toBe('c d')
  resolveNext()
  await Promise.all(others)
  // They arrive during the batch delay and wait for each other.
  for (const item of ['e', 'f']) void take(item)
  expect(started.at(-1)).toBe('c d')
  await expect.poll(() => started.at(-1)).toBe('e f')
})
