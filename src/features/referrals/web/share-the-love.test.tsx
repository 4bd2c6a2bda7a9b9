// 'Share the Love' screen: code, points, referrals, and errors.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { authCalls } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { fakeAccount } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { showPage } from '#test/web/passing-time.ts'
import { withQueryClient } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/toast-store.ts'
import { referralsCalls, type Referral, type Transaction } from '../contract.ts'
import { ShareTheLove } from './share-the-love.tsx'

const mia = fakeAccount()

const pending: Referral = {
  id: 3,
  referrerId: 7,
  referredId: 1_204,
  referralCode: 'K7WB2M9P',
  status: 'pending',
  rewardGiven: false,
  createdAt: '2026-11-21T05:30:00.000Z',
  completedAt: null,
}
const completed: Referral = {
  ...pending,
  id: 2,
  referredId: 12,
  status: 'completed',
  rewardGiven: true,
  createdAt: '2026-11-03T18:00:00.000Z',
  completedAt: '2026-11-05T18:00:00.000Z',
}

const reward: Transaction = {
  id: 20,
  userId: 7,
  amount: 100,
  type: 'reward',
  description: 'A friend completed a first meditation',
  referralId: 2,
  createdAt: '2026-11-05T18:00:00.000Z',
}
const reversal: Transaction = {
  ...reward,
  id: 21,
  amount: -100,
  type: 'reversal',
  description: 'A friend was credited to another member',
  createdAt: '2026-11-09T18:00:00.000Z',
}

const { userByUid } = authCalls
const { codeOf, generateCode, pointsOf, referralsOf } = referralsCalls

