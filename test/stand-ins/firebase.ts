// A stand-in of a Firebase project: signs ID tokens with a key of its own, publishes that, and removes accounts.
import { decodeJwt } from 'jose'
import type { AppOptions } from '#app/server/app.ts'
import { providerEndpoints } from '#features/auth/server/external-identity/provider-endpoints.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { FirebaseSettings } from '#server/config-identity.ts'
import {
  startStandInServer,
  type StandInResponse,
  type StandInRequest,
  type StandInServer,
} from './server.ts'
import { createSigner, type Signer } from './signer.ts'

/** Somebody whom the project knows. */
export interface FirebasePerson {
  uid: string
  email: string
  emailVerified?: boolean
  name?: string
}

export interface FirebaseStandIn {
  server: StandInServer
  settings: FirebaseSettings
  /** What its keys are signed by; put in another for a rotation. */
  signers: Signer[]
  /** What the list of keys says of how long it is good. */
  cacheControl: string
  /** How often the list of keys was asked for. */
  keysAsked: number
  /** The uids of the accounts that it was told to remove. */
  removed: string[]
  /** The errors with which it answers the next removals, one each, such as 'INVALID_ID_TOKEN'. */
  removalErrors: string[]
  /** The claims of a token of that person, who signed in just now. */
  claims(person: FirebasePerson): Record<string, unknown>
  /** A token that a server of `appOptions()` takes. */
  idToken(person: FirebasePerson): Promise<string>
  /** What `startTestApp` needs to have this project for its provider. */
  appOptions(): { config: Partial<Config>; outside: NonNullable<AppOptions['outside']> }
  close(): Promise<void>
}

const projectId = 'sit-together'
const accessToken = 'the-access-token-of-the-service-account'

/** With a service account that may remove accounts, unless told otherwise; `clock` is that of the app. */
export async function startFirebaseStandIn({
  clock,
  hasServiceAccount = true,
}: {
  clock: Clock
  hasServiceAccount?: boolean
}): Promise<FirebaseStandIn> {
  const signer = createSigner()
  const operator = createSigner()
  const server = await startStandInServer((asked) => handleRequest(standIn, asked))
  const claims = ({ uid, email, emailVerified = false, name }: FirebasePerson) => {
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
  const standIn: FirebaseStandIn = {
    server,
    settings: {
      projectId,
      apiKey: 'an-api-key-of-the-test',
      authDomain: 'sit-together.firebaseapp.com',
      emulatorHost: null,
      serviceAccount: hasServiceAccount
        ? {
            email: 'remover@sit-together.iam.gserviceaccount.com',
            privateKey: String(operator.privateKey.export({ format: 'pem', type: 'pkcs8' })),
          }
        : null,
    },
    signers: [signer],
    cacheControl: 'public, max-age=19845, must-revalidate, no-transform',
    keysAsked: 0,
    removed: [],
    removalErrors: [],
    claims,
    idToken: (person) => (standIn.signers[0] ?? signer).sign(claims(person)),
    appOptions: () => ({
      config: { firebase: standIn.settings },
      outside: {
        ...providerEndpoints,
        firebaseKeys: `${server.url}/keys`,
        firebaseAccounts: `${server.url}/v1`,
        googleTokens: `${server.url}/token`,
      },
    }),
    close: () => server.close(),
  }
  return standIn
}

function handleRequest(
  standIn: FirebaseStandIn,
  { method, url, headers, body }: StandInRequest,
): StandInResponse | null {
  const { signers, settings } = standIn
  const call = `${method} ${url.pathname}`
  if (call === 'GET /keys') {
    standIn.keysAsked += 1
    const keys = signers.map((signer) => signer.jwk())
    return { status: 200, body: { keys }, headers: { 'cache-control': standIn.cacheControl } }
  }
  if (call === 'POST /token') {
    const { iss, scope } = decodeJwt(new URLSearchParams(body).get('assertion') ?? '')
    const isKnown = iss === settings.serviceAccount?.email && String(scope).endsWith('/auth/identitytoolkit')
    return isKnown
      ? { status: 200, body: { access_token: accessToken, expires_in: 3_599, token_type: 'Bearer' } }
      : { status: 400, body: { error: 'invalid_grant' } }
  }
  const isByToken = call === 'POST /v1/accounts:delete' && url.searchParams.get('key') === settings.apiKey
  const isByOperator =
    call === `POST /v1/projects/${settings.projectId}/accounts:delete` &&
    headers.authorization === `Bearer ${accessToken}`
  if (!isByToken && !isByOperator) return null
  const error = standIn.removalErrors.shift()
  if (error !== undefined) return { status: 400, body: { error: { code: 400, message: error } } }
  const asked = JSON.parse(body) as { idToken?: string; localId?: string }
  standIn.removed.push(isByToken ? (decodeJwt(asked.idToken ?? '').sub ?? '') : (asked.localId ?? ''))
  return { status: 200, body: { kind: 'identitytoolkit#DeleteAccountResponse' } }
}
