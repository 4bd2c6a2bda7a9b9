// Links of halls in tests.
import { hash } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import { personFields, signIn } from '#test/people/people.ts'

/** The token of the one hall that {@link openHall} opens. */
export const hallToken = 'a-hall-of-twelve-peopl'

let serial = 0

/** Opens a hall of a sitting by that token, in place of an earlier one. */
export async function openHall(app: TestApp, sittingId: number, people = 12): Promise<void> {
  const { userId: madeBy } = await signIn(app, `host-of-hall-${(serial += 1)}`, personFields.gail)
  const link = { sittingId, people, madeBy, madeAt: new Date(app.clock.now()), revokedAt: null }
  await app.database.query
    .insertInto('hall_links')
    .values({ tokenHash: hash('sha256', hallToken, 'buffer'), ...link })
    .onConflict((conflict) => conflict.column('tokenHash').doUpdateSet(link))
    .execute()
}
