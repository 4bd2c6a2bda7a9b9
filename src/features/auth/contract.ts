// Auth endpoints: sign-in, sign-out, and the current user.
import * as z from 'zod/mini'
import { emailMaxChars, passwordMaxChars, passwordMinChars } from '#shared/constants.ts'
import { endpoint, perHour, successSchema } from '#shared/endpoint.ts'
import { languages, t } from '#shared/i18n/t.ts'
import { emailSchema, isStorable } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { authErrors } from './errors.ts'

/** Fields visible only to the user and to administrators. */
export const accountSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** A new address that its owner hasn't confirmed yet. Until then the old one stays (PROF-17). */
  pendingEmail: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isGardenAngel: z.boolean(),
  /** May hold sittings, as an administrator has marked them (TEACH-01); absent for everyone else. */
  mayHost: z.optional(z.literal(true)),
  profilePicture: z.nullable(z.string()),
  profileCompleted: z.boolean(),
  /** Counted in the room, but in no list of it (TRUST-01). */
  isUnlisted: z.boolean(),
  /** The member's language; null until a sign-in shows it. */
  language: z.nullable(z.enum(languages)),
  /** The version of the terms that the member is asked to accept; null if none (COM-14). */
  mustAcceptTerms: z.nullable(z.int()),
  /** When an administrator corrected the address that they sign in with, until they have read it (USR-25). */
  emailCorrectedAt: z.optional(timestampSchema),
  createdAt: timestampSchema,
})
export type Account = z.infer<typeof accountSchema>

/** The identity proved by the provider, and the provider's name. */
export const identitySchema = z.object({
  uid: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  provider: z.enum(['builtin', 'firebase']),
})
export type Identity = z.infer<typeof identitySchema>

const email = emailSchema(emailMaxChars)

const passwordMaxLength = z.maxLength(passwordMaxChars, {
  error: () => t('A password has at most {max} characters.', { max: passwordMaxChars }),
})

/** A password as submitted. New passwords also have their minimum length checked. */
const password = z
  .string({ error: () => t('Please enter your password.') })
  .check(z.minLength(1, { error: () => t('Please enter your password.') }), passwordMaxLength)

export const signInSchema = z.strictObject({
  email,
  password,
  rememberMe: z.optional(z.boolean()),
})

const newPassword = password.check(
  z.minLength(passwordMinChars, {
    error: () => t('A password has at least {min} characters.', { min: passwordMinChars }),
  }),
)

/** Reauthentication for an older sign-in: the password or an ID token, depending on the provider. */
export const reauthProofSchema = z.strictObject({
  password: z.optional(z.string().check(passwordMaxLength)),
  idToken: z.optional(z.string().check(z.maxLength(8_192))),
})
export type ReauthProof = z.infer<typeof reauthProofSchema>

/** The secret token of a mailed link. */
export const mailedToken = z.string().check(z.minLength(1), z.maxLength(2_048), z.refine(isStorable))

export const resetRequestSchema = z.strictObject({ email })
export const newPasswordSchema = z.strictObject({ token: mailedToken, newPassword })
const passwordChangeSchema = z.strictObject({ currentPassword: password, newPassword })

const doneSchema = z.object({ status: z.literal(true) })

/** The account at the built-in provider. */
export const signedInSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
})

/** What a mailed link would do, and for whom. */
export const mailedLinkSchema = z.object({
  purpose: z.enum(['reset', 'verify', 'undo-email-change', 'join']),
  /** The address that the mail went to. */
  email: z.string(),
  /** Whether the caller is signed in to the link's account. */
  isOwn: z.boolean(),
  /** Whether `email` would replace another address of the account. */
  isChange: z.boolean(),
  /** Whether `email` is confirmed already. */
  isDone: z.boolean(),
  /** Whether the link acts only in a session of its account: a change of address, and an address of ADMIN_EMAILS. */
  needsSignIn: z.boolean(),
})
export type MailedLinkDescription = z.infer<typeof mailedLinkSchema>

export const authCalls = {
  whoAmI: endpoint({
    method: 'GET',
    path: '/api/auth/session',
    needs: 'identity',
    response: identitySchema,
  }),
  signOut: endpoint({ method: 'DELETE', path: '/api/auth/session', needs: 'public', response: z.null() }),
  /**
   * Its response clears the browser's cache (T44). Apart from the sign-outs: Chromium delivers such a response only after
   * it has searched its whole cache, other sites included. The page waits for the sign-out, and not for this.
   */
  clearBrowserCache: endpoint({
    method: 'POST',
    path: '/api/auth/clear-cache',
    needs: 'public',
    response: z.null(),
    limits: [{ per: 'address', perMinute: 120 }],
  }),
  signOutEverywhere: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    needs: 'identity',
    response: z.null(),
  }),
  userByUid: endpoint({
    method: 'GET',
    path: '/api/auth/user/:uid',
    needs: 'identity',
    response: accountSchema,
    errors: ['forbidden', authErrors.user_not_registered],
  }),
  currentUser: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    needs: 'identity',
    response: accountSchema,
    errors: [authErrors.user_not_registered],
  }),
  /** The member has read that an administrator corrected their address, at that moment (USR-25). */
  readEmailCorrection: endpoint({
    method: 'PUT',
    path: '/api/user/email-correction',
    needs: 'profile.prepare',
    body: z.strictObject({ correctedAt: timestampSchema }),
    response: accountSchema,
    limits: [{ per: 'caller', perMinute: 20 }],
  }),
}

