// By hand, a second time: what the contract of auth declares, and where its members’ data is.
import { type SampleRequestInput, otherUserId } from '#test/gates/matrix/sample-requests.ts'
import { everyone, members, type Proof } from '#test/gates/proof.ts'
import { request } from '#test/request.ts'

const password = 'a still lake at dawn'

const known = { email: 'known@example.org', password }

const wrongLink = { token: 'not-a-token-of-ours' }

const isOfOther = (input: SampleRequestInput) => otherUserId(input).userId !== undefined

/** The fields of a member's own user. */
const ownUserFields = `
  createdAt email emailCorrectedAt id isAdmin isGardenAngel isUnlisted language mayHost mustAcceptTerms name
  pendingEmail profileCompleted profilePicture`

export const proof: Proof = {
  prepare: async (app) => {
    await request(app, 'POST /api/identity/sign-up/email', { body: { name: 'Known', ...known } })
  },
  calls: {
    'GET /api/auth/session': {
      responses: members('200', { U: '200', I: '200' }),
      fields: 'email emailVerified name provider uid',
    },
    'DELETE /api/auth/session': { responses: everyone('204') },
    'POST /api/auth/clear-cache': {
      responses: everyone('204'),
      limits: [{ per: 'address', max: 120, within: 1 }],
    },
    'POST /api/auth/session with the built-in provider': {
      responses: everyone('404 not_found'),
      fields: 'email emailVerified name provider uid',
      limits: [{ per: 'address', max: 60, within: 1 }],
      request: () => ({ body: { idToken: 'a.b.c' } }),
    },
    'GET /api/auth/user/:uid': {
      responses: members('200', { U: '404 user_not_registered', I: '200', O: '403 forbidden' }),
      fields: ownUserFields,
      request: ({ aimed }) => ({ path: `/api/auth/user/${aimed?.uid ?? 'unknown'}` }),
    },
    'GET /api/auth/user/:uid of somebody else': {
      responses: members('403 forbidden', { U: '403 forbidden', I: '403 forbidden' }),
      request: ({ other }) => ({ path: `/api/auth/user/${other.uid}` }),
    },
    'GET /api/auth/user': {
      responses: members('200', { U: '404 user_not_registered', I: '200' }),
      fields: ownUserFields,
    },
    'POST /api/auth/register': {
      responses: members('200', { U: '201', I: '200', O: '403 forbidden' }),
      fields: ownUserFields,
      limits: [
        { per: 'caller', max: 20, within: 60 },
        { per: 'address', max: 300, within: 60, burst: 60 },
      ],
      request: ({ caller, aimed }) => ({
        body: {
          name: caller?.name ?? 'Unknown',
          email: caller?.email ?? 'unknown@example.org',
          firebaseUid: aimed?.uid ?? 'unknown',
        },
      }),
    },
    'POST /api/identity/sign-up/email': {
      responses: everyone('200', { O: '409 email-already-in-use' }),
      fields: 'user.email user.id user.name',
      limits: [{ per: 'address', max: 300, within: 60, burst: 60 }],
      request: (input) => ({
        body: {
          name: 'Newcomer',
          email: isOfOther(input) ? known.email : `newcomer-${input.serial}@example.org`,
          password,
        },
      }),
    },
    'POST /api/identity/sign-in/email': {
      responses: everyone('200', { O: '401 invalid-credential' }),
      fields: 'user.email user.id user.name',
      limits: [{ per: 'address', max: 60, within: 1 }],
      request: (input) => ({
        body: isOfOther(input) ? { ...known, password: 'not the password' } : known,
      }),
    },
    'POST /api/identity/sign-out': { responses: everyone('200'), fields: 'success' },
    'DELETE /api/auth/sessions': { responses: members('204', { U: '204', I: '204' }) },
    'POST /api/identity/sign-in/social': {
      responses: everyone('200'),
      fields: 'url',
      limits: [{ per: 'address', max: 60, within: 1 }],
      request: () => ({ body: { provider: 'google' } }),
    },
    "GET /api/identity/callback/google by somebody who didn't begin there": {
      responses: everyone('303'),
      limits: [{ per: 'address', max: 60, within: 1 }],
    },
    'POST /api/identity/request-password-reset': {
      responses: everyone('200', { O: '200' }),
      fields: 'status',
      limits: [{ per: 'address', max: 60, within: 60 }],
      request: (input) => ({
        body: { email: `${isOfOther(input) ? 'unknown' : 'newcomer'}-${input.serial}@example.org` },
      }),
    },
    'POST /api/identity/reset-password by a link that is none': {
      responses: everyone('400 invalid-link'),
      fields: 'status',
      limits: [{ per: 'address', max: 60, within: 60 }],
      request: () => ({
        body: { ...wrongLink, newPassword: password },
      }),
    },
    'POST /api/identity/mailed-link by a link that is none': {
      responses: everyone('400 invalid-link'),
      fields: 'email isChange isDone isOwn needsSignIn purpose',
      limits: [{ per: 'address', max: 120, within: 1 }],
      request: () => ({ body: wrongLink }),
    },
    'POST /api/identity/verify-email by a link that is none': {
      responses: everyone('400 invalid-link'),
      fields: 'email status',
      limits: [{ per: 'address', max: 120, within: 60 }],
      request: () => ({ body: wrongLink }),
    },
    'POST /api/identity/send-verification-email': {
      responses: everyone('200', { A: '401 unauthenticated' }),
      fields: 'status',
      limits: [{ per: 'caller', max: 6, within: 60 }],
    },
    'POST /api/identity/change-password with a wrong present password': {
      responses: everyone('400 invalid', { A: '401 unauthenticated' }),
      fields: 'status',
      limits: [{ per: 'caller', max: 20, within: 60 }],
      request: () => ({
        body: { currentPassword: 'not the password', newPassword: password },
      }),
    },
    'PUT /api/user/email-correction': {
      responses: members('200', { I: '200' }),
      fields: ownUserFields,
      limits: [{ per: 'caller', max: 20, within: 1 }],
      request: ({ app }) => ({
        body: { correctedAt: new Date(app.clock.now()).toISOString() },
      }),
    },
  },
  addresses: { 'PATCH /api/auth/user': '405 method_not_allowed' },
  memberData: {
    fields: `
      signIn.credentials.createdAt signIn.credentials.email signIn.credentials.emailVerified
      signIn.credentials.hasPassword signIn.credentials.name signIn.credentials.updatedAt
      signIn.mailedLinks[].createdAt signIn.mailedLinks[].email signIn.mailedLinks[].expiresAt
      signIn.mailedLinks[].purpose signIn.provedElsewhere[].createdAt signIn.provedElsewhere[].email
      signIn.provedElsewhere[].emailVerified signIn.provedElsewhere[].provenSince
      signIn.provedElsewhere[].provider signIn.provedElsewhere[].subject signIn.sessions[].createdAt
      signIn.sessions[].email signIn.sessions[].expiresAt signIn.sessions[].ip
      signIn.sessions[].lastUsedAt signIn.sessions[].name signIn.sessions[].provider
      signIn.sessions[].remembered signIn.sessions[].revokedAt signIn.sessions[].revokedBy`,
    exported: {
      sessions: {
        at: ['signIn.sessions'],
        left: 'id tokenHash uid emailVerified',
        why: 'the secret, and what other parts have',
      },
      identity_users: {
        at: ['signIn.credentials'],
        left: 'id image emailProvedSignedIn isCorrected',
        why: 'the uid of the account; a column that is never filled; what a confirmation counts for, and a mail',
      },
      outside_identities: { at: ['signIn.provedElsewhere'], left: 'uid', why: 'the uid of the account' },
      mailed_links: {
        at: ['signIn.mailedLinks'],
        left: 'tokenHash uid sessionId',
        why: 'the secret, the uid of the account, and a number of ours',
      },
    },
    notExported: {
      identity_accounts: 'the hash of the password; whether there is one is under credentials',
      identity_sessions: 'the provider’s own, ended as soon as they are made',
      identity_verifications: 'never filled',
      identity_removals: 'of deleted accounts',
      session_changes: 'numbers, for some minutes',
      mail_limits: 'hashes of mailboxes, for an hour',
    },
  },
}
