// Advisory locks: their keys are distinct.
import { expect, test } from 'vitest'
import { advisoryLockKeys } from './advisory-locks.ts'

test('[I09] [I19] no two locks have the same key', () => {
  const keys = Object.values(advisoryLockKeys)
  expect(new Set<number>(keys).size).toBe(keys.length)
})
