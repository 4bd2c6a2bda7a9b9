// The semaphore: concurrency, order and a full queue.
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('limits concurrency, queues in order, and rejects when the queue is full', async () => {
  const semaphore = createSemaphore({ atOnce: 2, waitingMax: 3 })
  const started: number[] = []
  const finish: (() => void)[] = []
  const work = (id: number) =>
    semaphore.run(async () => {
      started.push(id)
      await new Promise<void>((resolve) => {
        finish[id] = resolve
      })
      return id
    })
  const running = [0, 1, 2, 3, 4].map(work)
  await expect(work(5)).rejects.toMatchObject({ errorResponse: { status: 503, retryAfterMs: 2_000 } })
  expect(started).toEqual([0, 1])
  finish[1]?.()
  await expect(running[1]).resolves.toBe(1)
  await expect.poll(() => started).toEqual([0, 1, 2])
  finish[0]?.()
  finish[2]?.()
  await expect.poll(() => started).toEqual([0, 1, 2, 3, 4])
  finish[3]?.()
  finish[4]?.()
  await expect(Promise.all(running)).resolves.toEqual([0, 1, 2, 3, 4])
})

test('a failed task passes its permit on', async () => {
  const semaphore = createSemaphore({ atOnce: 1, waitingMax: 1 })
  const failing = semaphore.run(() => Promise.reject(new Error('no')))
  const next = semaphore.run(() => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
  await expect(semaphore.run(() => Promise.resolve('again'))).resolves.toBe('again')
})

test('[T74] work of a client that was responded to or is gone leaves the queue, and frees its place', async () => {
  const semaphore = createSemaphore({ atOnce: 1, waitingMax: 1 })
  let finish = (): void => undefined
  const running = semaphore.run(() => new Promise<void>((resolve) => (finish = resolve)))
  const started: string[] = []
  const run = (name: string, signal?: AbortSignal) =>
    semaphore.run(async () => void started.push(name), { address: '203.0.113.1', ...(signal && { signal }) })
  const leaving = new AbortController()
  const left = run('left', leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ errorResponse: { status: 503 } })
  const next = run('next')
  await expect(run('gone', AbortSignal.abort())).rejects.toMatchObject({ errorResponse: { status: 503 } })
  finish()
  await Promise.all([running, next])
  expect(started).toEqual(['next'])
})
