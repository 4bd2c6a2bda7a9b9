// Session rules: lifetime, persona, and the public fields of an account.
import { describe, expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import {
  emailChangeIntent,
  isConfiguredAdmin,
  isGoogleAuthoritativeFor,
  isSessionAlive,
  mailboxOf,
  personaOfSession,
  sessionExpiresAtMs,
  toAccount,
} from './rules.ts'

const member = { isBanned: false, profileCompleted: true, isAdmin: false, isGardenAngel: false }

test('[AUTH-23] a remembered session ends after 14 days, any other after 30', () => {
  expect(sessionExpiresAtMs(true, 1_000)).toBe(1_000 + 14 * dayMs)
  expect(sessionExpiresAtMs(false, 1_000)).toBe(1_000 + 30 * dayMs)
})

test.each([
  ['remembered, until its end', { remembered: true, expiresAtMs: 100 * dayMs, lastUsedAtMs: 0 }, 100 * dayMs],
  [
    'else while it is in use',
    { remembered: false, expiresAtMs: 100 * dayMs, lastUsedAtMs: dayMs },
    1.5 * dayMs,
  ],
  ['and until its end', { remembered: false, expiresAtMs: dayMs + 1, lastUsedAtMs: dayMs }, dayMs + 1],
] as const)('[AUTH-23] whether a session can be used: %s', (_, session, overAtMs) => {
  expect(isSessionAlive(session, overAtMs - 1)).toBe(true)
  expect(isSessionAlive(session, overAtMs)).toBe(false)
})

describe('persona of a session', () => {
  test.each([
    ['without a user row', null, false, 'identified'],
    ['with an incomplete profile', { ...member, profileCompleted: false }, false, 'incomplete'],
    ['a member', member, false, 'member'],
    ['a garden angel', { ...member, isGardenAngel: true }, false, 'gardenAngel'],
    ['an administrator', { ...member, isAdmin: true, isGardenAngel: true }, false, 'admin'],
    ['a banned member', { ...member, isBanned: true }, false, 'banned'],
    ['a banned administrator', { ...member, isAdmin: true, isBanned: true }, true, 'banned'],
    [
      'whose ban hasn’t ended yet',
      { ...member, isBanned: true, bannedUntil: '2026-11-21T18:00:00.001Z' },
      true,
      'banned',
    ],
    [
      'whose ban has just ended by itself',
      { ...member, isBanned: true, bannedUntil: '2026-11-21T18:00:00.000Z' },
      true,
      'anonymous',
    ],
    ['whose session a ban ended, since lifted', member, true, 'anonymous'],
    ['whose session a ban ended, and whose row is gone', null, true, 'anonymous'],
  ] as const)('[AUTH-24] %s', (_, user, endedByBan, persona) => {
    const nowMs = timestampToMs('2026-11-21T18:00:00.000Z')
    expect(personaOfSession(user && { bannedUntil: null, ...user }, { endedByBan, nowMs })).toBe(persona)
  })
})

const storedAccount = {
  id: 7,
  name: 'Mia',
  email: 'mia@example.org',
  pendingEmail: null,
  isAdmin: false,
  isGardenAngel: false,
  mayHost: false,
  profilePicture: null,
  profileCompleted: false,
  isUnlisted: false,
  language: null,
  createdAt: '2026-11-21T18:00:00.000Z',
}

test('an account contains no other fields of the user', () => {
  const others = { uid: 'uid-mia', isBanned: false, bannedReason: null, lastLoginIp: '10.0.0.1' }
  const user = { ...storedAccount, ...others, termsVersion: 1, emailCorrectedAt: null }
  const versions = { termsVersion: 1, materialTermsVersion: 1 }
  const { mayHost: _, ...account } = storedAccount
  expect(toAccount(user, versions)).toEqual({ ...account, mustAcceptTerms: null })
  expect(toAccount({ ...user, mayHost: true }, versions)).toMatchObject({ mayHost: true })
})

describe('[COM-14] a member is asked for the terms', () => {
  test.each([
    ['who accepted none', 0, { termsVersion: 1, materialTermsVersion: 1 }, 1],
    ['who accepted the present ones', 3, { termsVersion: 3, materialTermsVersion: 3 }, null],
    [
      'who accepted before a change that isn’t material',
      1,
      { termsVersion: 3, materialTermsVersion: 1 },
      null,
    ],
    ['who accepted before a material change', 1, { termsVersion: 3, materialTermsVersion: 2 }, 3],
    ['from before versions were stored', null, { termsVersion: 2, materialTermsVersion: 1 }, null],
    ['from before, after a material change', null, { termsVersion: 2, materialTermsVersion: 2 }, 2],
  ] as const)('%s', (_, termsVersion, versions, asked) => {
    expect(
      toAccount({ ...storedAccount, termsVersion, emailCorrectedAt: null }, versions).mustAcceptTerms,
    ).toBe(asked)
  })
})

describe('[OPS-10] an address in ADMIN_EMAILS', () => {
  const listed = ['boss@example.org']
  test.each([
    ['boss@example.org', true, true],
    ['Boss@Example.org', true, true],
    ['boss@example.org', false, false],
    ['other@example.org', true, false],
    ['', true, false],
  ])('%s, verified: %s', (email, emailVerified, expected) => {
    expect(isConfiguredAdmin({ email, emailVerified }, listed)).toBe(expected)
  })
})

describe('[PROF-17] the effect of saving a profile with an address', () => {
  const email = 'mia@example.org'
  test.each([
    [null, 'mia@example.org', 'none'],
    [null, 'MIA@example.org', 'none'],
    [null, 'new@example.org', 'request'],
    ['new@example.org', 'new@example.org', 'none'],
    ['new@example.org', 'NEW@example.org', 'none'],
    ['new@example.org', 'newer@example.org', 'request'],
    ['new@example.org', 'mia@example.org', 'cancel'],
  ] as const)('pending %s, submitted %s: %s', (pendingEmail, given, intent) => {
    expect(emailChangeIntent({ email, pendingEmail }, given)).toBe(intent)
  })
})

test.each([
  ['mia@gmail.com', undefined, true],
  ['mia@googlemail.com', undefined, true],
  ['mia@example.org', 'example.org', true],
  ['mia@example.org', undefined, false],
  ['mia@example.org', '', false],
  ['mia@gmail.com.example.org', undefined, false],
  ['mia@not-gmail.com', undefined, false],
])('[T33] Google is authoritative for %s (hd %s): %s', (email, hd, knows) => {
  expect(isGoogleAuthoritativeFor(email, hd)).toBe(knows)
})

test.each([
  'victim@gmail.com',
  'v.ictim@gmail.com',
  'vic.t.im@gmail.com',
  'Vic.Tim+a.b@GoogleMail.com',
  'victim+news@googlemail.com',
])('[T71, T88] %s is one mailbox of Gmail', (email) => {
  expect(mailboxOf(email)).toBe('victim@gmail.com')
})

test.each([
  ['Vic.Tim+a@example.org', 'vic.tim@example.org'],
  ['vic.tim@notgmail.com', 'vic.tim@notgmail.com'],
  ['vic.tim@gmail.com.example.org', 'vic.tim@gmail.com.example.org'],
  ['+tag@example.org', '+tag@example.org'],
])('[T71, T88] dots of other domains stay: %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
