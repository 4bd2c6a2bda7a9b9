// Data export and account deletion in the account section.
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { authErrors } from '#features/auth/errors.ts'
import { PasswordProof } from '#features/auth/web/components/password-proof.tsx'
import { memberErrors } from '#features/members/errors.ts'
import { eventually } from '#test/eventually.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { accountCalls } from '../contract.ts'
import type { DeletionProof } from './delete-account.tsx'
import { OwnData } from './own-data.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const byPassword: DeletionProof = {
  renderPasswordField: (field) => <PasswordProof {...field} email="mara@example.org" purpose="delete" />,
}

function show(proof: DeletionProof = byPassword) {
  const onDeleted = vi.fn<() => Promise<void>>(() => Promise.resolve())
  renderScreen(<OwnData proof={proof} onDeleted={onDeleted} />)
  return { onDeleted, user: setUpUser() }
}

const button = (name: string) => screen.getByRole('button', { name })
async function openDeletion(user: ReturnType<typeof setUpUser>) {
  await user.click(button('Delete my account'))
  const dialog = await screen.findByRole('dialog', { name: 'Delete my account?' })
  const [inDialog] = [...dialog.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Delete my account',
  )
  if (!inDialog) throw new Error('There is no button in the dialog.')
  return inDialog
}
const exportedAt = '2026-11-21T18:00:00.000Z'
const emptyExport = {
  product: 'Stillwater',
  exportedAt,
  shortened: [],
  account: {
    id: 1,
    uid: null,
    email: null,
    pendingEmail: null,
    isAdmin: false,
    isGardenAngel: false,
    mayHost: false,
    createdAt: exportedAt,
    lastLogin: null,
    lastLoginIp: null,
  },
  profile: {
    name: 'Mara',
    profilePicture: null,
    pictureData: null,
    profileCompleted: true,
    isUnlisted: false,
    language: null,
  },
  energy: { reflectionOptIn: null, care: { isOffered: true, shownAt: null }, entries: [] },
  meditation: { totalMinutes: 0, sessions: [], adjustments: [] },
  referrals: { referralCode: null, invitedBy: [], invited: [], quantumLovePoints: 0, quantumLove: [] },
}
const confirmCheckbox = () =>
  screen.getByRole('checkbox', { name: 'I understand that none of it can be restored.' })

it('[PROF-24] nothing is deleted without the confirmation, and the request is sent once', async () => {
  const release = server.respondLater(accountCalls.deleteAccount, null)
  const { onDeleted, user } = show()
  const remove = await openDeletion(user)
  await user.click(remove)
  expect(await screen.findByText('Please check this box first.')).toBeTruthy()
  expect(server.calls).toEqual([])
  await user.click(confirmCheckbox())
  await user.click(remove)
  await user.click(remove)
  release()
  await eventually(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(server.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['DELETE', '/api/account', {}],
  ])
})

it('[PROF-23, PROF-24] an old sign-in requires a password, and a wrong one shows an error beside it', async () => {
  server.failWith(accountCalls.deleteAccount, authErrors.reauth_required)
  const { onDeleted, user } = show()
  const remove = await openDeletion(user)
  await user.click(confirmCheckbox())
  await user.click(remove)
  const password = await screen.findByLabelText<HTMLInputElement>('Your password')
  await user.click(remove)
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  expect(server.count(accountCalls.deleteAccount)).toBe(1)
  const issues = [{ path: 'password', message: 'That is not your password.' }]
  server.failWith(accountCalls.deleteAccount, authErrors.reauth_required, { issues })
  await user.type(password, 'a guess')
  await user.click(remove)
  expect(await screen.findByText('That is not your password.')).toBeTruthy()
  expect(password.value).toBe('a guess')
  server.respond(accountCalls.deleteAccount, null)
  await user.clear(password)
  await user.type(password, 'a still pond')
  await user.click(remove)
  await eventually(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(server.calls.at(-1)?.body).toEqual({ password: 'a still pond' })
})

it('[PROF-23] with Firebase the dialog asks to sign in again', async () => {
  server.failWith(accountCalls.deleteAccount, authErrors.reauth_required)
  const onSignOut = vi.fn<() => void>()
  const { user } = show({ onSignOut })
  const remove = await openDeletion(user)
  await user.click(confirmCheckbox())
  await user.click(remove)
  await user.click(await screen.findByRole('button', { name: 'Sign out now' }))
  expect(onSignOut).toHaveBeenCalledOnce()
  expect(screen.queryByLabelText('Your password')).toBeNull()
})

it('[PROF-24] a failure appears in the dialog, which stays open', async () => {
  server.failWith(accountCalls.deleteAccount, memberErrors.last_admin)
  const { onDeleted, user } = show()
  const remove = await openDeletion(user)
  await user.click(confirmCheckbox())
  await user.click(remove)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('You are the last administrator. Please give another member the role first.')
  server.failConnection(accountCalls.deleteAccount)
  await user.click(remove)
  await eventually(() =>
    expect(screen.getByRole('alert').textContent).toBe('Your account was not deleted. Please try again.'),
  )
  expect(onDeleted).not.toHaveBeenCalled()
})

it('[PROF-22] [PORT-05] the file has all that the server sent, also the parts of other features', async () => {
  const files: Blob[] = []
  URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValueOnce()
  const exported = { ...emptyExport, practice: { batches: [{ id: 7 }] } }
  server.respond(accountCalls.exportAccount, exported)
  const { user } = show()
  await user.click(button('Download my data'))
  await user.click(await screen.findByRole('button', { name: 'Download' }))
  await screen.findByText(/^Saved as /)
  expect(JSON.parse(await new Response(files[0]).text())).toEqual(exported)
})

it('[PROF-24] a failed download shows the reason, also for the rate limit', async () => {
  server.failConnection(accountCalls.exportAccount)
  const { user } = show()
  await user.click(button('Download my data'))
  await screen.findByRole('dialog', { name: 'Download my data' })
  await user.click(button('Download'))
  expect((await screen.findByRole('alert')).textContent).toBe('The download failed. Please try again.')
  server.failWith(accountCalls.exportAccount, 'rate_limited')
  await user.click(button('Download'))
  expect(
    await screen.findByText('You can download your data three times a day. Please try again tomorrow.'),
  ).toBeTruthy()
})
