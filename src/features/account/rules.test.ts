// Data export rules: the file name, and truncated lists.
import { expect, test } from 'vitest'
import { exportFileName, truncatedLists } from './rules.ts'

test('the file has the day in its name', () => {
  expect(exportFileName('2026-11-21')).toBe('stillwater-my-data-2026-11-21.json')
})

test('[PROF-22] a list with as many rows as were asked for is named: there may be more', () => {
  const parts = {
    chat: { messages: [1, 2, 3], likes: [1, 2] },
    meditation: { totalMinutes: 3, sessions: [] },
  }
  expect(truncatedLists(parts, 3)).toEqual(['chat.messages'])
  expect(truncatedLists(parts, 4)).toEqual([])
})
