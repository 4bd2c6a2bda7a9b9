// Sign-up and registration: a contract of their own, because only newcomers need the rules for display names.
import * as z from 'zod/mini'
import { joinTextMaxChars } from '#shared/constants.ts'
import { displayNameSchema } from '#shared/display-name.ts'
import { endpoint, perHour } from '#shared/endpoint.ts'
import { isStorable } from '#shared/text.ts'
import { accountSchema, mailedToken, newPasswordSchema, signedInSchema, signInSchema } from './contract.ts'
import { authErrors } from './errors.ts'
import { joinErrors } from './join-errors.ts'
import { termsErrors } from './terms-errors.ts'

const name = displayNameSchema()
const { email, rememberMe } = signInSchema.shape
const uid = z.string().check(z.minLength(1), z.maxLength(128), z.refine(isStorable))

/** A text with a code that lets its user join, or counts as a referral. Invalid values become null: the joining rule decides, not the input. */
const joinCode = z.pipe(
  z.unknown(),
  z.transform((code) =>
    typeof code === 'string' && code.length <= joinTextMaxChars && isStorable(code) ? code : null,
  ),
)

export const signUpSchema = z.strictObject({
  name,
  email,
  password: newPasswordSchema.shape.newPassword,
  rememberMe,
})

/** Each the code of an invite, or a member's referral code. */
const joinCodes = { inviteCode: z.optional(joinCode), referralCode: z.optional(joinCode) }

const joiningErrors = Object.values(joinErrors)

/** The version of the terms that the form showed (COM-13). Without it, the member is asked on their first screen. */
const acceptedTerms = z.optional(z.int())

/** A hall full of newcomers shares one address (T72): 300 an hour, 60 of them at once. */
const joinsPerAddress = { perMinute: 300 / 60, burst: 60 }

export const signUpCalls = {
  /** A version of the terms that isn't the present one counts as none: the member is asked on their first screen. */
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    needs: 'identity',
    body: z.strictObject({
      email,
      name,
      firebaseUid: uid,
      ...joinCodes,
      acceptedTerms,
    }),
    response: accountSchema,
    limits: [
      { per: 'caller', ...perHour(20) },
      { per: 'address', ...joinsPerAddress },
    ],
    creates: true,
    errors: ['forbidden', authErrors.email_taken, ...joiningErrors],
  }),
  /** In the shape that better-auth defined, with the version of the terms. */
  signUpWithEmail: endpoint({
    method: 'POST',
    path: '/api/identity/sign-up/email',
    needs: 'public',
    body: z.strictObject({
      ...signUpSchema.shape,
      ...joinCodes,
      acceptedTerms,
      /** Of a link that was mailed to this address, listed in ADMIN_EMAILS: it lets them join and confirms the address. */
      joinToken: z.optional(mailedToken),
    }),
    response: signedInSchema,
    limits: [{ per: 'address', ...joinsPerAddress }],
    errors: [
      authErrors['email-already-in-use'],
      authErrors['weak-password'],
      authErrors['invalid-link'],
      termsErrors.terms_changed,
      'not_found',
      ...joiningErrors,
    ],
  }),
}
