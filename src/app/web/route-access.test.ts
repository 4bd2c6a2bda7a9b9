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
  '[SHELL-01, SHELL-02] while it is not known who is here, the door %s waits',
  (door) => {
    expect(checkAccess({ status: 'loading', identity: null, user: null }, door, true)).toEqual({
      kind: 'wait',
    })
  },
)

test.each(requirements)('[SHELL-06, PROF-01] a signed-out visitor of the door %s is led to /auth', (door) => {
  expect(checkAccess(signedOut, door, false)).toEqual({ kind: 'lead', to: '/auth' })
})

test('[SHELL-03] an authentication error is shown at every door but that of the admins', () => {
  const error: SessionState = { status: 'error', identity, user: null }
  expect(requirements.map((door) => checkAccess(error, door, false).kind)).toEqual([
    'error',
    'error',
    'error',
    'lead',
    'error',
  ])
})

test('[SHELL-07] when the admin check fails, the way leads to /auth', () => {
  const error: SessionState = { status: 'error', identity, user: null }
  expect(checkAccess(error, 'admin', false)).toEqual({ kind: 'lead', to: '/auth' })
})

test('[SHELL-04] an incomplete profile leads to /settings from every door but its own', () => {
  const incomplete = ready({ profileCompleted: false, isAdmin: true })
  expect(checkAccess(incomplete, 'settings', false)).toEqual({ kind: 'enter' })
  for (const door of requirements.filter((other) => other !== 'settings')) {
    expect(checkAccess(incomplete, door, false)).toEqual({ kind: 'lead', to: '/settings' })
  }
})

test('[SHELL-05] /admin lets admins in and leads others to /meditation, saying that access is denied', () => {
  expect(checkAccess(ready({ isAdmin: true }), 'admin', false)).toEqual({ kind: 'enter' })
  for (const other of [member, ready({ isGardenAngel: true })]) {
    expect(checkAccess(other, 'admin', false)).toEqual({
      kind: 'lead',
      to: '/meditation',
      accessDenied: true,
    })
  }
})

test('[SHELL-08] /garden-angel lets garden angels and admins in and leads others to /', () => {
  expect(checkAccess(ready({ isGardenAngel: true }), 'gardenAngel', false)).toEqual({ kind: 'enter' })
  expect(checkAccess(ready({ isAdmin: true }), 'gardenAngel', false)).toEqual({ kind: 'enter' })
  expect(checkAccess(member, 'gardenAngel', false)).toEqual({ kind: 'lead', to: '/' })
})

test('[AUTH-39] a registration that can never succeed leads to /auth, another failed one is an error', () => {
  const unregistered = (emailTaken: boolean): SessionState => ({
    status: 'unregistered',
    identity,
    user: null,
    emailTaken,
  })
  expect(checkAccess(unregistered(true), 'room', false)).toEqual({ kind: 'lead', to: '/auth' })
  expect(checkAccess(unregistered(false), 'room', false)).toEqual({ kind: 'error' })
})

test('[CHAT-26] a session that ends by itself leaves the meditation open, and nothing else', () => {
  const ended: SessionState = { status: 'signedOut', identity: null, user: null, ended: 'expired' }
  expect(checkAccess(ended, 'room', true)).toEqual({ kind: 'enter' })
  expect(checkAccess(ended, 'room', false)).toEqual({ kind: 'lead', to: '/auth' })
  expect(checkAccess(ended, 'settings', true)).toEqual({ kind: 'lead', to: '/auth' })
})
