// The users of the tests, one for each role, with sessions as a sign-in opens them.
import { newSession } from '#features/auth/server/session.ts'
import { insertSession } from '#features/auth/server/sql/sessions.ts'
import { insertUser } from '#features/auth/server/sql/users.ts'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import { sessionCookieName } from '#server/http/session-cookie.ts'
import type { TestApp } from '#test/app.ts'

export interface TestUser {
  name: string
  email: string
  uid: string
  /** 0 while there is no user row. */
  userId: number
  /** The Cookie header of the session; empty for an anonymous caller. */
  cookie: string
}

interface TestUserFields {
  name: string
  isAdmin?: boolean
  isGardenAngel?: boolean
  /** May hold sittings. */
  mayHost?: boolean
  /** The ban reason; the session stays open and is marked as banned. */
  bannedReason?: string
  profileCompleted?: boolean
  /** False for a signed-in user who hasn't registered yet. */
  registered?: boolean
}

/** ada admin, gail garden angel, mia and mo members, ned new (incomplete), una unregistered, bea banned. */
export const personFields = {
  ada: { name: 'Ada Adler', isAdmin: true },
  gail: { name: 'Gail Gardner', isGardenAngel: true },
  mia: { name: 'Mia Member' },
  mo: { name: 'Mo Member' },
  ned: { name: 'Ned New', profileCompleted: false },
  una: { name: 'Una Unregistered', registered: false },
  bea: { name: 'Bea Banned', bannedReason: 'Unkind words' },
} as const satisfies Record<string, TestUserFields>

/** Hana may hold sittings; not among the others, whom many tests count. */
export const hostFields = { name: 'Hana Host', mayHost: true } as const satisfies TestUserFields

const pictures = new WeakMap<TestApp, string>()

/** The first picture to choose from; null while there is none. */
async function pictureOf(app: TestApp): Promise<string | null> {
  const [picture = null] = pictures.has(app)
    ? [pictures.get(app)]
    : await listActivePictureUrls(app.database.query)
  if (picture !== null) pictures.set(app, picture)
  return picture
}

/** Inserts a user into the app's database and signs them in, remembered or not; `key` makes address and uid. */
export async function signIn(
  app: TestApp,
  key: string,
  fields: TestUserFields,
  { remembered = true } = {},
): Promise<TestUser> {
  const { database, clock, config } = app
  const createdAt = new Date(clock.now())
  const email = `${key}@example.org`
  const uid = `uid-${key}`
  const completed = fields.profileCompleted ?? true
  const userId =
    fields.registered === false
      ? 0
      : await insertUser(database.query, {
          name: fields.name,
          email,
          firebaseUid: uid,
          profilePicture: completed ? await pictureOf(app) : null,
          profileCompleted: completed,
          isAdmin: fields.isAdmin ?? false,
          isGardenAngel: fields.isGardenAngel ?? false,
          mayHost: fields.mayHost ?? false,
          createdAt,
        })
  // A seventh of all statements of the tests was what else a sign-in does: it ends the oldest of many sessions.
  const { token, session } = newSession(
    {
      identity: { uid, email, name: fields.name, emailVerified: true },
      provider: 'builtin',
      remembered,
      address: '127.0.0.1',
    },
    createdAt.getTime(),
  )
  await insertSession(database.query, session)
  const { bannedReason } = fields
  if (bannedReason !== undefined) {
    // A ban waits for writes about its member; a transaction is tried again if one of them waits for the ban.
    await database.transaction((tx) =>
      tx
        .updateTable('users')
        .set({ isBanned: true, bannedAt: createdAt, bannedReason })
        .where('id', '=', userId)
        .execute(),
    )
  }
  return { name: fields.name, email, uid, userId, cookie: `${sessionCookieName(config)}=${token}` }
}

/** Signs in all people, one after the other: at once, each would open a connection to the database. */
export async function signInPeople(app: TestApp): Promise<Record<keyof typeof personFields, TestUser>> {
  const users: [string, TestUser][] = []
  for (const [key, fields] of Object.entries(personFields)) users.push([key, await signIn(app, key, fields)])
  return Object.fromEntries(users) as Record<keyof typeof personFields, TestUser>
}
