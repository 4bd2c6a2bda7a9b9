// Matrix recipes for the calls about address bans.
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/cast.ts'
import type { Recipe } from './matrix-http.ts'

/** A public address that no other cell bans. */
const addressOf = (serial: number) => `198.41.${Math.floor(serial / 250) % 250}.${(serial % 250) + 1}`

/** Inserts an address ban; returns its id. */
async function makeAddressBan(
  { database, clock }: TestApp,
  { by, address }: { by: Pick<TestUser, 'userId'>; address: string },
): Promise<number> {
  const { id } = await database.query
    .insertInto('ip_bans')
    .values({
      ipAddress: sql`${address}::cidr`,
      reason: 'Unkind words',
      bannedAt: new Date(clock.now()),
      bannedBy: by.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ban =
  (ipAddress: (serial: number) => string): Recipe =>
  ({ serial }) => ({ body: { ipAddress: ipAddress(serial), reason: 'Unkind words' } })

export const addressBanRecipes: Record<string, Recipe> = {
  'POST /api/admin/ip-bans': ban(addressOf),
  'POST /api/admin/ip-bans of an address that is banned': async (facts) => {
    await makeAddressBan(facts.app, { by: facts.other, address: addressOf(facts.serial) })
    return ban(addressOf)(facts)
  },
  'POST /api/admin/ip-bans of a private address': ban(() => '192.168.1.7'),
  "POST /api/admin/ip-bans of the caller's own": ban(() => '127.0.0.1'),
  'DELETE /api/admin/ip-bans/:id': async ({ app, other, serial }) => ({
    path: `/api/admin/ip-bans/${await makeAddressBan(app, { by: other, address: addressOf(serial) })}`,
  }),
  'DELETE /api/admin/ip-bans/:id of none': () => ({ path: '/api/admin/ip-bans/2000000000' }),
}
