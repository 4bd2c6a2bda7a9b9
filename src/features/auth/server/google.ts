// Signing in by Google beside the built-in provider: out to Google's page and back with a code (OpenID Connect, PKCE).
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { GoogleSettings } from '#server/config-identity.ts'
import type { Platform } from '#server/context.ts'
import { isRefusal } from '#server/refusal.ts'
import type { SocialFailure } from '../outside-contract.ts'
import { outsideCalls } from '../outside-contract.ts'
import { isGooglesToSay } from '../rules.ts'
import { proofOf, readSigned, refused } from './id-token.ts'
import type { GoogleSignIn, OutsideProof, SentBack } from './identity.ts'
import type { OutsideAddresses } from './outside-addresses.ts'
import { createPublishedKeys, type PublishedKeys } from './published-keys.ts'
import { newSecret } from './secret.ts'

const answerWithinMs = 5_000
const issuer = ['https://accounts.google.com', 'accounts.google.com']

const tokensSchema = z.object({ id_token: z.string() })
const claimsSchema = z.object({ nonce: z.string(), hd: z.optional(z.string()) })

type Tokens = { idToken: string } | { failure: SocialFailure }

/** What is to be different for each purpose and can't be told from the others, all of one secret. */
function derived(secret: string, purpose: 'state' | 'nonce' | 'verifier'): string {
  return createHash('sha256').update(`${purpose} ${secret}`).digest('base64url')
}

export function createGoogleSignIn(
  platform: Platform,
  settings: GoogleSettings,
  addresses: OutsideAddresses,
): GoogleSignIn {
  const { config, log } = platform
  const keys = createPublishedKeys(addresses.googleKeys, platform)
  const returnAddress = () => `${config.publicUrl}${outsideCalls.returnFromGoogle.path}`

  const takeToken = async (code: string, secret: string): Promise<Tokens> => {
    const answer = await fetch(addresses.googleTokens, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uri: returnAddress(),
        code,
        code_verifier: derived(secret, 'verifier'),
      }),
    })
    if (answer.ok) return { idToken: z.parse(tokensSchema, await answer.json()).id_token }
    // A code that is no good is the visitor's doing, a wrong client the operator's.
    log.warn({ status: answer.status }, 'Google gave no token for a code.')
    return { failure: answer.status >= 500 ? 'unavailable' : 'failed' }
  }

  return {
    begin: () => {
      const secret = newSecret()
      const url = new URL(addresses.googleSignIn)
      url.search = new URLSearchParams({
        client_id: settings.clientId,
        redirect_uri: returnAddress(),
        response_type: 'code',
        scope: 'openid email profile',
        prompt: 'select_account',
        state: derived(secret, 'state'),
        nonce: derived(secret, 'nonce'),
        code_challenge: createHash('sha256').update(derived(secret, 'verifier')).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return { url: url.href, secret }
    },
    finish: async (secret, { state, code, error }: SentBack) => {
      // Not begun in this browser, or long ago: somebody else's account could be pressed on the visitor (T05).
      if (secret === null || state !== derived(secret, 'state')) return { failure: 'failed' }
      if (code === undefined) return { failure: error === 'access_denied' ? 'cancelled' : 'failed' }
      try {
        const tokens = await takeToken(code, secret)
        if ('failure' in tokens) return tokens
        return { proof: await proofOfToken(tokens.idToken, secret, { keys, settings, platform }) }
      } catch (failure) {
        log.warn({ err: failure }, 'Signing in by Google failed.')
        const isWrong = isRefusal(failure) && failure.refusal.status === 401
        return { failure: isWrong ? 'failed' : 'unavailable' }
      }
    },
  }
}

async function proofOfToken(
  idToken: string,
  secret: string,
  { keys, settings, platform }: { keys: PublishedKeys; settings: GoogleSettings; platform: Platform },
): Promise<OutsideProof> {
  const { clock, log } = platform
  const payload = await readSigned(idToken, keys, { issuer, audience: settings.clientId, clock, log })
  const { data } = z.safeParse(claimsSchema, payload)
  if (data?.nonce !== derived(secret, 'nonce')) throw refused(log, { claim: 'nonce' })
  const proof = proofOf('google', payload, { clock, log })
  return { ...proof, emailVerified: proof.emailVerified && isGooglesToSay(proof.email, data.hd) }
}