let server: FakeServer
let lastToast: number
let info: MockInstance<typeof console.info>
beforeEach(() => {
  server = startFakeServer()
  server.respond(userByUid, mia)
  server.respond(codeOf, { referralCode: 'K7WB2M9P' })
  server.respond(referralsOf, { referrals: [pending, completed] })
  server.respond(pointsOf, { points: 0, transactions: [reversal, reward] })
  lastToast = toastStore.records()[0]?.id ?? 0
  info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function show(client = createQueryClient()) {
  const options = { wrapper: withQueryClient(client), reactStrictMode: true }
  const { unmount } = render(<ShareTheLove title="Share the Love" uid="uid-mia" />, options)
  return { client, unmount, user: setUpUser() }
}

const region = (name: string) => screen.getByRole('region', { name })
const lines = (name: string) => within(region(name)).queryAllByRole('listitem')
const texts = (name: string) => lines(name).map(({ textContent }) => textContent)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const loaded = () => screen.findByRole('heading', { name: /^Your Referrals \(/ })
const panel = () => screen.queryByText('Unable to Load Referrals')
/** The number of toasts since the test began. */
const toasts = () => (toastStore.records()[0]?.id ?? 0) - lastToast
const log = () => info.mock.calls.map((parts) => parts.join(' '))

/** Counts the calls that one read needs. */
const callCounts = () => [userByUid, codeOf, referralsOf, pointsOf].map((call) => server.count(call))
/** Expects each of these calls to have run `times` more often since. */
const expectRefetch = (before: readonly number[], times: number) =>
  waitFor(() => expect(callCounts()).toEqual(before.map((count) => count + times)))

function failAllCalls(): void {
  for (const call of [codeOf, referralsOf, pointsOf]) server.failWith(call, 'internal')
}

it('[REF-02, REF-03, REF-07] shows the existing code and how it works, and requests no new code', async () => {
  show()
  expect(button('Share Link').disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('Loading your referrals')
  await loaded()
  expect(screen.queryByRole('status')).toBeNull()
  const code = screen.getByText('K7WB').parentElement
  expect(code?.textContent).toBe('K7WB2M9P')
  expect(button('Share Link').disabled).toBe(false)
  expect(button('Copy link').disabled).toBe(false)
  expect(texts('How it works')).toEqual([
    ' Share your link. It contains your code.',
    '50 points for your friend when they join.',
    '100 points for you when your friend completes a first meditation.',
    '25 extra points for your friend for that first meditation.',
  ])
  expect(server.count(generateCode)).toBe(0)
})

it('[REF-03, REF-20] generates a code only if there is none, once, even if everything loads twice', async () => {
  server.respond(codeOf, { referralCode: null })
  server.respond(generateCode, { referralCode: '0012AB34' })
  show()
  await loaded()
  expect(screen.getByText('0012')).toBeTruthy()
  const before = callCounts()
  showPage()
  await expectRefetch(before, 1)
  expect(await screen.findByText('0012')).toBeTruthy()
  expect(server.count(generateCode)).toBe(1)
})

it('[REF-03, REF-17] a failed code generation is retried on the next load', async () => {
  server.respond(codeOf, { referralCode: null })
  server.failWith(generateCode, 'internal')
  show()
  await waitFor(() => expect(panel()).toBeTruthy())
  expect(toasts()).toBe(1)
  server.respond(generateCode, { referralCode: '0012AB34' })
  const before = callCounts()
  const release = server.respondLater(codeOf, { referralCode: null })
  showPage()
  await expectRefetch(before, 1)
  release()
  expect(await screen.findByText('0012')).toBeTruthy()
  expect(server.count(generateCode)).toBe(2)
  expect(toasts()).toBe(1)
})

it('[REF-03] a code created elsewhere meanwhile clears the generation failure', async () => {
  server.respond(codeOf, { referralCode: null })
  server.failWith(generateCode, 'internal')
  show()
  await waitFor(() => expect(panel()).toBeTruthy())
  server.respond(codeOf, { referralCode: 'K7WB2M9P' })
  showPage()
  expect(await screen.findByText('K7WB')).toBeTruthy()
  expect(screen.queryByText('This may be out of date.')).toBeNull()
})

it('[REF-11, REF-12] shows the points and signed ledger entries, newest first, within 12 rem', async () => {
  server.respond(pointsOf, { points: 1_234_500, transactions: [reversal, reward] })
  const { user } = show()
  await loaded()
  expect(screen.getByText('1,234,500')).toBeTruthy()
  expect(texts('Quantum Love Points')).toEqual([
    'A friend was credited to another memberNovember 9, 2026−100',
    'A friend completed a first meditationNovember 5, 2026+100',
  ])
  const ledger = screen.getByRole('group', { name: 'Transactions' })
  expect(ledger.style.maxHeight).toBe('12rem')
  await user.click(button('Copy link'))
  await user.tab()
  expect(document.activeElement).toBe(ledger)
})

it('[REF-11, REF-14] shows empty states without entries and friends', async () => {
  server.respond(referralsOf, { referrals: [] })
  server.respond(pointsOf, { points: 0, transactions: [] })
  show()
  await loaded()
  expect(screen.getByText('No transactions yet. Start referring friends to earn points!')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your Referrals (0)' })).toBeTruthy()
  expect(screen.getByText('No one has joined yet')).toBeTruthy()
})

it('[REF-13, REF-14, REF-15] a referral shows a number, Chicago dates and a badge; only completed ones show as completed', async () => {
  const superseded: Referral = { ...completed, id: 1, referredId: 9, status: 'superseded' }
  server.respond(referralsOf, { referrals: [pending, completed, superseded] })
  show()
  await loaded()
  expect(screen.getByRole('heading', { name: 'Your Referrals (3)' })).toBeTruthy()
  expect(texts('Your Referrals (3)')).toEqual([
    'User #1204PendingJoined November 20, 2026 ',
    'User #12CompletedJoined November 3, 2026 Completed November 5, 2026',
    'User #9PendingJoined November 3, 2026 Completed November 5, 2026',
  ])
})

it('[REF-17] a failure shows one toast and the panel, which stays until a retry has finished', async () => {
  failAllCalls()
  const { user } = show()
  await waitFor(() => expect(panel()).toBeTruthy())
  expect(toasts()).toBe(1)
  expect(toastStore.records()[0]).toMatchObject({
    title: 'Error',
    description: 'Failed to load referral data',
    variant: 'destructive',
  })
  expect(screen.queryByText('Your code')).toBeNull()
  server.respond(codeOf, { referralCode: 'K7WB2M9P' })
  server.respond(referralsOf, { referrals: [pending] })
  const release = server.respondLater(pointsOf, { points: 175, transactions: [reward] })
  await user.click(button('Try again'))
  await waitFor(() => expect(button('Try again').getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(button('Try again'))
  release()
  await loaded()
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.getByText('175')).toBeTruthy()
  expect(toasts()).toBe(1)
})

it('[REF-17] each failure is shown; reopening the screen reloads the data', async () => {
  failAllCalls()
  const { user, unmount, client } = show()
  await waitFor(() => expect(panel()).toBeTruthy())
  await user.click(button('Try again'))
  await waitFor(() => expect(toasts()).toBe(2))
  showPage()
  await waitFor(() => expect(toasts()).toBe(3))
  unmount()
  server.respond(codeOf, { referralCode: 'K7WB2M9P' })
  server.respond(referralsOf, { referrals: [pending] })
  server.respond(pointsOf, { points: 100, transactions: [reward] })
  show(client)
  await loaded()
  expect(toasts()).toBe(3)
})

it('[REF-17] if a reload fails the earlier data stays, with a banner', async () => {
  const { user } = show()
  await loaded()
  server.failConnection(pointsOf)
  showPage()
  expect(await screen.findByText('This may be out of date.')).toBeTruthy()
  expect(toasts()).toBe(1)
  expect(panel()).toBeNull()
  expect(screen.getByText('K7WB')).toBeTruthy()
  expect(lines('Quantum Love Points')).toHaveLength(2)
  server.respond(pointsOf, { points: 100, transactions: [reward] })
  await user.click(button('Try again'))
  await waitFor(() => expect(lines('Quantum Love Points')).toHaveLength(1))
  expect(screen.queryByText('This may be out of date.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(toasts()).toBe(1)
})

it.each([
  ['user_not_registered', authErrors.user_not_registered],
  ['internal', 'internal'],
  ['forbidden', 'forbidden'],
] as const)(
  '[REF-18] a user lookup that returns %s shows ‘User not found’, and sends no other request',
  async (_, failure) => {
    server.failWith(userByUid, failure)
    const { user } = show()
    await waitFor(() => expect(panel()).toBeTruthy())
    expect(log()).toEqual(['The referral data could not be loaded. User not found'])
    expect(callCounts().slice(1)).toEqual([0, 0, 0])
    expect(toasts()).toBe(1)
    server.respond(userByUid, mia)
    await user.click(button('Try again'))
    await loaded()
  },
)

it('an ended session shows no toast and no panel here', async () => {
  server.failWith(userByUid, 'unauthenticated')
  show()
  await waitFor(() => expect(server.count(userByUid)).toBe(2))
  await act(async () => undefined)
  expect(toasts()).toBe(0)
  expect(panel()).toBeNull()
  expect(log()).toEqual([])
})

it('reloads when the tab regains focus; earlier data stays meanwhile', async () => {
  show()
  await loaded()
  const before = callCounts()
  server.respond(pointsOf, { points: 200, transactions: [reward] })
  const release = server.respondLater(referralsOf, { referrals: [completed] })
  showPage()
  await expectRefetch(before, 1)
  expect(await screen.findByText('200')).toBeTruthy()
  expect(lines('Your Referrals (2)')).toHaveLength(2)
  expect(screen.queryByRole('status')).toBeNull()
  release()
  expect(await screen.findByRole('heading', { name: 'Your Referrals (1)' })).toBeTruthy()
  expect(toasts()).toBe(0)
})

it('reloads when the screen opens again; earlier data shows at once', async () => {
  const { unmount, client } = show()
  await loaded()
  unmount()
  const before = server.count(referralsOf)
  server.respond(referralsOf, { referrals: [completed] })
  show(client)
  expect(screen.getByRole('heading', { name: 'Your Referrals (2)' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Your Referrals (1)' })).toBeTruthy()
  expect(server.count(referralsOf)).toBeGreaterThan(before)
})

it('[REF-14] shows the first fifty of a thousand referrals; Show more moves the focus to the first new row', async () => {
  const referrals = Array.from({ length: 1_000 }, (_, id) => ({ ...completed, id, referredId: 5_000 - id }))
  server.respond(referralsOf, { referrals })
  const { user } = show()
  await loaded()
  const title = 'Your Referrals (1,000)'
  expect(lines(title)).toHaveLength(50)
  await user.click(within(region(title)).getByRole('button', { name: 'Show more' }))
  expect(lines(title)).toHaveLength(100)
  expect(document.activeElement?.textContent).toContain('User #4950')
})
