// The fair queue: serving order, and eviction when full.
import { expect, test } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** Item names contain network, address and a number, such as 'a1/x 2'. */
const push = (queue: FairQueue<string>, item: string) => {
  const [from = ''] = item.split(' ')
  const [network = '', address = ''] = from.split('/')
  return queue.push(item, { network, address })
}
const drain = (queue: FairQueue<string>): string[] => {
  const items: string[] = []
  for (let item = queue.shift(); item !== null; item = queue.shift()) items.push(item)
  return items
}

test('[T49] items of one address are served in order', () => {
  const queue = createFairQueue<string>(10)
  for (const item of ['n/a 1', 'n/a 2', 'n/a 3']) expect(push(queue, item)).toBeNull()
  expect(drain(queue)).toEqual(['n/a 1', 'n/a 2', 'n/a 3'])
  expect(queue.shift()).toBeNull()
})

test('[T49] round robin over networks, then over addresses', () => {
  const queue = createFairQueue<string>(10)
  for (const item of ['n/a 1', 'n/a 2', 'n/b 1', 'n/b 2', 'm/c 1', 'm/c 2']) push(queue, item)
  expect(drain(queue)).toEqual(['n/a 1', 'm/c 1', 'n/b 1', 'm/c 2', 'n/a 2', 'n/b 2'])
})

test('[T49] a new network waits for at most one item of each other network', () => {
  const queue = createFairQueue<string>(100)
  for (let round = 0; round < 3; round += 1) {
    for (let network = 0; network < 30; network += 1) push(queue, `n${network}/a ${round}`)
  }
  push(queue, 'honest/a 1')
  expect(drain(queue).indexOf('honest/a 1')).toBe(30)
})

test('[T49] one address may fill the queue; its excess is evicted', () => {
  const queue = createFairQueue<string>(3)
  for (const item of ['n/a 1', 'n/a 2', 'n/a 3']) push(queue, item)
  expect(push(queue, 'n/a 4')).toBe('n/a 4')
  expect(drain(queue)).toEqual(['n/a 1', 'n/a 2', 'n/a 3'])
})

test('[T49] a full queue evicts from the busiest source', () => {
  const queue = createFairQueue<string>(4)
  for (const item of ['n/a 1', 'n/a 2', 'n/b 1', 'm/c 1']) push(queue, item)
  expect(push(queue, 'o/d 1')).toBe('n/a 2')
  // All networks are even now, except the one that sends another.
  expect(push(queue, 'o/d 2')).toBe('o/d 2')
  expect(drain(queue)).toEqual(['n/a 1', 'm/c 1', 'o/d 1', 'n/b 1'])
})

test('[T49] all addresses of one network share its turn', () => {
  const queue = createFairQueue<string>(4)
  for (let address = 0; address < 100; address += 1) push(queue, `n/a${address} 1`)
  for (const item of ['m/x 1', 'o/y 1']) expect(push(queue, item)).toMatch(/^n\//)
  expect(drain(queue).slice(0, 3)).toEqual(['n/a0 1', 'm/x 1', 'o/y 1'])
})
