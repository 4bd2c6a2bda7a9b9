// What is typed in one tab and what another tab of the member finds.
import { afterEach, expect, it } from 'vitest'
import { setSignedInUid } from '#web/call.ts'
import { clearDrafts } from '#web/drafts.ts'
import { keepDraft, readKept } from './chat-drafts.ts'

const day = '2026-11-21'

afterEach(() => {
  clearDrafts()
  setSignedInUid(null)
})

it('[CHAT-26] what is typed is kept for its own tab', () => {
  setSignedInUid('uid-mia')
  keepDraft(day, 'In one tab')
  const ofOneTab = Object.entries(sessionStorage) as [string, string][]
  sessionStorage.clear()
  expect(readKept(day).draft).toBe('')
  keepDraft(day, 'In the other')
  sessionStorage.clear()
  for (const [key, value] of ofOneTab) sessionStorage.setItem(key, value)
  expect(readKept(day).draft).toBe('In one tab')
})
