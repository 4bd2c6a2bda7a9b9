// Firebase account API client. Supports account deletion only.
import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { FirebaseSettings, ServiceAccount } from '#server/config/config.ts'
import type { Platform } from '#server/context.ts'
import type { ProviderEndpoints } from './external-identity/provider-endpoints.ts'

/** Both methods throw on failure. Deleting an account that doesn't exist succeeds. */
export interface FirebaseAccounts {
  /** Deletes the account of a fresh ID token. */
  deleteByToken(idToken: string): Promise<void>
  /** Deletes an account by subject; `signal` cancels. Null without an authorized service account. */
  deleteBySubject: ((subject: string, signal: AbortSignal) => Promise<void>) | null
}

const responseTimeoutMs = 5_000
const oauthScope = 'https://www.googleapis.com/auth/identitytoolkit'
const jwtBearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const assertionSeconds = 3_600
const refreshBeforeMs = 60_000

const accessSchema = z.object({ access_token: z.string(), expires_in: z.number() })
const errorSchema = z.object({ error: z.object({ message: z.string() }) })

export function createFirebaseAccounts(
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { apiKey, emulatorHost, projectId, serviceAccount }: FirebaseSettings,
  endpoints: ProviderEndpoints,
): FirebaseAccounts {
  const base =
    emulatorHost === null
      ? endpoints.firebaseAccounts
      : `http://${emulatorHost}/identitytoolkit.googleapis.com/v1`
  // The emulator accepts this literal as a service account's token.
  const getAccessToken =
    emulatorHost === null
      ? serviceAccount && createAccessTokenSource(serviceAccount, clock, endpoints.googleTokens)
      : async () => 'owner'
  return {
    deleteByToken: async (idToken) => {
      // An API key restricted by referrer accepts only requests with our own origin.
      const headers = { referer: `${config.publicUrl}/` }
      await deleteAccount(`${base}/accounts:delete?key=${apiKey}`, headers, { idToken })
    },
    deleteBySubject:
      getAccessToken &&
      (async (localId, signal) => {
        const headers = { authorization: `Bearer ${await getAccessToken(signal)}` }
        await deleteAccount(`${base}/projects/${projectId}/accounts:delete`, headers, { localId }, signal)
      }),
  }
}

async function deleteAccount(
  url: string,
  headers: Record<string, string>,
  body: object,
  signal?: AbortSignal,
): Promise<void> {
  const { status, json } = await post(url, signal, {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (status === 200) return
  const { success, data } = z.safeParse(errorSchema, json)
  const code = success ? data.error.message : 'unknown error'
  if (!/^USER_NOT_FOUND\b/.test(code))
    throw new Error(`Firebase responded with status ${status}: ${code.slice(0, 200)}`)
}

/** Returns access tokens of a service account, cached until shortly before they expire. */
function createAccessTokenSource(
  { email, privateKey }: ServiceAccount,
  clock: Platform['clock'],
  url: string,
): (signal: AbortSignal) => Promise<string> {
  let cached = { token: '', untilMs: -Infinity }
  return async (signal) => {
    const nowMs = clock.now()
    if (nowMs < cached.untilMs) return cached.token
    const atSeconds = Math.floor(nowMs / 1000)
    const assertion = await new SignJWT({ scope: oauthScope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(url)
      .setIssuedAt(atSeconds)
      .setExpirationTime(atSeconds + assertionSeconds)
      .sign(await importPKCS8(privateKey, 'RS256'))
    const { status, json } = await post(url, signal, {
      body: new URLSearchParams({ grant_type: jwtBearerGrant, assertion }),
    })
    if (status !== 200) throw new Error(`The service account token request failed with status ${status}.`)
    const { access_token: token, expires_in: seconds } = z.parse(accessSchema, json)
    cached = { token, untilMs: nowMs + seconds * 1000 - refreshBeforeMs }
    return token
  }
}

async function post(
  url: string,
  cancelSignal: AbortSignal | undefined,
  request: RequestInit,
): Promise<{ status: number; json: unknown }> {
  const timeout = AbortSignal.timeout(responseTimeoutMs)
  const signal = cancelSignal ? AbortSignal.any([timeout, cancelSignal]) : timeout
  const response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...request })
  const text = await response.text()
  return { status: response.status, json: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
