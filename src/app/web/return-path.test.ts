// Return path: which addresses are allowed, and how long a tab keeps one.
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { saveReturnPath, returnPathOf, consumeReturnPath } from './return-path.ts'

afterEach(() => sessionStorage.clear())

describe('the return path', () => {
  test.each([
    '/referrals',
    '/mood-analytics?period=all',
    '/mood-analytics?period=week&week=-2',
    '/settings',
    '/admin#users',
    '/admin?selectedUser=7#users',
    '/garden-angel',
    '/moderation',
    '/hosting',
    '/settings?verified=TOKEN',
    '/first-admin#TOKEN',
  ])('[AUTH-43] %s is stored completely', (address) => {
    expect(returnPathOf(address)).toBe(address)
  })

  test('[AUTH-43, SHELL-46] a browser without URL.canParse stores it too', () => {
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(returnPathOf('/settings')).toBe('/settings')
    // Its host is invalid once the tab is left out.
    expect(returnPathOf('/\t/[')).toBe(null)
  })

  test.each([
    '',
    'referrals',
    '/',
    '/meditation',
    '/auth',
    '/auth?ref=CODE',
    '/goodbye',
    '//evil.example/referrals',
    '/\\evil.example/referrals',
    '\\/evil.example',
    '/\t/evil.example/referrals',
    'https://evil.example/referrals',
    'https://this.site/referrals',
    'javascript:alert(1)',
    '/referrals/../auth',
    '/api/account/export',
    '/admin%2f..%2fauth',
    '/referrals?ref=CODE',
    `/referrals?x=${'y'.repeat(512)}`,
  ])('[AUTH-43] %j is rejected', (address) => {
    expect(returnPathOf(address)).toBeNull()
  })
})

test('[AUTH-43] it is stored for half an hour and consumed once', () => {
  saveReturnPath('/referrals', 0)
  expect(consumeReturnPath(30 * 60_000)).toBe('/referrals')
  expect(consumeReturnPath(30 * 60_000)).toBeNull()
  saveReturnPath('/referrals', 0)
  expect(consumeReturnPath(30 * 60_000 + 1)).toBeNull()
})

test('[AUTH-43] a later path replaces it, and a tampered value is ignored', () => {
  saveReturnPath('/referrals')
  saveReturnPath('/meditation')
  expect(consumeReturnPath()).toBeNull()
  saveReturnPath('/referrals')
  saveReturnPath(null)
  expect(consumeReturnPath()).toBeNull()
  for (const text of ['{', '7', JSON.stringify({ path: '//evil.example', savedAtMs: Date.now() })]) {
    sessionStorage.setItem('return-path', text)
    expect(consumeReturnPath()).toBeNull()
  }
})
