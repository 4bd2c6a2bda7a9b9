// Keyed queue: order within a key, and independence of keys.
import { expect, test } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

test('tasks of a key run one after the other, those of other keys at the same time, despite failures', async () => {
  const queue = createKeyedQueue<string>()
  const started: string[] = []
  let fail: (error: Error) => void = () => undefined
  const blocked = new Promise<string>((_, reject) => {
    fail = reject
  })
  const task = (name: string, result: Promise<string>) => () => {
    started.push(name)
    return result
  }
  const first = queue.run('a', task('a1', blocked))
  const second = queue.run('a', task('a2', Promise.resolve('second')))
  const other = queue.run('b', task('b1', Promise.resolve('other')))
  expect(started).toEqual(['a1', 'b1'])
  expect(await other).toBe('other')
  expect(started).toEqual(['a1', 'b1'])
  fail(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(await second).toBe('second')
})

test('it is idle once every task has settled, including tasks added meanwhile', async () => {
  const queue = createKeyedQueue<number>()
  const finished: string[] = []
  void queue.run(1, async () => {
    await Promise.resolve()
    finished.push('first')
    void queue.run(2, async () => {
      await Promise.resolve()
      finished.push('second')
    })
  })
  await queue.whenIdle()
  expect(finished).toEqual(['first', 'second'])
})
