// The calls of signing in and out, of registering, and of asking who one is.
import * as z from 'zod/mini'
import { emailMaxChars, passwordMaxChars, passwordMinChars } from '#shared/constants.ts'
import { endpoint, perHour, successSchema } from '#shared/endpoint.ts'
import { emailSchema, isStorable } from '#shared/text.ts'
import { displayNameSchema } from '#features/profile/display-name.ts'

/** Fields of a user that the user alone (and admins) may see. */
export const accountSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** A new address that its owner hasn't confirmed yet; until then the old one stays (PROF-17). */
  pendingEmail: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isGardenAngel: z.boolean(),
  profilePicture: z.nullable(z.string()),
  profileCompleted: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Account = z.infer<typeof accountSchema>

/** What the identity provider has proved, and which provider signs people in here. */
export const identitySchema = z.object({
  uid: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  provider: z.enum(['builtin', 'firebase']),
})
export type Identity = z.infer<typeof identitySchema>

const email = emailSchema(emailMaxChars)
const name = displayNameSchema('A name')
const uid = z.string().check(z.minLength(1), z.maxLength(128), z.refine(isStorable))

/** A referral code; whatever else stands there is none, so that it never keeps anybody from registering. */
const referralCode = z.pipe(
  z.unknown(),
  z.transform((code) => (typeof code === 'string' && code.length <= 64 && isStorable(code) ? code : null)),
)

/** A password on its way in; a new one has its shortest length checked as well. */
const password = z
  .string({ error: 'Please enter your password.' })
  .check(
    z.minLength(1, { error: 'Please enter your password.' }),
    z.maxLength(passwordMaxChars, { error: `A password has at most ${passwordMaxChars} characters.` }),
  )

export const signInSchema = z.strictObject({
  email,
  password,
  rememberMe: z.optional(z.boolean()),
})

const newPassword = password.check(
  z.minLength(passwordMinChars, { error: `A password has at least ${passwordMinChars} characters.` }),
)

export const signUpSchema = z.strictObject({
  name,
  email,
  password: newPassword,
  rememberMe: z.optional(z.boolean()),
})

/** What proves a person once more who signed in long ago: the password or an ID token, whichever their provider knows. */
export const reauthProofSchema = z.strictObject({
  password: z.optional(z.string().check(z.maxLength(passwordMaxChars))),
  idToken: z.optional(z.string().check(z.maxLength(8_192))),
})
export type ReauthProof = z.infer<typeof reauthProofSchema>

/** The secret of a mailed link. */
const mailedToken = z.string().check(z.minLength(1), z.maxLength(2_048), z.refine(isStorable))

export const resetRequestSchema = z.strictObject({ email })
export const newPasswordSchema = z.strictObject({ token: mailedToken, newPassword })
export const passwordChangeSchema = z.strictObject({ currentPassword: password, newPassword })

const doneSchema = z.object({ status: z.literal(true) })

const signedInSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
})

export const authCalls = {
  whoAmI: endpoint({
    method: 'GET',
    path: '/api/auth/session',
    needs: 'identity',
    answer: identitySchema,
  }),
  signOut: endpoint({ method: 'DELETE', path: '/api/auth/session', needs: 'public', answer: z.null() }),
  signOutEverywhere: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    needs: 'identity',
    answer: z.null(),
  }),
  userByUid: endpoint({
    method: 'GET',
    path: '/api/auth/user/:uid',
    needs: 'identity',
    answer: accountSchema,
    refuses: ['forbidden', 'user_not_registered'],
  }),
  currentUser: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    needs: 'identity',
    answer: accountSchema,
    refuses: ['user_not_registered'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    needs: 'identity',
    body: z.strictObject({
      email,
      name,
      firebaseUid: uid,
      referralCode: z.optional(referralCode),
    }),
    answer: accountSchema,
    limits: [
      { per: 'caller', ...perHour(5) },
      { per: 'address', ...perHour(20) },
    ],
    makes: true,
    refuses: ['forbidden', 'email_taken'],
  }),
}

/** The built-in provider's own calls, in the shape that better-auth gave them. */
export const identityCalls = {
  signUpWithEmail: endpoint({
    method: 'POST',
    path: '/api/identity/sign-up/email',
    needs: 'public',
    body: signUpSchema,
    answer: signedInSchema,
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    refuses: ['email-already-in-use', 'weak-password', 'not_found'],
  }),
  signInWithEmail: endpoint({
    method: 'POST',
    path: '/api/identity/sign-in/email',
    needs: 'public',
    body: signInSchema,
    answer: signedInSchema,
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    refuses: ['invalid-credential', 'not_found'],
  }),
  signOutOfProvider: endpoint({
    method: 'POST',
    path: '/api/identity/sign-out',
    needs: 'public',
    answer: successSchema,
  }),
  /** Always answers the same, whether the address is known or not (AUTH-12). */
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/identity/request-password-reset',
    needs: 'public',
    body: resetRequestSchema,
    answer: doneSchema,
    limits: [{ per: 'address', ...perHour(60) }],
    refuses: ['not_found'],
  }),
  /**
   * Sets the password, ends every session of the person and opens a new one here (AUTH-38); by the link that undoes a
   * change of address, that as well (PROF-28).
   */
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/identity/reset-password',
    needs: 'public',
    body: newPasswordSchema,
    answer: doneSchema,
    limits: [{ per: 'address', ...perHour(60) }],
    refuses: ['invalid-link', 'email_taken', 'weak-password', 'not_found'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/identity/verify-email',
    needs: 'public',
    body: z.strictObject({ token: mailedToken }),
    answer: z.object({ status: z.literal(true), email: z.string() }),
    limits: [{ per: 'address', ...perHour(120) }],
    refuses: ['invalid-link', 'email_taken'],
  }),
  /** Sends the mail again: to the address that waits to be confirmed, else to the present one. */
  sendVerificationEmail: endpoint({
    method: 'POST',
    path: '/api/identity/send-verification-email',
    needs: 'credentials.manage',
    answer: doneSchema,
    limits: [{ per: 'caller', ...perHour(6) }],
    refuses: ['not_found'],
  }),
  /** Ends every other session of the person. */
  changePassword: endpoint({
    method: 'POST',
    path: '/api/identity/change-password',
    needs: 'credentials.manage',
    body: passwordChangeSchema,
    answer: doneSchema,
    limits: [{ per: 'caller', ...perHour(20) }],
    refuses: ['weak-password', 'not_found'],
  }),
}
