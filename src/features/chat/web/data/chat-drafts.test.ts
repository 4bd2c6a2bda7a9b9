// Chat drafts: what one tab saves and what another tab of the member reads.
import { afterEach, expect, it } from 'vitest'
import { setSignedInUid } from '#web/call.ts'
import { clearDrafts } from '#web/drafts.ts'
import { saveChatDraft, readSavedChat } from './chat-drafts.ts'

const day = '2026-11-21'

afterEach(() => {
  clearDrafts()
  setSignedInUid(null)
})

it('[CHAT-26] a draft is saved for its own tab', () => {
  setSignedInUid('uid-mia')
  saveChatDraft(day, 'In one tab')
  const ofOneTab = Object.entries(sessionStorage) as [string, string][]
  sessionStorage.clear()
  expect(readSavedChat(day).draft).toBe('')
  saveChatDraft(day, 'In the other')
  sessionStorage.clear()
  for (const [key, value] of ofOneTab) sessionStorage.setItem(key, value)
  expect(readSavedChat(day).draft).toBe('In one tab')
})
