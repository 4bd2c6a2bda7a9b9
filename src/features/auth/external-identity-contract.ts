// The calls by which somebody whom Firebase or Google knows gets a session here, and what the page is told of both.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { identitySchema } from './contract.ts'

/** What the browser needs of a Firebase project; nothing of it is secret. */
const firebasePageSchema = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  /** Where the official emulator answers instead, outside production only. */
  emulatorUrl: z.optional(z.string()),
})

/** What stands in the page's `<meta name="identity">`: who proves people here, and whether also by Google. */
export const pageIdentitySchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('builtin'), google: z.boolean() }),
  z.object({ provider: z.literal('firebase'), google: z.literal(true), firebase: firebasePageSchema }),
])
export type PageIdentity = z.infer<typeof pageIdentitySchema>

/** Why coming back from Google led to /auth?failed=… instead of into a session. */
export const socialFailures = [
  /** The person said no at Google, or went back. */
  'cancelled',
  /** An account here has the address, and not both sides have verified it. */
  'email-already-in-use',
  'banned',
  /** Google couldn't be asked. */
  'unavailable',
  'failed',
] as const
export type SocialFailure = (typeof socialFailures)[number]

const idTokenMaxChars = 8_192
/** What Google sends along; whatever else stands there is nothing. Of other things that come too nobody takes notice. */
const callbackParam = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((text) => (typeof text === 'string' && text.length <= 2_048 ? text : undefined)),
  ),
)

export const externalIdentityCalls = {
  /** Takes an ID token of the Firebase project, of a sign-in of the last five minutes, for a session of ours (AUTH-33). */
  openSession: endpoint({
    method: 'POST',
    path: '/api/auth/session',
    needs: 'public',
    body: z.strictObject({
      idToken: z.string().check(z.minLength(1), z.maxLength(idTokenMaxChars)),
      rememberMe: z.optional(z.boolean()),
    }),
    answer: identitySchema,
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    makes: true,
    refuses: ['invalid-credential', 'email-already-in-use', 'not_found'],
  }),
  /** Answers the address at Google that the page goes to. */
  signInSocially: endpoint({
    method: 'POST',
    path: '/api/identity/sign-in/social',
    needs: 'public',
    body: z.strictObject({ provider: z.literal('google'), rememberMe: z.optional(z.boolean()) }),
    answer: z.object({ url: z.string() }),
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    refuses: ['not_found'],
  }),
  /** Where Google sends the browser back to: leads on to /meditation, or to /auth?failed=… */
  returnFromGoogle: endpoint({
    method: 'GET',
    path: '/api/identity/callback/google',
    needs: 'public',
    query: z.object({ state: callbackParam, code: callbackParam, error: callbackParam }),
    answer: z.null(),
    failsTo: '/auth?failed=unavailable' satisfies `/auth?failed=${SocialFailure}`,
    limits: [{ per: 'address', perMinute: 60, burst: 60 }],
    refuses: ['not_found'],
  }),
}