/** Endpoints of the built-in provider, in the shape that better-auth defined. */
export const identityCalls = {
  signInWithEmail: endpoint({
    method: 'POST',
    path: '/api/identity/sign-in/email',
    needs: 'public',
    body: signInSchema,
    response: signedInSchema,
    limits: [{ per: 'address', perMinute: 60, burst: 60, isShared: true }],
    errors: [authErrors['invalid-credential'], 'not_found'],
  }),
  signOutOfProvider: endpoint({
    method: 'POST',
    path: '/api/identity/sign-out',
    needs: 'public',
    response: successSchema,
  }),
  /** The response is the same for known and unknown addresses (AUTH-12). */
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/identity/request-password-reset',
    needs: 'public',
    body: resetRequestSchema,
    response: doneSchema,
    limits: [{ per: 'address', ...perHour(60), isShared: true }],
    errors: ['not_found'],
  }),
  /**
   * Sets the password, revokes all sessions of the account and opens a new one here (AUTH-38). With an undo link,
   * it also reverts the email change (PROF-28).
   */
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/identity/reset-password',
    needs: 'public',
    body: newPasswordSchema,
    response: doneSchema,
    limits: [{ per: 'address', ...perHour(60), isShared: true }],
    errors: [authErrors['invalid-link'], authErrors.email_taken, authErrors['weak-password'], 'not_found'],
  }),
  /**
   * What a mailed link would do, for the screen that asks first: opening a link must change nothing (AUTH-49).
   * A POST, so that no log or history contains the token.
   */
  describeMailedLink: endpoint({
    method: 'POST',
    path: '/api/identity/mailed-link',
    needs: 'public',
    body: z.strictObject({ token: mailedToken }),
    response: mailedLinkSchema,
    limits: [{ per: 'address', perMinute: 120 }],
    errors: [authErrors['invalid-link']],
  }),
  /** Throws `wrong_account` if the link acts only in a session of its account (see `needsSignIn`). */
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/identity/verify-email',
    needs: 'public',
    body: z.strictObject({ token: mailedToken }),
    response: z.object({ status: z.literal(true), email: z.string() }),
    limits: [{ per: 'address', ...perHour(120) }],
    errors: [authErrors['invalid-link'], authErrors.email_taken, authErrors.wrong_account],
  }),
  /** Resends the mail to the pending address, or to the current one if none is pending. */
  sendVerificationEmail: endpoint({
    method: 'POST',
    path: '/api/identity/send-verification-email',
    needs: 'credentials.manage',
    response: doneSchema,
    limits: [{ per: 'caller', ...perHour(6) }],
    errors: ['not_found'],
  }),
  /** Revokes all other sessions of the account. */
  changePassword: endpoint({
    method: 'POST',
    path: '/api/identity/change-password',
    needs: 'credentials.manage',
    body: passwordChangeSchema,
    response: doneSchema,
    limits: [{ per: 'caller', ...perHour(20), isShared: true }],
    errors: [authErrors['weak-password'], 'not_found'],
  }),
}

/** The browser's settings of a Firebase project. None of them is secret. */
const firebasePageSchema = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  /** URL of the official emulator, outside production only. */
  emulatorUrl: z.optional(z.string()),
})

/**
 * Content of the page's `<meta name="identity">`: the identity provider, and whether Google sign-in is available.
 */
export const pageIdentitySchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('builtin'), google: z.boolean() }),
  z.object({ provider: z.literal('firebase'), google: z.literal(true), firebase: firebasePageSchema }),
])
export type PageIdentity = z.infer<typeof pageIdentitySchema>

/** Why the Google callback redirected to /auth?failed=… instead of opening a session. */
export const socialFailures = [
  /** The user declined at Google or went back. */
  'cancelled',
  /** An account here has this address, and it isn't verified on both sides. */
  'email-already-in-use',
  'banned',
  /** Google could not be reached. */
  'unavailable',
  'failed',
] as const
export type SocialFailure = (typeof socialFailures)[number]

const idTokenMaxChars = 8_192
/** A query parameter from Google. Invalid values count as absent; unknown parameters are ignored. */
const callbackParam = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((text) => (typeof text === 'string' && text.length <= 2_048 ? text : undefined)),
  ),
)

export const externalIdentityCalls = {
  /** Exchanges a Firebase ID token for a session (AUTH-33). The sign-in must be at most five minutes old. */
  openSession: endpoint({
    method: 'POST',
    path: '/api/auth/session',
    needs: 'public',
    body: z.strictObject({
      idToken: z.string().check(z.minLength(1), z.maxLength(idTokenMaxChars)),
      rememberMe: z.optional(z.boolean()),
    }),
    response: identitySchema,
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    creates: true,
    errors: [authErrors['invalid-credential'], authErrors['email-already-in-use'], 'not_found'],
  }),
  /** Returns the Google URL to redirect to. */
  signInSocially: endpoint({
    method: 'POST',
    path: '/api/identity/sign-in/social',
    needs: 'public',
    body: z.strictObject({ provider: z.literal('google'), rememberMe: z.optional(z.boolean()) }),
    response: z.object({ url: z.string() }),
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    errors: ['not_found'],
  }),
  /** Google's redirect URI. Redirects to /meditation, or to /auth?failed=… */
  returnFromGoogle: endpoint({
    method: 'GET',
    path: '/api/identity/callback/google',
    needs: 'public',
    query: z.object({ state: callbackParam, code: callbackParam, error: callbackParam }),
    response: z.null(),
    errorRedirect: '/auth?failed=unavailable' satisfies `/auth?failed=${SocialFailure}`,
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    errors: ['not_found'],
  }),
}
