// A fake of a Firebase project: signs ID tokens, publishes its keys, and deletes accounts.
import { decodeJwt } from 'jose'
import type { AppOptions } from '#app/server/app.ts'
import { providerEndpoints } from '#features/auth/server/external-identity/provider-endpoints.ts'
import type { Clock } from '#server/clock.ts'
import type { Config, FirebaseSettings } from '#server/config/config.ts'
import {
  startFakeService,
  type FakeServiceResponse,
  type FakeServiceRequest,
  type FakeService,
} from './server.ts'
import { createSigner, type Signer } from './signer.ts'

/** An account of the project. */
export interface FirebaseAccount {
  uid: string
  email: string
  emailVerified?: boolean
  name?: string
}

export interface FakeFirebase {
  server: FakeService
  settings: FirebaseSettings
  /** The signers of its keys; replace one for a key rotation. */
  signers: Signer[]
  /** The Cache-Control header of the key list. */
  cacheControl: string
  /** How often the key list was requested. */
  keyRequestCount: number
  /** The uids of the accounts that it was asked to delete. */
  deletedUids: string[]
  /** The errors of the next deletions, one each, such as 'INVALID_ID_TOKEN'. */
  deletionErrors: string[]
  /** The token claims of an account that signed in just now. */
  claims(account: FirebaseAccount): Record<string, unknown>
  /** An ID token that a server with `appOptions()` accepts. */
  idToken(account: FirebaseAccount): Promise<string>
  /** The options that make this project the identity provider of `startTestApp`. */
  appOptions(): {
    config: Partial<Config>
    externalProviders: NonNullable<AppOptions['externalProviderUrls']>
  }
  close(): Promise<void>
}

const projectId = 'sit-together'
const accessToken = 'the-access-token-of-the-service-account'

/** By default with a service account that may delete accounts; `clock` is the app's. */
export async function startFakeFirebase({
  clock,
  hasServiceAccount = true,
}: {
  clock: Clock
  hasServiceAccount?: boolean
}): Promise<FakeFirebase> {
  const signer = createSigner()
  const serviceAccountSigner = createSigner()
  const server = await startFakeService((request) => handleRequest(fake, request))
  const claims = ({ uid, email, emailVerified = false, name }: FirebaseAccount) => {
    const now = Math.floor(clock.now() / 1000)
    return {
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      auth_time: now,
      iat: now,
      exp: now + 3_600,
      sub: uid,
      user_id: uid,
      email,
      email_verified: emailVerified,
      ...(name === undefined ? {} : { name }),
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    }
  }
  const fake: FakeFirebase = {
    server,
    settings: {
      projectId,
      apiKey: 'an-api-key-of-the-test',
      authDomain: 'sit-together.firebaseapp.com',
      emulatorHost: null,
      serviceAccount: hasServiceAccount
        ? {
            email: 'remover@sit-together.iam.gserviceaccount.com',
            privateKey: String(serviceAccountSigner.privateKey.export({ format: 'pem', type: 'pkcs8' })),
          }
        : null,
    },
    signers: [signer],
    cacheControl: 'public, max-age=19845, must-revalidate, no-transform',
    keyRequestCount: 0,
    deletedUids: [],
    deletionErrors: [],
    claims,
    idToken: (account) => (fake.signers[0] ?? signer).sign(claims(account)),
    appOptions: () => ({
      config: { firebase: fake.settings },
      externalProviders: {
        ...providerEndpoints,
        firebaseKeys: `${server.url}/keys`,
        firebaseAccounts: `${server.url}/v1`,
        googleTokens: `${server.url}/token`,
      },
    }),
    close: () => server.close(),
  }
  return fake
}

function handleRequest(
  fake: FakeFirebase,
  { method, url, headers, body }: FakeServiceRequest,
): FakeServiceResponse | null {
  const { signers, settings } = fake
  const call = `${method} ${url.pathname}`
  if (call === 'GET /keys') {
    fake.keyRequestCount += 1
    const keys = signers.map((signer) => signer.jwk())
    return { status: 200, body: { keys }, headers: { 'cache-control': fake.cacheControl } }
  }
  if (call === 'POST /token') {
    const { iss, scope } = decodeJwt(new URLSearchParams(body).get('assertion') ?? '')
    const isAuthorized =
      iss === settings.serviceAccount?.email && String(scope).endsWith('/auth/identitytoolkit')
    return isAuthorized
      ? { status: 200, body: { access_token: accessToken, expires_in: 3_599, token_type: 'Bearer' } }
      : { status: 400, body: { error: 'invalid_grant' } }
  }
  const isByToken = call === 'POST /v1/accounts:delete' && url.searchParams.get('key') === settings.apiKey
  const isByServiceAccount =
    call === `POST /v1/projects/${settings.projectId}/accounts:delete` &&
    headers.authorization === `Bearer ${accessToken}`
  if (!isByToken && !isByServiceAccount) return null
  const error = fake.deletionErrors.shift()
  if (error !== undefined) return { status: 400, body: { error: { code: 400, message: error } } }
  const request = JSON.parse(body) as { idToken?: string; localId?: string }
  fake.deletedUids.push(isByToken ? (decodeJwt(request.idToken ?? '').sub ?? '') : (request.localId ?? ''))
  return { status: 200, body: { kind: 'identitytoolkit#DeleteAccountResponse' } }
}
