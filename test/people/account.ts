// Accounts that sign up through the API with a password, instead of being inserted into the database.
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import type { TestApp } from '#test/app.ts'
import { lastMail } from '#test/network/mails.ts'
import { request, type TestResponse } from '#test/request.ts'
import { personFields, signIn, type TestUser } from './people.ts'

export const initialPassword = 'still water runs deep'

/** Signs up with `key` in the address and registers; confirms the address by the mailed link if wanted. */
export async function signUpAccount(
  app: TestApp,
  key: string,
  { name = 'Sol Newcomer', registered = true, verified = false } = {},
): Promise<TestUser> {
  const email = `${key}@example.org`
  const signUp = await request(app, 'POST /api/identity/sign-up/email', {
    body: { name, email, password: initialPassword },
  })
  if (signUp.status !== 200) throw new Error(`Sign-up returned ${signUp.status}.`)
  const { id: uid } = (signUp.body as { user: { id: string } }).user
  const user = { name, email, uid, userId: 0, cookie: cookieOf(signUp) }
  if (verified) {
    const { token } = await lastMail(app, email)
    await request(app, 'POST /api/identity/verify-email', { as: user, body: { token } })
  }
  if (!registered) return user
  const { body } = await request(app, 'POST /api/auth/register', {
    as: user,
    body: { email, name, firebaseUid: uid },
  })
  return { ...user, userId: (body as { id: number }).id }
}

/**
 * Saves the whole profile as Settings does: with another address if given, and with the proof that it needs. Null for
 * no proof.
 */
export async function saveProfile(
  app: TestApp,
  as: TestUser,
  email = as.email,
  proof: { password: string } | null = { password: initialPassword },
): Promise<TestResponse> {
  const [profilePicture] = await listActivePictureUrls(app.database.query)
  const { name, uid: firebaseUid } = as
  const withProof = email === as.email || !proof ? {} : { proof }
  const body = { name, email, profilePicture, profileCompleted: true, firebaseUid, ...withProof }
  return request(app, 'PUT /api/user/profile', { as, body })
}

/** The Cookie header set by a response; empty if the response set no cookies. */
export function cookieOf({ headers }: TestResponse): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Signs in from another device. */
export function signInAgain(app: TestApp, email: string, password = initialPassword): Promise<TestResponse> {
  return request(app, 'POST /api/identity/sign-in/email', { body: { email, password } })
}

/** Inserts a member of the built-in provider, without a password, and signs them in. */
export async function signInBuiltinMember(
  app: TestApp,
  key: string,
  emailVerified = true,
): Promise<TestUser> {
  const user = await signIn(app, key, personFields.mia)
  const { uid: id, email, name } = user
  const now = new Date(app.clock.now())
  await app.database.query
    .insertInto('identity_users')
    .values({ id, email, name, emailVerified, createdAt: now, updatedAt: now })
    .execute()
  return user
}
