// A fake of Google's sign-in: its page redirects the browser straight back, with or without a code.
import { createHash, randomBytes } from 'node:crypto'
import type { AppOptions } from '#app/server/app.ts'
import { providerEndpoints } from '#features/auth/server/external-identity/provider-endpoints.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import {
  startFakeService,
  type FakeServiceResponse,
  type FakeServiceRequest,
  type FakeService,
} from './server.ts'
import { createSigner, type Signer } from './signer.ts'

/** A Google account. */
export interface GoogleAccount {
  sub: string
  email: string
  emailVerified?: boolean
  /** The organisation whose mail Google hosts; null for a mail address hosted elsewhere. */
  hd?: string | null
  name?: string
}

export interface FakeGoogle {
  server: FakeService
  signer: Signer
  /** The signed-in account; null for a user who declines. */
  account: GoogleAccount | null
  /** Forged claims that override those of its next tokens. */
  forgedClaims: Record<string, unknown>
  /** The options that make this the Google of `startTestApp`. */
  appOptions(): {
    config: Partial<Config>
    externalProviders: NonNullable<AppOptions['externalProviderUrls']>
  }
  close(): Promise<void>
}

const client = { clientId: 'sit.apps.googleusercontent.com', clientSecret: 'GOCSPX-of-the-test' }

/** `clock` is the app's. */
export async function startFakeGoogle({ clock }: { clock: Clock }): Promise<FakeGoogle> {
  const signer = createSigner()
  const pending = new Map<string, PendingAuthorization>()
  const server = await startFakeService(({ method, url, body }: FakeServiceRequest) => {
    const call = `${method} ${url.pathname}`
    if (call === 'GET /authorize') return handleAuthorize(fake, pending, url.searchParams)
    if (call === 'POST /token') return handleTokenExchange(fake, pending, new URLSearchParams(body), clock)
    return call === 'GET /keys' ? { status: 200, body: { keys: [signer.jwk()] } } : null
  })
  const fake: FakeGoogle = {
    server,
    signer,
    account: null,
    forgedClaims: {},
    appOptions: () => ({
      config: { google: client },
      externalProviders: {
        ...providerEndpoints,
        googleSignIn: `${server.url}/authorize`,
        googleTokens: `${server.url}/token`,
        googleKeys: `${server.url}/keys`,
      },
    }),
    close: () => server.close(),
  }
  return fake
}

/** The data stored with a code until it is redeemed. */
interface PendingAuthorization {
  account: GoogleAccount
  params: URLSearchParams
}

function handleAuthorize(
  { account }: FakeGoogle,
  pending: Map<string, PendingAuthorization>,
  params: URLSearchParams,
): FakeServiceResponse {
  const redirectUrl = new URL(params.get('redirect_uri') ?? '')
  redirectUrl.searchParams.set('state', params.get('state') ?? '')
  if (account) {
    const code = `4/${randomBytes(12).toString('base64url')}`
    pending.set(code, { account, params })
    for (const [key, value] of Object.entries({ code, scope: 'email openid', authuser: '0', prompt: 'none' }))
      redirectUrl.searchParams.set(key, value)
  } else {
    redirectUrl.searchParams.set('error', 'access_denied')
  }
  return { status: 302, body: null, headers: { location: redirectUrl.href } }
}

async function handleTokenExchange(
  { forgedClaims, signer }: FakeGoogle,
  pending: Map<string, PendingAuthorization>,
  params: URLSearchParams,
  clock: Clock,
): Promise<FakeServiceResponse> {
  const code = params.get('code') ?? ''
  const authorization = pending.get(code)
  pending.delete(code)
  const verifier = params.get('code_verifier') ?? ''
  const isValid =
    authorization?.params.get('redirect_uri') === params.get('redirect_uri') &&
    authorization?.params.get('client_id') === params.get('client_id') &&
    params.get('client_id') === client.clientId &&
    params.get('client_secret') === client.clientSecret &&
    params.get('grant_type') === 'authorization_code' &&
    authorization?.params.get('code_challenge_method') === 'S256' &&
    authorization?.params.get('code_challenge') === createHash('sha256').update(verifier).digest('base64url')
  if (!authorization || !isValid) return { status: 400, body: { error: 'invalid_grant' } }
  const { sub, email, emailVerified = true, hd = 'example.org', name } = authorization.account
  const now = Math.floor(clock.now() / 1000)
  const idToken = await signer.sign({
    iss: 'https://accounts.google.com',
    aud: client.clientId,
    azp: client.clientId,
    sub,
    email,
    email_verified: emailVerified,
    ...(hd === null ? {} : { hd }),
    ...(name === undefined ? {} : { name }),
    nonce: authorization.params.get('nonce') ?? '',
    iat: now,
    exp: now + 3_600,
    ...forgedClaims,
  })
  return {
    status: 200,
    body: { access_token: 'ya29.of-the-test', token_type: 'Bearer', expires_in: 3_599, id_token: idToken },
  }
}
