// Tests against the official emulator of Firebase Authentication: npm run test:firebase (docs/identity.md).
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startTestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { cookieOf } from '#test/people/account.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { eventually } from '../eventually.ts'

const emulatorHost = process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? ''
// The project that the emulator was started for, set by emulators:exec.
const projectId = process.env['GCLOUD_PROJECT'] ?? 'demo-sit'
const run = Date.now()
const password = 'still water runs deep'

const settings = (project: string) =>
  readConfig({
    FIREBASE_PROJECT_ID: project,
    FIREBASE_API_KEY: 'any-key',
    FIREBASE_AUTH_DOMAIN: emulatorHost,
    FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
    SESSION_SECRET: 'x'.repeat(40),
  })
const startApp = (project = projectId) =>
  startTestApp({
    // The emulator uses the machine's time.
    clock: { ...createTestClock(), now: () => Date.now() },
    config: { firebase: settings(project).firebase },
  })

const app = closeAfterAll(await startApp())

interface JsonResponse {
  idToken: string
  localId: string
  users?: object[]
}

const post = async (
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<JsonResponse> => {
  const response = await fetch(`http://${emulatorHost}/identitytoolkit.googleapis.com/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The emulator returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as JsonResponse
}
/** A request with the project's API key, as a page sends it. */
const callAsPage = (call: string, body: object) =>
  post(`/accounts:${call}?key=any-key`, { ...body, returnSecureToken: true })
/** A request with the operator's rights. */
const callAsOwner = (call: string, body: object) =>
  post(`/projects/${projectId}/accounts:${call}`, body, { authorization: 'Bearer owner' })
const signUp = (email: string) => callAsPage('signUp', { email, password, displayName: 'Sol' })
const exchange = (idToken: string, to = app) => request(to, 'POST /api/auth/session', { body: { idToken } })

test('[AUTH-33] an emulator token opens a session with the token’s email address', async () => {
  const email = `sol-${run}@example.org`
  const { idToken, localId: uid } = await signUp(email)
  const identity = { uid, email, name: 'Sol', provider: 'firebase' }
  expect(await exchange(idToken)).toMatchObject({ status: 201, body: { ...identity, emailVerified: false } })
  await callAsOwner('update', { localId: uid, emailVerified: true })
  const again = await callAsPage('signInWithPassword', { email, password })
  expect(await exchange(again.idToken)).toMatchObject({
    status: 201,
    body: { ...identity, emailVerified: true },
  })
})

test('[AUTH-33] an emulator Google token opens a session too', async () => {
  const claims = { sub: `google-${run}`, email: `gil-${run}@example.org`, email_verified: true, name: 'Gil' }
  const { idToken, localId: uid } = await callAsPage('signInWithIdp', {
    postBody: `providerId=google.com&id_token=${encodeURIComponent(JSON.stringify(claims))}`,
    requestUri: 'http://localhost',
    returnIdpCredential: true,
  })
  expect(await exchange(idToken)).toMatchObject({
    status: 201,
    body: { uid, name: 'Gil', emailVerified: true },
  })
})

test('[T02] a server of another project rejects these tokens', async () => {
  const { idToken } = await signUp(`other-${run}@example.org`)
  const other = await startApp('another-project')
  try {
    expect((await exchange(idToken, other)).status).toBe(401)
  } finally {
    await other.close()
  }
})

test('deleting a member also deletes the emulator account', async () => {
  const admin = await signIn(app, 'ada', personFields.ada)
  const email = `leaves-${run}@example.org`
  const { idToken, localId: uid } = await signUp(email)
  const registered = await request(app, 'POST /api/auth/register', {
    headers: { cookie: cookieOf(await exchange(idToken)) },
    body: { email, name: 'Lea', firebaseUid: uid },
  })
  const { id } = registered.body as { id: number }
  expect((await callAsOwner('lookup', { localId: [uid] })).users).toHaveLength(1)
  expect((await request(app, `DELETE /api/admin/users/${id}`, { as: admin })).status).toBe(200)
  await eventually(async () =>
    expect((await callAsOwner('lookup', { localId: [uid] })).users ?? []).toEqual([]),
  )
})
