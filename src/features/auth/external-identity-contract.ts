// Endpoints for sign-in with Firebase or Google, and the provider settings in the page.
import { authErrors } from './errors.ts'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { identitySchema } from './contract.ts'

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
