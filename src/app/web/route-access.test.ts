// Route access: who may see which screen, and the redirect for everyone else.
import { expect, test } from 'vitest'
import type { SessionState } from '#features/auth/web/session-state.ts'
import { checkAccess, type RouteRequirement } from './route-access.ts'

const identity = {
  uid: 'uid-mia',
  email: 'mia@example.org',
  name: 'Mia',
  emailVerified: false,
  provider: 'builtin',
} as const

function ready(facts: {
  profileCompleted?: boolean
  isAdmin?: boolean
  isGardenAngel?: boolean
}): SessionState {
  const user = {
    id: 7,
    name: 'Mia',
    email: 'mia@example.org',
    pendingEmail: null,
    isAdmin: false,
    isGardenAngel: false,
    profilePicture: null,
    profileCompleted: true,
    createdAt: '2026-11-01T12:00:00.000Z',
    ...facts,
  }
  return { status: 'ready', identity, user }
}

const member = ready({})
const signedOut: SessionState = { status: 'signedOut', identity: null, user: null, ended: null }
const requirements: RouteRequirement[] = ['member', 'room', 'settings', 'admin', 'gardenAngel']

test.each(requirements)(
  '[SHELL-01, SHELL-02] while it is not known who is here, the requirement %s waits',
  (requirement) => {
    expect(checkAccess({ status: 'loading', identity: null, user: null }, requirement, true)).toEqual({
      kind: 'loading',
    })
  },
)

test.each(requirements)(
  '[SHELL-06, PROF-01] a signed-out visitor of the requirement %s is led to /auth',
  (requirement) => {
    expect(checkAccess(signedOut, requirement, false)).toEqual({ kind: 'redirect', to: '/auth' })
  },
)

test('[SHELL-03] an authentication error is shown at every requirement but that of the admins', () => {
  const error: SessionState = { status: 'error', identity, user: null }
  expect(requirements.map((requirement) => checkAccess(error, requirement, false).kind)).toEqual([
    'error',
    'error',
    'error',
    'redirect',
    'error',
  ])
})

test('[SHELL-07] when the admin check fails, the way leads to /auth', () => {
  const error: SessionState = { status: 'error', identity, user: null }
  expect(checkAccess(error, 'admin', false)).toEqual({ kind: 'redirect', to: '/auth' })
})

test('[SHELL-04] an incomplete profile leads to /settings from every requirement but its own', () => {
  const incomplete = ready({ profileCompleted: false, isAdmin: true })
  expect(checkAccess(incomplete, 'settings', false)).toEqual({ kind: 'allow' })
  for (const requirement of requirements.filter((other) => other !== 'settings')) {
    expect(checkAccess(incomplete, requirement, false)).toEqual({ kind: 'redirect', to: '/settings' })
  }
})

test('[SHELL-05] /admin lets admins in and leads others to /meditation, saying that access is denied', () => {
  expect(checkAccess(ready({ isAdmin: true }), 'admin', false)).toEqual({ kind: 'allow' })
  for (const other of [member, ready({ isGardenAngel: true })]) {
    expect(checkAccess(other, 'admin', false)).toEqual({
      kind: 'redirect',
      to: '/meditation',
      accessDenied: true,
    })
  }
})

test('[SHELL-08] /garden-angel lets garden angels and admins in and leads others to /', () => {
  expect(checkAccess(ready({ isGardenAngel: true }), 'gardenAngel', false)).toEqual({ kind: 'allow' })
  expect(checkAccess(ready({ isAdmin: true }), 'gardenAngel', false)).toEqual({ kind: 'allow' })
  expect(checkAccess(member, 'gardenAngel', false)).toEqual({ kind: 'redirect', to: '/' })
})

test('[AUTH-39] a registration that can never succeed leads to /auth, another failed one is an error', () => {
  const unregistered = (emailTaken: boolean): SessionState => ({
    status: 'unregistered',
    identity,
    user: null,
    emailTaken,
  })
  expect(checkAccess(unregistered(true), 'room', false)).toEqual({ kind: 'redirect', to: '/auth' })
  expect(checkAccess(unregistered(false), 'room', false)).toEqual({ kind: 'error' })
})

test('[CHAT-26] a session that ends by itself leaves the meditation open, and nothing else', () => {
  const ended: SessionState = { status: 'signedOut', identity: null, user: null, ended: 'expired' }
  expect(checkAccess(ended, 'room', true)).toEqual({ kind: 'allow' })
  expect(checkAccess(ended, 'room', false)).toEqual({ kind: 'redirect', to: '/auth' })
  expect(checkAccess(ended, 'settings', true)).toEqual({ kind: 'redirect', to: '/auth' })
})
