// Google sign-in for the built-in provider: OpenID Connect authorization code flow with PKCE.
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { GoogleSettings } from '#server/config/config.ts'
import type { Platform } from '#server/context.ts'
import { isAppError } from '#server/app-error.ts'
import type { SocialFailure } from '../external-identity-contract.ts'
import { externalIdentityCalls } from '../external-identity-contract.ts'
import { isGoogleAuthoritativeFor } from '../rules.ts'
import { proofFromClaims, verifyIdToken, invalidTokenError } from './id-token.ts'
import type { GoogleOAuthFlow, ExternalIdentityProof, OAuthCallback } from './identity.ts'
import type { ProviderEndpoints } from './external-identity/provider-endpoints.ts'
import { createJwksCache, type JwksCache } from './jwks-cache.ts'
import { newSecret } from './secret-token.ts'

const responseTimeoutMs = 5_000
const issuer = ['https://accounts.google.com', 'accounts.google.com']

const tokensSchema = z.object({ id_token: z.string() })
const claimsSchema = z.object({ nonce: z.string(), hd: z.optional(z.string()) })

type TokenResult = { idToken: string } | { failure: SocialFailure }

/** Derives an independent value for each purpose from one secret. */
function deriveSecret(secret: string, purpose: 'state' | 'nonce' | 'verifier'): string {
  return createHash('sha256').update(`${purpose} ${secret}`).digest('base64url')
}

export function createGoogleOAuthFlow(
  platform: Platform,
  settings: GoogleSettings,
  endpoints: ProviderEndpoints,
): GoogleOAuthFlow {
  const { config, log } = platform
  const keys = createJwksCache(endpoints.googleKeys, platform)
  const redirectUri = () => `${config.publicUrl}${externalIdentityCalls.returnFromGoogle.path}`

  const exchangeCode = async (code: string, secret: string): Promise<TokenResult> => {
    const response = await fetch(endpoints.googleTokens, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(responseTimeoutMs),
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uri: redirectUri(),
        code,
        code_verifier: deriveSecret(secret, 'verifier'),
      }),
    })
    if (response.ok) return { idToken: z.parse(tokensSchema, await response.json()).id_token }
    // A rejected code is the visitor's fault; a rejected client is the operator's.
    log.warn({ status: response.status }, 'Google rejected the token request.')
    return { failure: response.status >= 500 ? 'unavailable' : 'failed' }
  }

  return {
    start: () => {
      const secret = newSecret()
      const url = new URL(endpoints.googleSignIn)
      url.search = new URLSearchParams({
        client_id: settings.clientId,
        redirect_uri: redirectUri(),
        response_type: 'code',
        scope: 'openid email profile',
        prompt: 'select_account',
        state: deriveSecret(secret, 'state'),
        nonce: deriveSecret(secret, 'nonce'),
        code_challenge: createHash('sha256').update(deriveSecret(secret, 'verifier')).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return { url: url.href, secret }
    },
    finish: async (secret, { state, code, error }: OAuthCallback) => {
      // The flow began in another browser or too long ago. Accepting it would let an attacker sign the visitor in
      // to the attacker's account (T05).
      if (secret === null || state !== deriveSecret(secret, 'state')) return { failure: 'failed' }
      if (code === undefined) return { failure: error === 'access_denied' ? 'cancelled' : 'failed' }
      try {
        const tokens = await exchangeCode(code, secret)
        if ('failure' in tokens) return tokens
        return { proof: await verifyGoogleToken(tokens.idToken, secret, { keys, settings, platform }) }
      } catch (failure) {
        log.warn({ err: failure }, 'Google sign-in failed.')
        const isInvalidToken = isAppError(failure) && failure.errorResponse.status === 401
        return { failure: isInvalidToken ? 'failed' : 'unavailable' }
      }
    },
  }
}

async function verifyGoogleToken(
  idToken: string,
  secret: string,
  { keys, settings, platform }: { keys: JwksCache; settings: GoogleSettings; platform: Platform },
): Promise<ExternalIdentityProof> {
  const { clock, log } = platform
  const payload = await verifyIdToken(idToken, keys, { issuer, audience: settings.clientId, clock, log })
  const { data } = z.safeParse(claimsSchema, payload)
  if (data?.nonce !== deriveSecret(secret, 'nonce')) throw invalidTokenError(log, { claim: 'nonce' })
  const proof = proofFromClaims('google', payload, { clock, log })
  return { ...proof, emailVerified: proof.emailVerified && isGoogleAuthoritativeFor(proof.email, data.hd) }
}
