// The handlers of coming in by Firebase or by Google.
import type { Context } from '#server/context.ts'
import { leadTo } from '#server/http-lead.ts'
import { routes, type Routes } from '#server/http.ts'
import { made } from '#server/http-answer.ts'
import { isRefusal, refuse } from '#server/refusal.ts'
import { outsideCalls, socialFailures, type SocialFailure } from '../outside-contract.ts'
import { mailVerification, promote } from './addresses.ts'
import type { GoogleSignIn, IdentityProvider, SentBack } from './identity.ts'
import { identityOfFirebase, identityOfGoogle, whileLinked, whileProven } from './outside-people.ts'
import { limitAttempts } from './limits.ts'
import { enter } from './session.ts'

const wayCookie = 'google'
const wayMaxMs = 10 * 60_000
/** What the cookie holds besides the secret when the session is to be remembered. */
const rememberedMark = '.remembered'

/** The calls that only one provider answers are not there with the other. */
export function outsideRoutes(identity: IdentityProvider): Routes {
  return routes(outsideCalls, {
    openSession: async (context, { body: { idToken, rememberMe = false } }) => {
      const { tokens, page } = identity
      if (!tokens) throw refuse('not_found')
      const proof = await tokens.prove(idToken)
      limitAttempts(context, 'session', proof.subject)
      const proven = await identityOfFirebase(context, proof)
      if (!proven) {
        await tokens.remove(idToken, proof.subject)
        throw refuse('invalid-credential')
      }
      const holds = whileProven(proof, proven.uid)
      await enter(context, { identity: proven, holds, provider: proof.provider, remembered: rememberMe })
      await promote(context, proven)
      return made({ ...proven, provider: page.provider })
    },
    signInSocially: async ({ cookies }, { body: { rememberMe = false } }) => {
      const { url, secret } = googleOf(identity).begin()
      cookies.set(wayCookie, rememberMe ? secret + rememberedMark : secret, wayMaxMs)
      return { url }
    },
    returnFromGoogle: async (context, { query }) => {
      const failure = await comeIn(context, googleOf(identity), query)
      return leadTo(failure === null ? '/meditation' : `/auth?failed=${failure}`)
    },
  })
}

function googleOf({ accounts }: IdentityProvider): GoogleSignIn {
  if (!accounts?.google) throw refuse('not_found')
  return accounts.google
}

/** Opens the session of whoever comes back from Google; answers what came between, or null. */
async function comeIn(
  context: Context<'public'>,
  google: GoogleSignIn,
  sentBack: SentBack,
): Promise<SocialFailure | null> {
  const kept = context.cookies.read(wayCookie)
  context.cookies.set(wayCookie, '', 0)
  const remembered = kept?.endsWith(rememberedMark) ?? false
  try {
    const secret = kept === null ? null : kept.replace(rememberedMark, '')
    const result = await google.finish(secret, sentBack)
    if ('failure' in result) return result.failure
    const { proof } = result
    const { identity, isNew } = await identityOfGoogle(context, proof)
    const holds = whileLinked(proof, identity.uid)
    await enter(context, { identity, holds, provider: proof.provider, remembered })
    if (isNew && !identity.emailVerified) mailVerification(context, identity.uid)
    await promote(context, identity)
    return null
  } catch (error) {
    // Whoever waits for a page isn't left with a line of JSON.
    if (!isRefusal(error)) context.log.error({ err: error }, 'Somebody could not come in by Google.')
    const code = isRefusal(error) ? error.refusal.body.code : 'unavailable'
    return socialFailures.find((failure) => failure === code) ?? 'failed'
  }
}
