import { expect, test } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { shownHost } from './host-of-sitting.ts'

const ana = { id: 1, name: 'Ana' }
const ben = { id: 2, name: 'Ben' }
const others = [
  { scheduleId: 7, host: ana },
  { scheduleId: 8, host: ben },
]

test('[TEACH-06] who holds the sitting is that of its schedule, also beside another meditation', () => {
  const day = { scheduleId: 7, host: ana, others }
  expect(shownHost({ ...day, sitting: null })).toBe(ana)
  expect(shownHost({ ...day, sitting: sittingSharingAt(0, { scheduleId: 7 }) })).toBe(ana)
  expect(shownHost({ ...day, sitting: sittingSharingAt(0, { scheduleId: 8 }) })).toBe(ben)
  expect(shownHost({ ...day, sitting: sittingSharingAt(0, { scheduleId: 9 }) })).toBeNull()
})
