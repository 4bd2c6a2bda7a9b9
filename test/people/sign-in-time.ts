// Sign-ins that happened long ago.
import type { TestApp } from '#test/app.ts'
import type { TestUser } from './people.ts'

/** Moves the sign-in of all sessions of a user an hour into the past. */
export async function signedInBefore({ clock, database }: TestApp, { uid }: TestUser): Promise<void> {
  const createdAt = new Date(clock.now() - 3_600_000)
  await database.query.updateTable('sessions').set({ createdAt }).where('uid', '=', uid).execute()
}
