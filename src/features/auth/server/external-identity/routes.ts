// Route handlers for sign-in with Firebase or Google.
import { isAppError, appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { redirect, created } from '#server/http/response.ts'
import { externalIdentityCalls, socialFailures, type SocialFailure } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { promoteConfiguredAdmin } from '../email-verification.ts'
import type { GoogleOAuthFlow, IdentityProvider, OAuthCallback } from '../identity.ts'
import { enqueueMail } from '../queued-mails.ts'
import { signInCaller } from '../session.ts'
import { limitSignInAttempts } from '../sign-in-rate-limits.ts'
import {
  resolveFirebaseIdentity,
  resolveGoogleIdentity,
  createGoogleLinkCheck,
  createFirebaseProofCheck,
} from './account-linking.ts'

const oauthCookie = 'google'
const oauthCookieMaxMs = 10 * 60_000
/** Suffix of the cookie value if the session should be remembered. */
const rememberedSuffix = '.remembered'

/** Endpoints of the provider that isn't configured respond with not_found. */
export function externalIdentityRoutes(identity: IdentityProvider): Routes {
  return defineRoutes(externalIdentityCalls, {
    openSession: async (context, { body: { idToken, rememberMe = false } }) => {
      const { tokens, page } = identity
      if (!tokens) throw appError('not_found')
      const proof = await tokens.verify(idToken)
      await limitSignInAttempts(context, 'session', proof.subject)
      const proven = await resolveFirebaseIdentity(context, proof)
      if (!proven) {
        await tokens.deleteAccount(idToken, proof.subject)
        throw appError(authErrors['invalid-credential'])
      }
      const checkProof = createFirebaseProofCheck(proof, proven.uid)
      await signInCaller(context, {
        identity: proven,
        checkProof,
        provider: proof.provider,
        remembered: rememberMe,
      })
      await promoteConfiguredAdmin(context, proven)
      return created({ ...proven, provider: page.provider })
    },
    signInSocially: async ({ cookies }, { body: { rememberMe = false } }) => {
      const { url, secret } = requireGoogle(identity).start()
      cookies.set(oauthCookie, rememberMe ? secret + rememberedSuffix : secret, oauthCookieMaxMs)
      return { url }
    },
    returnFromGoogle: async (context, { query }) => {
      const failure = await completeGoogleSignIn(context, requireGoogle(identity), query)
      return redirect(failure === null ? '/meditation' : `/auth?failed=${failure}`)
    },
  })
}

function requireGoogle({ accounts }: IdentityProvider): GoogleOAuthFlow {
  if (!accounts?.google) throw appError('not_found')
  return accounts.google
}

/** Opens the session after Google's callback. Returns the failure code, or null on success. */
async function completeGoogleSignIn(
  context: Context<'public'>,
  google: GoogleOAuthFlow,
  callback: OAuthCallback,
): Promise<SocialFailure | null> {
  const cookie = context.cookies.read(oauthCookie)
  context.cookies.set(oauthCookie, '', 0)
  const remembered = cookie?.endsWith(rememberedSuffix) ?? false
  try {
    const secret = cookie === null ? null : cookie.replace(rememberedSuffix, '')
    const result = await google.finish(secret, callback)
    if ('failure' in result) return result.failure
    const { proof } = result
    const { identity, isNew } = await resolveGoogleIdentity(context, proof)
    const checkProof = createGoogleLinkCheck(proof, identity.uid)
    await signInCaller(context, { identity, checkProof, provider: proof.provider, remembered })
    if (isNew && !identity.emailVerified) {
      await enqueueMail(context, context.database.query, { type: 'verification', uid: identity.uid })
    }
    await promoteConfiguredAdmin(context, identity)
    return null
  } catch (error) {
    // The browser navigates to this URL, so a JSON error is no use: every failure becomes a redirect.
    if (!isAppError(error)) context.log.error({ err: error }, 'The Google callback failed.')
    const code = isAppError(error) ? error.errorResponse.body.code : 'unavailable'
    return socialFailures.find((failure) => failure === code) ?? 'failed'
  }
}
