// Data export rules: the file name, and truncated lists.
import { expect, test } from 'vitest'
import { exportFileName, truncatedLists } from './rules.ts'

test('the file name contains the day', () => {
  expect(exportFileName('2026-11-21')).toBe('stillwater-my-data-2026-11-21.json')
})

test('[PROF-22] a list that reached the row limit is reported as possibly truncated', () => {
  const parts = {
    chat: { messages: [1, 2, 3], likes: [1, 2] },
    meditation: { totalMinutes: 3, sessions: [] },
  }
  expect(truncatedLists(parts, 3)).toEqual(['chat.messages'])
  expect(truncatedLists(parts, 4)).toEqual([])
})
