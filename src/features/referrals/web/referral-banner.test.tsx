// Referral banner: the text of each state, and the code used for joining.
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { setUpUser } from '#test/web/user.ts'
import { call } from '#web/call.ts'
import { referralsCalls } from '../contract.ts'
import { ReferralBanner } from './referral-banner.tsx'
import { useLinkCode } from './use-link-code.ts'

const user = setUpUser()

const { validateText: validate } = referralsCalls
const valid = { valid: true, referrer: { name: 'Mia Member' } }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Visit {
  code: string | undefined
  isEnabled?: boolean
}

function Page({ code, isEnabled = true }: Visit) {
  const linkCode = useLinkCode(code, { isEnabled })
  return <ReferralBanner linkCode={linkCode} />
}

const banner = () => screen.getByRole('status').textContent
const tryAgain = () => screen.findByRole('button', { name: 'Try again' })

/** Renders the banner for a visitor with this code in the link. */
function visit(code: string | undefined) {
  const { result } = renderHook(() => useLinkCode(code, { isEnabled: true }))
  return result
}

it('[AUTH-27, AUTH-28] shows the code in upper case, unvalidated until the response, then the referrer', async () => {
  const release = server.respondLater(validate, valid)
  render(<Page code=" k7wb2m9p?utm_source=Email " />)
  expect(banner()).toContain('Referral code K7WB2M9P')
  expect(banner()).toContain('Checking whose it is')
  release()
  await waitFor(() => expect(banner()).toContain('Invited by Mia Member'))
  expect(banner()).toContain('50 Quantum Love points for joining.')
  expect(banner()).toContain('Referral code K7WB2M9P')
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/referral/validate'])
})

it.each(['true', '0012', '1e5', 'x'.repeat(200), '../..', '<b>'])(
  '[AUTH-28] the unknown code %s is shown as invalid',
  async (code) => {
    server.respond(validate, { valid: false })
    render(<Page code={code} />)
    await waitFor(() => expect(banner()).toContain(`Invalid referral code: ${code.toUpperCase()}`))
    expect(banner()).toContain('You can still join.')
    expect(screen.queryByRole('button')).toBeNull()
    expect(server.count(validate)).toBe(1)
  },
)

it('[AUTH-28] an unknown code as long as an invite’s is an invitation that has ended', async () => {
  server.respond(validate, { valid: false })
  render(<Page code="R1XK2A9HS3YM" />)
  await waitFor(() => expect(banner()).toContain('This invitation has been used up or has ended.'))
  expect(banner()).not.toContain('referral')
})

it('[AUTH-28] a code rejected by the server is invalid too', async () => {
  server.failWith(validate, 'invalid')
  render(<Page code={'x'.repeat(2_001)} />)
  await waitFor(() => expect(banner()).toContain('Invalid referral code: XXX'))
})

it('[AUTH-27] without a code there is no banner and no request', () => {
  const { container, rerender } = render(<Page code={undefined} />)
  rerender(<Page code="   " />)
  expect(container.textContent).toBe('')
  expect(server.calls).toEqual([])
})

it('[AUTH-32] sends no request for a signed-in user', () => {
  render(<Page code="K7WB2M9P" isEnabled={false} />)
  expect(server.calls).toEqual([])
})

it.each(['rate_limited', 'internal', 'unavailable'] as const)(
  '[AUTH-28] a check that returns %s has failed and can be retried',
  async (code) => {
    server.failWith(validate, code)
    render(<Page code="K7WB2M9P" />)
    const button = await tryAgain()
    expect(banner()).toContain('K7WB2M9Pcouldn’t be checked.We’ll check it again when you join.')
    const release = server.respondLater(validate, valid)
    await user.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(button)
    await user.click(button)
    release()
    await waitFor(() => expect(banner()).toContain('Invited by Mia Member'))
    expect(screen.queryByRole('button')).toBeNull()
    // The button disappeared, so the banner has the focus.
    expect(document.activeElement).toBe(screen.getByRole('status').parentElement)
    expect(server.count(validate)).toBe(2)
  },
)

it('[AUTH-28] retries automatically only after a failure, when the connection is back', async () => {
  server.failConnection(validate)
  render(<Page code="K7WB2M9P" />)
  await tryAgain()
  server.respond(validate, valid)
  // The effect that listens starts after the banner is shown, and ends after it shows the name.
  await act(async () => undefined)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(banner()).toContain('Invited by Mia Member'))
  expect(document.activeElement).toBe(document.body)
  await act(async () => undefined)
  window.dispatchEvent(new Event('online'))
  expect(server.count(validate)).toBe(2)
})

it('[AUTH-28] a new code in the URL is checked again, and a late response to the old one is ignored', async () => {
  const release = server.respondLater(validate, valid)
  const { rerender } = render(<Page code="K7WB2M9P" />)
  server.respond(validate, { valid: false })
  rerender(<Page code="ZZZZZZZZ" />)
  await waitFor(() => expect(banner()).toContain('Invalid referral code: ZZZZZZZZ'))
  release()
  // This later call makes sure that the late response was processed.
  await act(() => call(validate, { body: { code: 'AAAAAAAA' } }))
  expect(banner()).toContain('Invalid referral code: ZZZZZZZZ')
})

const joinsBy = (validCode: string) => ({ validCode, isUnchecked: false })
const joinsWithout = { validCode: null, isUnchecked: false }
const joinsUnchecked = { validCode: null, isUnchecked: true }

it('[AUTH-29] joining passes on the text of a valid code, as it was asked for, and no invalid one', async () => {
  server.respond(validate, valid, { valid: false })
  expect(await visit('k7wb2m9p?utm_source=x').current.resolveForJoining()).toEqual(
    joinsBy('k7wb2m9p?utm_source=x'),
  )
  expect(await visit('ZZZZZZZZ').current.resolveForJoining()).toEqual(joinsWithout)
  expect(await visit(undefined).current.resolveForJoining()).toEqual(joinsWithout)
  expect(server.count(validate)).toBe(2)
})

it('[AUTH-29] joining waits for a pending check', async () => {
  const release = server.respondLater(validate, valid)
  const joining = visit('K7WB2M9P').current.resolveForJoining()
  release()
  expect(await joining).toEqual(joinsBy('K7WB2M9P'))
  expect(server.count(validate)).toBe(1)
})

it('[AUTH-29] joining retries a failed check once', async () => {
  server.failConnection(validate)
  const result = visit('K7WB2M9P')
  await waitFor(() => expect(result.current.check.status).toBe('failed'))
  expect(await result.current.resolveForJoining()).toEqual(joinsUnchecked)
  expect(server.count(validate)).toBe(2)
  server.respond(validate, valid)
  expect(await result.current.resolveForJoining()).toEqual(joinsBy('K7WB2M9P'))
  await waitFor(() => expect(result.current.check.status).toBe('valid'))
})

it('[AUTH-29] joining waits at most five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.respondLater(validate, valid)
  let joined: object | undefined
  const joining = visit('K7WB2M9P')
    .current.resolveForJoining()
    .then((code) => (joined = code))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(joined).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await joining
  expect(joined).toEqual(joinsUnchecked)
})
