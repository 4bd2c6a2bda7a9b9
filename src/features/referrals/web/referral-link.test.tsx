// Sharing the link: native share sheet, clipboard, and manual copying when both fail.
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { testCommunity } from '#test/web/community.ts'
import { setUpUser } from '#test/web/user.ts'
import { setCommunity } from '#web/community.ts'
import { toastStore } from '#web/toast-store.ts'
import { ReferralLink } from './referral-link.tsx'

const link = `${window.location.origin}/?ref=0012AB34`

let lastToast: number
let info: MockInstance<typeof console.info>
beforeEach(() => {
  lastToast = toastStore.records()[0]?.id ?? 0
  info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'share')
})

function show() {
  const user = setUpUser()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  render(<ReferralLink code="0012AB34" />)
  return {
    write,
    share: () => user.click(screen.getByRole('button', { name: 'Share Link' })),
    copy: () => user.click(screen.getByRole('button', { name: 'Copy link' })),
  }
}

/** Stubs the native share sheet. */
function stubShareSheet(open: (data: ShareData) => Promise<void>) {
  const sheet = vi.fn<typeof open>(open)
  Object.defineProperty(navigator, 'share', { configurable: true, value: sheet })
  return sheet
}

const toasts = () => (toastStore.records()[0]?.id ?? 0) - lastToast
const manualCopyField = () => screen.queryByLabelText<HTMLInputElement>('Your share link')
const expectCopied = () =>
  waitFor(() =>
    expect(toastStore.records()[0]).toMatchObject({
      id: lastToast + 1,
      title: 'Copied!',
      description: 'Referral link copied to clipboard.',
    }),
  )

it('[COM-06] the words say whether the link lets friends in', () => {
  const words = {
    open: 'Send the link to someone you’d like to sit with.',
    invitation: 'New members come by invitation. Your link lets your friends in.',
    closed: 'No one can join right now. Your link works again once the door opens.',
  } as const
  show()
  for (const joining of ['closed', 'invitation', 'open'] as const) {
    act(() => setCommunity({ ...testCommunity, joining }))
    expect(screen.getByText(words[joining])).toBeTruthy()
  }
})

it('[REF-08, REF-10] the copy button copies the share link and confirms it', async () => {
  const { write, copy } = show()
  await copy()
  expect(write.mock.calls).toEqual([[link]])
  await expectCopied()
})

it('[REF-08, REF-09] Share Link opens the native share sheet with the link, and copies nothing', async () => {
  const sheet = stubShareSheet(() => Promise.resolve())
  const { write, share } = show()
  await share()
  expect(sheet.mock.calls).toEqual([
    [{ title: 'Stillwater', text: 'Come and sit with me at Stillwater.', url: link }],
  ])
  expect(write).not.toHaveBeenCalled()
  expect(toasts()).toBe(0)
})

it('[REF-09] while a sheet is open another press copies nothing, even if the sheet never reports its end', async () => {
  const sheet = stubShareSheet(() => new Promise(() => undefined))
  const { write, share } = show()
  await share()
  sheet.mockRejectedValueOnce(new DOMException('A share is under way.', 'InvalidStateError'))
  await share()
  expect(write).not.toHaveBeenCalled()
  expect(toasts()).toBe(0)
  expect(info).not.toHaveBeenCalled()
  await share()
  expect(sheet).toHaveBeenCalledTimes(3)
})

it('[REF-09] without a native share sheet the link is copied', async () => {
  const { write, share } = show()
  await share()
  expect(write.mock.calls).toEqual([[link]])
  await expectCopied()
  expect(info).not.toHaveBeenCalled()
})

it('[REF-09] if sharing fails the link is copied', async () => {
  stubShareSheet(() => Promise.reject(new DOMException('Not now.', 'NotAllowedError')))
  const { write, share } = show()
  await share()
  expect(write.mock.calls).toEqual([[link]])
  await expectCopied()
})

it('[REF-09] closing the sheet copies nothing and shows no error', async () => {
  stubShareSheet(() => Promise.reject(new DOMException('Share canceled', 'AbortError')))
  const { write, share } = show()
  await share()
  expect(write).not.toHaveBeenCalled()
  expect(toasts()).toBe(0)
  expect(info).not.toHaveBeenCalled()
})

it('[REF-10] if the clipboard fails the link is shown selected, until a copy succeeds', async () => {
  const { write, copy } = show()
  write.mockRejectedValueOnce(new DOMException('Write permission denied.', 'NotAllowedError'))
  await copy()
  await waitFor(() => expect(manualCopyField()).toBeTruthy())
  const field = manualCopyField()!
  expect(field.value).toBe(link)
  expect(field.readOnly).toBe(true)
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length])
  expect(toasts()).toBe(0)
  write.mockRejectedValueOnce(new DOMException('Write permission denied.', 'NotAllowedError'))
  await copy()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length])
  await copy()
  await expectCopied()
  expect(manualCopyField()).toBeNull()
})

it('[REF-09, REF-10] without share sheet and clipboard the link is shown as well', async () => {
  const { share } = show()
  vi.spyOn(navigator, 'clipboard', 'get').mockImplementation(() => {
    throw new TypeError('There is no clipboard here.')
  })
  await share()
  await waitFor(() => expect(manualCopyField()?.value).toBe(link))
})
