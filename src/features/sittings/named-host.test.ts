import { expect, test } from 'vitest'
import { namedHost } from './named-host.ts'

test.each([
  ['Lena Oduya', 'Ana', 'Ana'],
  ['Ana', 'Ana', null],
  [' ana ', 'Ana', null],
  ['Lena Oduya', null, null],
])('[TEACH-06] beside %s the host %s is named %s', (instructor, host, named) => {
  expect(namedHost(instructor, host)).toBe(named)
})
