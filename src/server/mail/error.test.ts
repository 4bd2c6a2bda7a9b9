// Mail errors: the remedy for each kind.
import { expect, test } from 'vitest'
import { describeMailError, formatMailError } from './error.ts'

const failing = (smtpUrl: string, message: string, facts: object = {}) =>
  formatMailError(describeMailError(Object.assign(new Error(message), facts), { smtpUrl }))

test.each([
  ['smtp://mail.example.org:465', 'Greeting never received', { code: 'ETIMEDOUT' }, 'use smtps://'],
  ['smtps://mail.example.org:587', 'SSL routines:wrong version number', { code: 'ESOCKET' }, 'use smtp://'],
  ['smtps://mail.example.org', 'self-signed certificate', { code: 'ESOCKET' }, 'NODE_EXTRA_CA_CERTS'],
  ['smtps://mail.example.org', 'unable to verify the first certificate', {}, 'rejectUnauthorized=false'],
  ['smtps://mail.example.org', 'does not match certificate’s altnames', {}, 'host name that the certificate'],
  ['smtp://mail.example.org', 'Invalid login: 535', { code: 'EAUTH' }, 'user and password'],
  ['smtp://mail.example.org', 'connect ECONNREFUSED', { code: 'ESOCKET' }, 'smtps:// at 465'],
  ['smtp://mail.example.org', 'getaddrinfo ENOTFOUND', { code: 'EDNS' }, 'host name'],
  ['smtp://mail.example.org:25', 'Connection timeout', { code: 'ETIMEDOUT' }, 'firewall'],
])('[OPS-40, OPS-41] %s: %s names its remedy', (smtpUrl, message, facts, remedy) => {
  expect(failing(smtpUrl, message, facts)).toContain(message)
  expect(failing(smtpUrl, message, facts)).toContain(remedy)
})

test('[OPS-40] a rejected mail, whose reason is the server’s, has no remedy', () => {
  const rejected = new Error('550 No such mailbox')
  expect(describeMailError(rejected, { smtpUrl: 'smtp://mail.example.org' })).not.toHaveProperty('hint')
  expect(describeMailError(rejected, { smtpUrl: null })).not.toHaveProperty('hint')
})
