// Route access: who may see which screen, and the redirect for everyone else.
import { expect, test } from 'vitest'
import type { SessionState } from '#features/auth/web/data/session-state.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { checkAccess, type RouteRequirement } from './route-access.ts'

const identity = fakeIdentity(fakeAccount(), { emailVerified: false })

const ready = (facts: Parameters<typeof fakeAccount>[0]): SessionState => ({
  status: 'ready',
  identity,
  user: fakeAccount(facts),
})

const member = ready({})
const signedOut: SessionState = { status: 'signedOut', identity: null, user: null, ended: null }
const requirements: RouteRequirement[] = ['member', 'room', 'settings', 'admin', 'gardenAngel']

test.each(requirements)(
  '[SHELL-01, SHELL-02] while the session loads, a route with requirement %s waits',
  (requirement) => {
    expect(checkAccess({ status: 'loading', identity: null, user: null }, requirement, true)).toEqual({
      kind: 'loading',
    })
  },
)

test.each(requirements)(
  '[SHELL-06, PROF-01] requirement %s redirects a signed-out visitor to /auth',
  (requirement) => {
    expect(checkAccess(signedOut, requirement, false)).toEqual({ kind: 'redirect', to: '/auth' })
  },
)

test('[SHELL-03] an authentication error is shown for every requirement except admin', () => {
  const error: SessionState = { status: 'error', identity, user: null }
  expect(requirements.map((requirement) => checkAccess(error, requirement, false).kind)).toEqual([
    'error',
    'error',
    'error',
    'redirect',
    'error',
  ])
})

test('[SHELL-07] a failed admin check redirects to /auth', () => {
  const error: SessionState = { status: 'error', identity, user: null }
  expect(checkAccess(error, 'admin', false)).toEqual({ kind: 'redirect', to: '/auth' })
})

test('[SHELL-04] an incomplete profile redirects to /settings from every other requirement', () => {
  const incomplete = ready({ profileCompleted: false, isAdmin: true })
  expect(checkAccess(incomplete, 'settings', false)).toEqual({ kind: 'allow' })
  for (const requirement of requirements.filter((other) => other !== 'settings')) {
    expect(checkAccess(incomplete, requirement, false)).toEqual({ kind: 'redirect', to: '/settings' })
  }
})

test('[SHELL-05] /admin admits administrators and redirects others to /meditation with ‘Access Denied’', () => {
  expect(checkAccess(ready({ isAdmin: true }), 'admin', false)).toEqual({ kind: 'allow' })
  for (const other of [member, ready({ isGardenAngel: true })]) {
    expect(checkAccess(other, 'admin', false)).toEqual({
      kind: 'redirect',
      to: '/meditation',
      accessDenied: true,
    })
  }
})

test('[SHELL-08] /garden-angel admits garden angels and administrators, and redirects others to /', () => {
  expect(checkAccess(ready({ isGardenAngel: true }), 'gardenAngel', false)).toEqual({ kind: 'allow' })
  expect(checkAccess(ready({ isAdmin: true }), 'gardenAngel', false)).toEqual({ kind: 'allow' })
  expect(checkAccess(member, 'gardenAngel', false)).toEqual({ kind: 'redirect', to: '/' })
})

test('[AUTH-39] [COM-06] a registration that can’t succeed redirects to /auth; any other failure is an error', () => {
  const unregistered = (obstacle: string | null): SessionState => ({
    status: 'unregistered',
    identity,
    user: null,
    obstacle,
  })
  for (const code of ['email_taken', 'invitation_needed'])
    expect(checkAccess(unregistered(code), 'room', false)).toEqual({ kind: 'redirect', to: '/auth' })
  expect(checkAccess(unregistered(null), 'room', false)).toEqual({ kind: 'error' })
})

test('[CHAT-26] an expired session keeps only the meditation screen open', () => {
  const ended: SessionState = { status: 'signedOut', identity: null, user: null, ended: 'expired' }
  expect(checkAccess(ended, 'room', true)).toEqual({ kind: 'allow' })
  expect(checkAccess(ended, 'room', false)).toEqual({ kind: 'redirect', to: '/auth' })
  expect(checkAccess(ended, 'settings', true)).toEqual({ kind: 'redirect', to: '/auth' })
})
